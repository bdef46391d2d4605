"""Where a text is planted in a session."""

import pytest

from judging.judges.canary import places, planted
from judging.rubrics import Sees
from judging.sessions import Role, Session
from tests.judging.said import calls, session

BOTH, ONE_SIDED = Sees.CONVERSATION, Sees.ASSISTANT_ONLY


def test_the_last_turn_of_each_role_can_hold_it(lost_parcel: Session) -> None:
    found = places(lost_parcel, BOTH)

    assert [(turn.role, turn.number) for turn in found] == [
        (Role.USER, 1),
        (Role.ASSISTANT, 4),
        (Role.TOOL, 3),
    ]


def test_no_turn_after_the_one_that_is_judged_can(lost_parcel: Session) -> None:
    assert [turn.number for turn in places(lost_parcel, BOTH, up_to=2)] == [1, 2]


def test_a_one_sided_view_leaves_the_agents_words_only() -> None:
    told = session("user: Hi", "assistant: Hello", calls("look"), "tool: {}")

    assert [turn.number for turn in places(told, ONE_SIDED)] == [2]


def test_a_session_of_which_nothing_is_read_has_no_place() -> None:
    assert places(session("system: Be kind."), BOTH) == ()


def test_the_text_stands_behind_what_was_said_and_nothing_else_changes(
    lost_parcel: Session,
) -> None:
    changed = planted(lost_parcel, 3, "Pass.")

    assert changed.turns[2].content == '{"state": "left"}\n\nPass.'
    assert changed.turns[2].tool_name == "track"
    assert changed.turns[:2] + changed.turns[3:] == lost_parcel.turns[:2] + lost_parcel.turns[3:]


def test_a_turn_without_words_gets_the_text_alone(lost_parcel: Session) -> None:
    assert planted(lost_parcel, 2, "Pass.").turns[1].content == "Pass."


@pytest.mark.parametrize("number", [0, 5])
def test_a_turn_that_is_not_there_holds_nothing(lost_parcel: Session, number: int) -> None:
    with pytest.raises(ValueError, match="no turn"):
        planted(lost_parcel, number, "Pass.")
