"""Which sessions go where."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.splitting import Splittable, split


@st.composite
def sessions(draw: st.DrawFn) -> list[Splittable]:
    return [
        Splittable(
            name=f"s{n}",
            group=f"g{draw(st.integers(0, 20))}",
            likeness=draw(st.sampled_from([None, None, None, "a", "b"])),
            traits=(draw(st.booleans()), draw(st.sampled_from(["x", "y", None]))),
            length=draw(st.integers(1, 30)),
            is_used=draw(st.integers(0, 9)) == 0,
            given=draw(st.sampled_from([None, None, None, "develop", "test"])),
        )
        for n in range(draw(st.integers(1, 40)))
    ]


@given(sessions(), st.floats(0.1, 0.9), st.text(max_size=3))
def test_what_belongs_together_stays_together(
    some: list[Splittable], share: float, seed: str
) -> None:
    found = split([replace(one, given=None) for one in some], share, seed)

    assert found.keys() == {one.name for one in some}
    for what in ("group", "likeness"):
        by: dict[object, set[str]] = {}
        for one in some:
            if getattr(one, what) is not None:
                by.setdefault(getattr(one, what), set()).add(found[one.name])
        assert all(len(splits) == 1 for splits in by.values())


@given(sessions(), st.text(max_size=3), st.randoms())
def test_the_order_in_which_they_come_does_not_matter(
    some: list[Splittable], seed: str, random: Random
) -> None:
    shuffled = list(some)
    random.shuffle(shuffled)

    assert split(shuffled, seed=seed) == split(some, seed=seed)


@given(sessions())
def test_none_is_moved_and_what_is_like_it_follows(some: list[Splittable]) -> None:
    found = split(some)

    assert found.keys() == {one.name for one in some if one.given is None}
    sealed = {one.group for one in some if one.given == "test"}
    for one in some:
        if one.group in sealed and one.given is None:
            assert found[one.name] == "test"


@given(sessions())
def test_what_was_shown_is_never_in_the_test(some: list[Splittable]) -> None:
    found = split([replace(one, given=None) for one in some])

    assert all(found[one.name] == "develop" for one in some if one.is_used)


def test_the_test_has_its_share_of_every_kind() -> None:
    some = [
        Splittable(f"s{n}", f"g{n}", traits=(n % 4 == 0, "ab"[n % 2]), length=n % 9)
        for n in range(360)
    ]

    found = split(some, 0.6, "x")

    assert Counter(found.values()) == {"test": 216, "develop": 144}
    for kind in {one.traits for one in some}:
        theirs = [found[one.name] for one in some if one.traits == kind]
        assert 0.57 < theirs.count("test") / len(theirs) < 0.63


def test_single_sessions_of_many_kinds_are_not_all_in_the_test() -> None:
    some = [Splittable(f"s{n}", f"g{n}", traits=(n,)) for n in range(100)]

    assert Counter(split(some).values()) == {"test": 60, "develop": 40}


def test_another_seed_is_another_split() -> None:
    some = [Splittable(f"s{n}", f"g{n}") for n in range(50)]

    assert split(some, seed="a") == split(some, seed="a") != split(some, seed="b")


@pytest.mark.parametrize("share", [0.0, 1.0, -1.0, 2.0])
def test_a_share_of_nothing_or_all_is_refused(share: float) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        split([], share)


def test_sessions_that_became_alike_after_they_were_parted_keep_what_is_sealed_sealed() -> None:
    some = [
        Splittable("old", "a", likeness="x", given="develop"),
        Splittable("sealed", "b", likeness="x", given="test"),
        Splittable("new", "c", likeness="x"),
    ]

    assert split(some) == {"new": "test"}
