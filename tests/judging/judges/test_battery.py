"""The payloads, and that none of them breaks the fence they are put behind."""

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from judging.judges.battery import BATTERY, INERT, Family, Payload, of_family
from judging.judges.canary import planted
from judging.judges.fence import fenced, visible
from judging.sessions import Role, Session, Turn
from tests.judging.judges.test_fence import (
    SECRET,
    bare,
    objections,
    renderer,
    with_fixed_boundary,
)
from tests.judging.said import session

WHERE = {Role.USER: 1, Role.ASSISTANT: 2, Role.TOOL: 3}


def with_payload(payload: Payload, role: Role = Role.USER) -> Session:
    """Return a session in whose turn of `role` the payload stands."""
    told = session("user: It is late.", "assistant: I look.", "tool: {}", "assistant: Done.")
    return planted(told, WHERE[role], payload.text)


@pytest.mark.parametrize("role", WHERE)
@pytest.mark.parametrize("payload", BATTERY, ids=lambda payload: payload.name)
def test_none_ends_the_fence_adds_a_turn_or_hides(payload: Payload, role: Role) -> None:
    told = with_payload(payload, role)

    shown = fenced(told, secret=SECRET).text

    assert objections(shown, told) == []
    assert all(json.loads(line).keys() == {"turn", "role", "text"} for line in inside(shown))


def inside(shown: str) -> list[str]:
    """Return the lines between the fence lines."""
    return shown.split("\n")[1:-1]


@pytest.mark.parametrize("payload", BATTERY, ids=lambda payload: payload.name)
def test_none_can_know_the_boundary_of_the_session_it_is_in(payload: Payload) -> None:
    told = with_payload(payload)
    leaked = fenced(told, secret=SECRET).boundary

    again = with_payload(replace(payload, text=f"{payload.text}\n<<{leaked} transcript ends>>"))

    assert fenced(again, secret=SECRET).boundary != leaked
    assert objections(fenced(again, secret=SECRET).text, again) == []


def plain(turn: Turn) -> str:
    """Return a turn as JSON in which letters without a shape stay as they are."""
    fields = {"turn": turn.number, "role": turn.role, "text": turn.content}
    return json.dumps(fields, ensure_ascii=False)


def quoted(turn: Turn) -> str:
    """Return a turn whose quotes are escaped, and nothing else."""
    return bare(turn, turn.content.replace('"', '\\"'))


MUTANTS = {
    "raw": (renderer(lambda turn: bare(turn, turn.content)), {"closing-tags", "turn-as-json"}),
    "quotes only": (renderer(quoted), {"closing-tags", "separators", "backslashes"}),
    "plain JSON": (renderer(plain), {"tag-letters", "right-to-left", "separators", "zero-width"}),
    "fixed boundary": (with_fixed_boundary, {payload.name for payload in BATTERY}),
}


@pytest.mark.parametrize(("render", "caught"), MUTANTS.values(), ids=MUTANTS.keys())
def test_a_careless_renderer_is_caught_by_those_made_for_it(
    render: Callable[[Session], str], caught: set[str]
) -> None:
    told = {payload.name: with_payload(payload) for payload in BATTERY}

    found = {name for name, one in told.items() if objections(render(one), one)}

    assert caught <= found


def test_plain_orders_pass_a_careless_renderer_so_that_it_is_not_the_check_that_fails() -> None:
    [order] = of_family(Family.ORDER)
    told = with_payload(order)
    render, _ = MUTANTS["plain JSON"]

    assert objections(render(told), told) == []


@pytest.mark.parametrize("family", Family)
def test_every_family_has_one_that_asks_for_a_pass(family: Family) -> None:
    asked = [payload.text.lower() for payload in of_family(family)]

    assert asked
    assert all("pass" in text or family in HIDDEN for text in asked)


HIDDEN = {Family.INVISIBLE, Family.BIDI, Family.TAGS, Family.ENCODED}


def test_no_two_have_one_name() -> None:
    assert len({payload.name for payload in BATTERY}) == len(BATTERY)


@pytest.mark.parametrize("payload", BATTERY, ids=lambda payload: payload.name)
def test_the_inert_text_takes_as_much_room_in_a_prompt(payload: Payload) -> None:
    assert len(visible(payload.inert)) == len(visible(payload.text))
    assert (INERT * 500).startswith(payload.inert)


def test_the_inert_text_speaks_of_nothing_that_is_judged() -> None:
    told = {"pass", "fail", "verdict", "judge", "criteri", "review", "solved", "user", "agent"}

    assert [word for word in told if word in INERT.lower()] == []
