"""How sessions end."""

import pytest

from judging.facts import FactKind, facts
from judging.sessions import Turn
from tests.judging.said import calls, session

HELPED = ("user: Please help.", "assistant: Here you are.")


def ends(*told: str | Turn) -> list[FactKind]:
    """Return the kinds of ending found in a session of `told`."""
    return [fact.kind for fact in facts(session(*told)) if fact.kind.startswith("ends_")]


@pytest.mark.parametrize(
    ("last", "expected"),
    [
        ("user: Thanks, bye!", FactKind.ENDS_WITH_THANKS),
        ("user: ###STOP###", FactKind.ENDS_WITH_THANKS),
        ("user: That worked, thank you!", FactKind.ENDS_WORKING),
        ("user: This did not help. Goodbye.", FactKind.ENDS_GIVEN_UP),
        ("user: Forget it.", FactKind.ENDS_GIVEN_UP),
        ("user: Thanks! Can you also book a hotel?", FactKind.ENDS_UNANSWERED),
        ("user: Go on with the booking.", FactKind.ENDS_UNANSWERED),
        ("assistant: Which date?", FactKind.ENDS_ON_QUESTION),
        ("assistant: Is there anything else I can help you with?", FactKind.ENDS_WITH_AGENT),
        ("assistant: Please hold on for a moment.", FactKind.ENDS_ON_PROMISE),
        ("assistant: It leaves at nine.", FactKind.ENDS_WITH_AGENT),
    ],
)
def test_the_last_words_tell_the_ending(last: str, expected: FactKind) -> None:
    assert ends(*HELPED, last) == [expected]


@pytest.mark.parametrize("last", ["user: I hope it worked.", "user: Thanks. Has it worked?"])
def test_hoping_and_asking_whether_it_worked_is_not_saying_so(last: str) -> None:
    assert ends(*HELPED, last) != [FactKind.ENDS_WORKING]


def test_a_hand_off_is_the_last_call_and_cites_its_answer() -> None:
    told = session(*HELPED, calls("transfer_to_human_agents"), "tool: Transfer successful")

    found = facts(told)[-1]

    assert (found.kind, found.turn) == (FactKind.ENDS_HANDED_OFF, 4)
    assert found.quote == "Transfer successful"


@pytest.mark.parametrize(
    "told",
    [
        (calls("transfer_to_human_agents"), "tool: Error: nobody there"),
        (calls("transfer_funds", amount=5), "tool: done"),
        (calls("transfer_to_human_agents"), "tool: ok", "user: Wait, can you still hear me?"),
        (calls("transfer_to_human_agents"), "tool: ok", calls("get_order"), "tool: {}"),
    ],
    ids=["failed", "money", "user asks on", "agent goes on"],
)
def test_other_transfers_and_hand_offs_not_made_are_none(told: tuple[str | Turn, ...]) -> None:
    assert ends(*HELPED, *told) != [FactKind.ENDS_HANDED_OFF]


def test_a_session_in_which_nobody_speaks_has_no_ending() -> None:
    assert ends(calls("get_order"), "tool: {}") == []
