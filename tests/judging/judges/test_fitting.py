"""Long sessions made to fit, and what is never done to them."""

import json
from dataclasses import asdict, replace
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.judges.fence import line, visible
from judging.judges.fitting import ACCOUNT_ROOM, Fitted, Limits, clipped, fitted
from judging.rubrics import Sees
from judging.sessions import Role, ToolCall, Turn

SMALL = Limits(2 * ACCOUNT_ROOM, 2, 3)
TEXTS = st.text(st.sampled_from('a b"\\\n\u200b\u202e🙂ü\ud800\x00界'), max_size=40)
SIZES = st.integers(0, 400)


def told(*texts: str) -> tuple[Turn, ...]:
    roles = (Role.USER, Role.ASSISTANT)
    return tuple(Turn(n, roles[(n - 1) % 2], text) for n, text in enumerate(texts, start=1))


def long(turns: int, each: int = 500) -> tuple[Turn, ...]:
    return told(*("x" * each for _ in range(turns)))


def length(turns: tuple[Turn, ...], sees: Sees = Sees.CONVERSATION) -> int:
    return sum(len(line(turn, sees)) + 1 for turn in turns)


def shortened(turns: tuple[Turn, ...], limits: Limits = SMALL) -> Fitted:
    found = fitted(turns, limits)
    assert found is not None
    return found


@st.composite
def sessions(draw: st.DrawFn) -> tuple[Turn, ...]:
    """Draw turns of any length, in any characters, some of which call tools."""
    turns = []
    for number in range(1, draw(st.integers(1, 12)) + 1):
        text, times, said = draw(TEXTS), draw(SIZES), draw(TEXTS)
        arguments = {"path": said, "lines": [said * draw(SIZES), 7, None]}
        calls = (ToolCall("c", "write", arguments),) if draw(st.booleans()) else ()
        turns.append(Turn(number, draw(st.sampled_from(Role)), text * times, tool_calls=calls))
    return tuple(turns)


@given(sessions(), st.sampled_from(Sees))
def test_what_stands_word_for_word_is_never_over_the_limit(
    turns: tuple[Turn, ...], sees: Sees
) -> None:
    found = fitted(turns, SMALL, sees)

    room = SMALL.characters - (ACCOUNT_ROOM if found and found.middle else 0)
    assert length(found.verbatim if found else turns, sees) <= room


@given(sessions(), st.sampled_from(Sees))
def test_every_turn_is_in_one_place_under_its_own_number(
    turns: tuple[Turn, ...], sees: Sees
) -> None:
    found = fitted(turns, SMALL, sees) or Fitted(turns)

    every = [*found.head, *found.middle, *found.tail]
    assert [(t.number, t.role) for t in every] == [(t.number, t.role) for t in turns]
    assert [len(t.tool_calls) for t in every] == [len(t.tool_calls) for t in turns]


@given(sessions())
def test_the_same_turns_are_divided_alike(turns: tuple[Turn, ...]) -> None:
    assert fitted(turns, SMALL) == fitted(tuple(turns), replace(SMALL))


@pytest.mark.parametrize("over", [0, 1])
def test_what_fits_to_the_last_character_is_left_alone(over: int) -> None:
    limits = Limits(20_000, 2, 3)
    turns = long(20)
    last = "x" * (500 + limits.characters - length(turns) + over)
    turns = (*turns[:-1], replace(turns[-1], content=last))

    assert (fitted(turns, limits) is None) is (over == 0)


def test_the_first_and_the_last_turns_stand_and_the_rest_is_to_be_summarised() -> None:
    turns = long(40, 1_200)

    found = shortened(turns, Limits())

    numbers = [[turn.number for turn in part] for part in (found.head, found.middle, found.tail)]
    assert numbers == [[1, 2, 3, 4], list(range(5, 33)), list(range(33, 41))]
    assert [len(part) for part in found.parts] == [14, 14]
    assert found.verbatim == turns[:4] + turns[32:]


def test_a_few_huge_turns_are_clipped_and_none_is_summarised() -> None:
    found = shortened(long(5, 9_000))

    assert (found.middle, found.tail) == ((), ())
    assert all("characters clipped …]" in turn.content for turn in found.head)


def test_one_huge_turn_is_clipped_and_those_beside_it_are_not() -> None:
    turns = told("a" * 100, "b" * 90_000, "c" * 700)

    first, huge, last = shortened(turns).head

    assert (first, last) == (turns[0], turns[2])
    assert huge.content.startswith("bbb")
    assert huge.content.endswith("bbb")
    assert length((first, huge, last)) > SMALL.characters - 10


def test_a_part_with_a_huge_turn_has_as_much_room_as_a_whole_session() -> None:
    turns = told(*["x" * 300] * 10, "y" * 90_000, *["x" * 300] * 10)

    (part,) = shortened(turns).parts

    (huge,) = (turn for turn in part if turn.number == 11)
    assert SMALL.characters - 50 < length(part) <= SMALL.characters
    assert [turn for turn in part if turn is not huge] == [*turns[2:10], *turns[11:18]]


@given(st.integers(60, 300), st.integers(1, 50))
def test_parts_are_alike_in_length_and_what_stands_for_them_leaves_half_to_the_ends(
    turns: int, chunk: int
) -> None:
    limits = Limits(20_000, 4, 8, chunk)

    found = shortened(told(*["word " * 80] * turns), limits)

    sizes = {len(part) for part in found.parts}
    assert [turn.number for turn in found.middle] == list(range(5, turns - 7))
    assert max(sizes) - min(sizes) <= 1
    assert max(sizes) <= chunk or len(found.parts) == 10
    assert 1_000 <= found.room <= ACCOUNT_ROOM
    assert length(found.verbatim) + found.room * len(found.parts) <= limits.characters


def test_long_arguments_of_a_call_are_clipped_text_by_text() -> None:
    call = ToolCall("c", "write", {"path": "a.py", "content": "z" * 50_000, "mode": 7})
    turn = Turn(1, Role.ASSISTANT, "Writing.", tool_calls=(call,))

    (found,) = shortened((turn,)).head

    kept = found.tool_calls[0].arguments
    assert (found.content, kept["path"], kept["mode"]) == ("Writing.", "a.py", 7)
    assert "characters clipped …]" in kept["content"]


@given(st.lists(TEXTS, max_size=30).map("".join), st.integers(0, 200))
def test_a_clipped_text_says_how_much_is_missing_and_cuts_no_escape(text: str, most: int) -> None:
    cut = clipped(text, most)

    if cut != text:
        before, _, rest = cut.partition("[… ")
        missing, _, after = rest.partition(" characters clipped …]")
        gone = int(missing.replace(",", ""))
        assert text == before + text[len(before) : len(before) + gone] + after
        assert len(visible(cut)) - 2 <= max(most, len(cut) - len(before + after))
        assert json.loads(visible(cut)) == cut


def test_a_text_hardly_longer_than_the_mark_stays_whole() -> None:
    assert clipped("x" * 25, 10) == "x" * 25
    assert clipped("x" * 60, 10) == "[… 60 characters clipped …]"


@pytest.mark.parametrize("wrong", [{"characters": 7_999}, {"head": 0}, {"tail": 0}])
def test_limits_that_leave_nothing_to_stand_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="At least"):
        Limits(**wrong)


def test_a_view_of_the_agents_words_is_measured_by_what_it_shows() -> None:
    call = ToolCall("c", "write", {"content": "z" * 50_000})
    turns = tuple(
        chain.from_iterable(
            (
                Turn(n, Role.USER, "Please."),
                Turn(n + 1, Role.ASSISTANT, "Done.", tool_calls=(call,)),
            )
            for n in (1, 3)
        )
    )

    assert fitted(turns, SMALL, Sees.ASSISTANT_ONLY) is None
    assert fitted(turns, SMALL) is not None


def test_limits_are_read_back_from_what_was_kept_of_them() -> None:
    kept = asdict(SMALL)

    assert Limits.of_json(json.loads(json.dumps(kept))) == SMALL
    broken: tuple[object, ...] = (
        None,
        [],
        {},
        kept | {"more": 20},
        kept | {"head": "2"},
        kept | {"characters": 1},
    )
    assert {Limits.of_json(one) for one in broken} == {None}
