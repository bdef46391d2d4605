"""Which sessions are drawn, and with what chance."""

from collections import Counter
from collections.abc import Hashable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.sampling import draw

STRATA: st.SearchStrategy[dict[Hashable, str]] = st.dictionaries(
    st.integers(0, 500), st.sampled_from(["fail", "pass", "cannot_tell"]), min_size=1, max_size=80
)


@given(STRATA, st.integers(1, 100), st.text(max_size=3))
def test_each_chance_is_that_of_its_stratum(strata: dict[Hashable, str], n: int, seed: str) -> None:
    found = draw(strata, n, seed)

    assert len({one.name for one in found}) == len(found) == min(n, len(strata))
    there, drawn = Counter(strata.values()), Counter(one.stratum for one in found)
    for one in found:
        assert one.stratum == strata[one.name]
        assert one.probability == drawn[one.stratum] / there[one.stratum]
    # What each stands for adds up to all, but for strata that nothing was drawn of.
    stands = sum(1 / one.probability for one in found)
    assert stands == pytest.approx(sum(there[stratum] for stratum in drawn))


@given(STRATA, st.integers(1, 100))
def test_the_same_units_and_seed_give_the_same_sample(strata: dict[Hashable, str], n: int) -> None:
    turned = dict(reversed(strata.items()))

    assert draw(strata, n) == draw(turned, n)


def test_over_many_seeds_each_is_drawn_as_often_as_its_chance_says() -> None:
    strata: dict[Hashable, str] = {n: "rare" if n < 4 else "common" for n in range(40)}
    seeds = range(600)

    drawn = Counter(one.name for seed in seeds for one in draw(strata, 6, str(seed)))

    # Three of each: 3/4 and 3/36 of 600; five standard errors on either side.
    assert all(397 < drawn[n] < 503 for n in range(4))
    assert all(16 < drawn[n] < 84 for n in range(4, 40))


def test_the_order_tells_nothing_of_the_strata() -> None:
    strata: dict[Hashable, str] = {n: "fail" if n % 2 else "pass" for n in range(400)}

    first = [one.stratum for one in draw(strata, 200)][:100]

    assert 30 < first.count("fail") < 70


def test_small_strata_are_taken_whole_and_the_rest_goes_to_the_others() -> None:
    strata: dict[Hashable, str] = {n: "rare" if n < 3 else "common" for n in range(100)}

    found = Counter(one.stratum for one in draw(strata, 40))

    assert found == {"rare": 3, "common": 37}


def test_nothing_is_no_sample() -> None:
    with pytest.raises(ValueError, match="At least one"):
        draw({1: ""}, 0)
