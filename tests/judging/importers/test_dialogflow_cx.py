import json
from typing import Any

from judging.sessions import Role, Session
from tests.judging.importers.files import file, items, left_out, lines, session, sessions


def contents(found: Session) -> list[str]:
    return [turn.content for turn in found.turns]


def turn(said: dict[str, Any], *answers: str) -> dict[str, Any]:
    return {
        "userInput": {"input": said},
        "virtualAgentOutput": {"textResponses": [{"text": [answer]} for answer in answers]},
    }


def interaction(asked: str, answered: str, second: int | None = None) -> dict[str, Any]:
    time = {} if second is None else {"createTime": f"2026-10-01T09:00:{second:02}Z"}
    message = {"text": {"text": [answered]}}
    return {
        "request": {"queryInput": {"text": {"text": asked}}},
        "response": {"queryResult": {"responseMessages": [message]}},
        **time,
    }


def test_a_test_case_tells_its_turns_in_order() -> None:
    turns = turn({"text": {"text": "a"}}, "b", "c"), turn({"text": {"text": "d"}}, "e")
    case = {"name": "x/testCases/s", "displayName": "Order", "testCaseConversationTurns": [*turns]}

    found = session({"testCases": [case]})

    assert contents(found) == ["a", "b\nc", "d", "e"]
    assert (found.external_id, found.title) == ("s", "Order")


def test_what_a_user_did_instead_of_writing_is_marked() -> None:
    turns = turn({"event": {"event": "WELCOME"}}, "a"), turn({"dtmf": {"digits": "12"}}, "b")

    found = session({"testCaseConversationTurns": [*turns]})

    assert contents(found) == ["[event WELCOME]", "a", "[dtmf 12]", "b"]


def test_a_history_is_listed_with_the_newest_first() -> None:
    listed = interaction("c", "d"), interaction("a", "b")
    timed = interaction("a", "b", 1), interaction("c", "d", 2)

    assert contents(session({"interactions": [*listed]})) == ["a", "b", "c", "d"]
    assert contents(session({"interactions": [*timed]})) == ["a", "b", "c", "d"]


def test_turns_of_user_and_agent_may_begin_with_the_agent() -> None:
    turns = [{"user": None, "agent": ["Hello.", "Yes?"]}, {"user": "a", "agent": "b"}]

    (found,) = sessions(lines({"session_id": "s", "turns": turns}))

    assert contents(found) == ["Hello.\nYes?", "a", "b"]
    assert found.roles == (Role.ASSISTANT, Role.USER, Role.ASSISTANT)


def test_a_case_in_which_nothing_is_said_is_named() -> None:
    ((where, _),) = left_out(items(file(json.dumps({"testCases": [{"name": "x"}]}))))

    assert where == "file.json, test case 1"
