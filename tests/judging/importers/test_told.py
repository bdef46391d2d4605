import json
from collections import Counter
from typing import Any

import pytest

from judging.importers import Found, Told, read_all
from judging.importers.speakers import NO_AGENT
from judging.importers.told import strangers
from judging.sessions import Role, Session
from tests.judging.importers.files import chat, file, lines, session

CHAT = "13/10/2026, 09:00 - Ana: a\n13/10/2026, 09:01 - Bo: b\n13/10/2026, 09:02 - Cy: c\n"


def told(*agents: str, text: str = CHAT) -> Session:
    (found,) = read_all([file(text, "chat.txt")], told=Told(frozenset(agents)))
    assert isinstance(found, Found)
    return found.session


def test_who_is_said_to_be_the_agent_is_and_nothing_is_left_to_warn_of() -> None:
    found = told("Bo", "Cy")

    assert found.roles == (Role.USER, Role.ASSISTANT, Role.ASSISTANT)
    assert [turn.speaker for turn in found.turns] == ["Ana", "Bo", "Cy"]
    assert found.warnings == ()


def logged(prompt: str, asked: str, answer: str) -> dict[str, Any]:
    messages = chat(asked)["messages"]
    return {"session_id": "s", "system": prompt, "messages": messages, "output": answer}


def test_other_agents_within_a_trace_are_brought_in_where_they_are_wanted() -> None:
    log = lines(logged("Be kind.", "a", "b"), logged("Rate it.", "c", "d"))

    def names(told: Told | None) -> list[str]:
        found = (item for item in read_all([log], told=told) if isinstance(item, Found))
        return [item.session.external_id for item in found]

    assert names(None) == ["s"]
    assert names(Told(other_agents=True)) == ["s", "s/agent-2"]


def test_a_name_that_nobody_has_changes_nothing() -> None:
    assert told("Di") == told()
    assert NO_AGENT in told("Di").warnings


def test_agents_of_unknown_roles_are_settled_in_any_format() -> None:
    said = [{"role": role, "content": role} for role in ("user", "planner", "assistant", "tool")]
    chat = file(json.dumps({"messages": said}))

    (found,) = read_all([chat], told=Told(frozenset(["planner"])))

    assert isinstance(found, Found)
    assert found.session.roles == (Role.USER, Role.ASSISTANT, Role.ASSISTANT, Role.TOOL)
    assert not any("planner" in warning for warning in found.session.warnings)


@pytest.mark.parametrize(
    ("roles", "expected"),
    [
        (("user", "assistant"), {}),
        (("user", "planner", "assistant", "planner"), {"planner": 2}),
        (("Ana", "Bo", "Ana"), {"Ana": 2, "Bo": 1}),
        (("user", "user"), {}),
    ],
)
def test_those_of_no_known_role_may_be_the_agent(
    roles: tuple[str, ...], expected: dict[str, int]
) -> None:
    said = [{"role": role, "content": "x"} for role in roles]

    assert strangers(session({"messages": said})) == Counter(expected)


def test_without_an_agent_members_of_a_chat_may_be_it() -> None:
    assert strangers(told()) == Counter(("Ana", "Bo", "Cy"))
    assert strangers(told("Bo")) == Counter()
