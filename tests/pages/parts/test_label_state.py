"""Which session is at hand, and where it stands on the page."""

import pytest

from pages.parts.label_state import REMEMBERED, LabelState, placed


@pytest.mark.parametrize(
    ("before", "sessions", "after"),
    [
        (("", "", ""), ["a", "b", "c"], ("a", "b", "c")),
        (("a", "b", "c"), ["b", "c", "d"], ("d", "b", "c")),
        (("d", "b", "c"), ["b", "c", "d"], ("d", "b", "c")),
        (("a", "b", "c"), ["c"], ("", "", "c")),
        (("a", "b", "c"), [], ("", "", "")),
    ],
)
def test_a_session_that_stays_keeps_its_place(
    before: tuple[str, ...], sessions: list[str], after: tuple[str, ...]
) -> None:
    assert placed(before, sessions) == after


def test_the_newest_answers_to_events_are_kept() -> None:
    state = LabelState()

    state.remember([f"k{n}" for n in range(150)], {"r": "It does not fit."})
    state.remember([f"l{n}" for n in range(150)], {})

    assert len(state.acked) == REMEMBERED
    assert state.acked[-1] == "l149"
    assert state.refused == {"r": "It does not fit."}
