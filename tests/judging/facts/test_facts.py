"""All checks together: order, hindsight, quotes, time and hostile text."""

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import judging.facts
from judging.facts import CHECKS, PRECISION, Fact, FactKind, Reading, facts
from judging.facts.corrections import corrections
from judging.facts.uptake import uptake
from judging.sessions import Role, Session, ToolCall, Turn
from tests.judging.said import calls, session

LINES: tuple[str | Turn, ...] = (
    "user: My user ID is mia_li_3668. It should cost under $100.",
    "user: That's not what I asked. I want LAS, not LAX.",
    "user: No, you misunderstood, I wanted order 4711 to LAS.",
    "user: Actually, cancel it instead.",
    "user: Thanks, bye!",
    "user: Can you hear me?",
    "assistant: Please provide your user ID.",
    "assistant: The total price is $120.",
    "assistant: The total price is $150.",
    "assistant: I have cancelled your order 4711 to LAS.",
    "assistant: I cannot do that. Please hold on.",
    "assistant: Do you enjoy watching football games?",
    "tool: {}",
    "tool: Error: not found",
    "system: The user has left.",
    "other: (music)",
    calls("cancel_order", id=1),
    calls("get_order", id=1),
    calls("book_flight", to="LAX"),
    calls("transfer_to_human_agents"),
)
HINDSIGHT = {FactKind.UNRESOLVED_ERROR}
told = st.lists(st.sampled_from(LINES), max_size=24).map(lambda lines: session(*lines))


def without_hindsight(found: tuple[Fact, ...], last: int) -> list[Fact]:
    """Return the facts up to turn `last` that must not depend on what comes after it."""
    kept = [fact for fact in found if fact.turn <= last and fact.kind not in HINDSIGHT]
    return [fact for fact in kept if not fact.kind.startswith("ends_")]


@given(told, st.integers(0, 24))
@settings(max_examples=300, deadline=None)
def test_what_comes_later_changes_no_earlier_fact(whole: Session, last: int) -> None:
    part = replace(whole, turns=whole.turns[:last])

    assert without_hindsight(facts(part), last) == without_hindsight(facts(whole), last)


@given(told)
@settings(max_examples=200, deadline=None)
def test_quotes_stand_in_their_turns_and_turns_in_order(whole: Session) -> None:
    found = facts(whole)

    assert [fact.turn for fact in found] == sorted(fact.turn for fact in found)
    for fact in found:
        assert fact.quote in whole.turns[fact.turn - 1].content
        assert fact.related_quote in whole.turns[(fact.related_turn or 1) - 1].content
        assert (fact.related_turn or 1) <= fact.turn


def test_every_kind_is_found_somewhere() -> None:
    sessions = [
        session(LINES[0], LINES[7], LINES[1], LINES[18], LINES[6], LINES[8]),
        session(LINES[7], LINES[2], LINES[9], LINES[2], LINES[8]),
        session(LINES[7], "user: I see.", LINES[8], LINES[3], LINES[10]),
        session(LINES[17], LINES[12], LINES[17], LINES[9], "user: No, I don't want that."),
        session(LINES[16], LINES[13], LINES[16], LINES[13], LINES[4]),
        session(LINES[16], LINES[12], LINES[9], "user: That worked!"),
        session(LINES[19], LINES[12]),
        session(LINES[5]),
        session(LINES[11]),
        session("user: Forget it."),
        session("assistant: It leaves at nine."),
    ]

    assert {fact.kind for told in sessions for fact in facts(told)} == set(FactKind)


def test_pointers_say_how_often_they_were_right_and_facts_need_not() -> None:
    certain = {kind for kind in FactKind if not Fact(kind, 1, "").is_pointer}

    assert certain == {
        FactKind.REPEATED_CALL,
        FactKind.REPEATED_FAILURE,
        FactKind.TOOL_ERROR,
        FactKind.ENDS_WITH_AGENT,
    }
    assert all(Fact(kind, 1, "").precision_note for kind in PRECISION)


def test_an_empty_session_has_no_facts() -> None:
    assert facts(session()) == ()


def long(turns: int) -> Session:
    """Return a session of `turns` turns in which all checks have something to do."""
    varied = (
        replace(line, content=f"{line.content} {n}.")
        for n, line in enumerate(islice(cycle(session(*LINES).turns), turns))
    )
    return session(*varied)


def lines_run(told: Session) -> int:
    """Return how many lines of the checks run: on a busy machine as many as on a quiet one."""
    here = Path(judging.facts.__file__).parent
    count = 0

    def trace(frame: FrameType, event: str, _: object) -> Callable[..., Any] | None:
        nonlocal count
        count += event == "line"
        return trace if here in Path(frame.f_code.co_filename).parents else None

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        facts(told)
    finally:
        sys.settrace(before)
    return count


def test_what_it_takes_grows_with_the_turns_and_not_with_their_square() -> None:
    assert lines_run(long(1_200)) < 10 * lines_run(long(150))


def followed(reading: Reading) -> Iterator[Fact]:
    """Yield what becomes of the corrections in `reading`."""
    return uptake(reading, tuple(corrections(reading)))


HOSTILE = (
    "a",
    " ",
    "\u00a0",
    ". ",
    "no. ",
    "x\n",
    "1,",
    "$1 ",
    ", not ",
    "- ",
    "i ",
    "it's ",
    "i'm sure ",
    "actually, ",
    "there is a ",
    "has been now ",
    "up to $",
    "could you please kindly ",
    "please provide your email? ",
    "let's a ",
    "my order number is ",
    "A1",
    "AAA ",
    "a_",
    "a@",
    "#",
    "oh ",
    "can you ",
    '{"error":',
    "[[[",
    "\x00\x1b[2J",
    "\u202e\u200b",
    "\ud800",
    "\U0001f600",
)


# A pattern that goes back over all of it takes hours.
@pytest.mark.timeout(300)
@pytest.mark.parametrize("piece", HOSTILE, ids=ascii)
@pytest.mark.parametrize("role", [Role.USER, Role.ASSISTANT])
def test_no_check_blows_up_on_200_kilobytes_of_hostile_text(piece: str, role: Role) -> None:
    text = piece * (200_000 // len(piece))
    reading = Reading(
        session(
            LINES[0],
            "assistant: What is wanted?",
            LINES[1],
            Turn(0, Role.ASSISTANT, "", tool_calls=(ToolCall(text, text, {text: text}),)),
            Turn(0, Role.TOOL, text),
            Turn(0, role, text),
        )
    )
    assert reading.sentences
    assert reading.calls

    for check in (*CHECKS, corrections, followed):
        tuple(check(reading))


def calling(times: int) -> Session:
    """Return a session in which one turn calls a tool so many times."""
    made = tuple(ToolCall(str(n), "get_order", {"id": n}) for n in range(times))
    return session(Turn(0, Role.ASSISTANT, tool_calls=made), *["tool: {}"] * 100)


def test_what_it_takes_grows_with_the_calls_of_a_turn_and_not_with_their_square() -> None:
    assert lines_run(calling(4_000)) < 5 * lines_run(calling(1_000))
