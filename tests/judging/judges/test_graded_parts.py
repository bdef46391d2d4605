"""Sessions too long to be shown whole, judged over HTTP by their ends and verdicts on the rest."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from judging.facts import FactKind, facts
from judging.judges import ClaudeJudge
from judging.ratings import Citation, Outcome, Problem
from judging.rubrics import Criterion, RubricVersion
from judging.sessions import Role, Session, Turn
from tests.model_server import ModelServer, Step, answer, says

MODEL = "claude-opus-5-5"
SECRET = b"kept"
ONE = RubricVersion("one", 1, (Criterion("goal_met", "Did it do it?", "It did.", "It did not."),))
TWO = replace(ONE, criteria=(*ONE.criteria, Criterion("polite", "Was it polite?")))
PARTS = (range(5, 21), range(21, 37), range(37, 53))


@pytest.fixture
def judge(server: ModelServer) -> Iterator[ClaudeJudge]:
    made = ClaudeJudge(MODEL, secret=SECRET, context="chunks", sleep=lambda _: None)
    assert server.requests == []
    yield made
    made.close()


def long(turns: int = 60) -> Session:
    """Return a session of turns that can be told apart, far over the limit."""
    roles = (Role.USER, Role.ASSISTANT)
    said = (f"said-in-{n:03} {'and so on ' * 120}" for n in range(1, turns + 1))
    every = (Turn(n, roles[(n - 1) % 2], text) for n, text in enumerate(said, 1))
    return Session("long", tuple(every), goal="To get the parcel.")


def gives(turns: int = 16, **given: object) -> Step:
    found: dict[str, object] = {"cited_turns": [], "quote": ""} | given
    return says(json.dumps(answer("goal_met", turns_seen=turns, **found)))


def lines(transcript: str) -> list[dict[str, Any]]:
    return [json.loads(one) for one in transcript.split("\n") if one.startswith("{")]


def test_every_part_is_judged_and_the_last_call_reads_the_verdicts(
    judge: ClaudeJudge, server: ModelServer
) -> None:
    fails: dict[str, Any] = {"verdict": "fail", "reason": "It got it wrong.", "cited_turns": [24]}
    server.script += [
        gives(verdict="cannot_tell", reason="Nothing yet."),
        gives(**fails, quote="said-in-024 and so on"),
        gives(verdict="pass", reason="It made up for it."),
        gives(turns=12, verdict="fail", cited_turns=[24], quote="said-in-024 and so on"),
    ]

    (verdict,) = judge.verdicts(long(), ONE)

    *parts, last = server.requests
    told = [[line["turn"] for line in lines(r.transcript) if "turn" in line] for r in parts]
    assert told == [list(part) for part in PARTS]
    between = [line for line in lines(last.transcript) if "judged turns" in line]
    assert [line["judged turns"] for line in between] == ["5-20", "21-36", "37-52"]
    assert between[1]["answers"]["goal_met"] == fails | {"quote": "said-in-024 and so on"}
    assert (verdict.outcome, verdict.findings) == (Outcome.FAIL, ())
    assert verdict.citations == (Citation(24, "said-in-024 and so on"),)


def test_a_part_is_told_that_it_is_one(judge: ClaudeJudge, server: ModelServer) -> None:
    judge.verdicts(long(), ONE)

    first, *_, last = server.requests
    assert "judge by this part alone" in first.rules
    assert "judge by this part alone" not in last.rules
    assert "may have been put right later" in last.rules


def test_all_criteria_of_a_call_are_answered_of_each_part(
    judge: ClaudeJudge, server: ModelServer
) -> None:
    judge.verdicts(long(), TWO)

    assert [request.keys for request in server.requests] == [("goal_met", "polite")] * 4


def test_one_criterion_a_call_has_each_part_judged_by_it_alone(server: ModelServer) -> None:
    judge = ClaudeJudge(MODEL, secret=SECRET, context="chunks", criteria_per_call="one")

    judge.verdicts(long(), TWO)
    judge.close()

    asked = [request.keys for request in server.requests]
    assert asked == [("goal_met",)] * 4 + [("polite",)] * 4


def test_what_a_part_cites_from_outside_and_quotes_wrongly_is_left_out(
    judge: ClaudeJudge, server: ModelServer
) -> None:
    server.script += [gives(verdict="fail", cited_turns=[7, 55], quote="words of nobody")]

    judge.verdicts(long(), ONE)

    told = lines(server.requests[3].transcript)[5]["answers"]["goal_met"]
    assert (told["cited_turns"], told["quote"]) == ([7], "")


def test_endless_reasons_are_clipped_and_a_quote_stands_whole_or_not_at_all(
    judge: ClaudeJudge, server: ModelServer
) -> None:
    quote = long().turns[6].content
    server.script += [gives(reason="word " * 9_000, cited_turns=[7], quote=quote)] * 3

    judge.verdicts(long(), ONE)

    transcript = server.requests[3].transcript
    told = lines(transcript)[5]["answers"]["goal_met"]
    assert "characters clipped …]" in told["reason"]
    assert told["quote"] in ("", quote)
    assert len(transcript) < 41_500


def test_a_part_without_an_answer_leaves_the_session_unscored_and_asks_no_more(
    judge: ClaudeJudge, server: ModelServer
) -> None:
    server.script += [gives(), says("", stop="refusal")]

    (verdict,) = judge.verdicts(long(), ONE)

    assert (verdict.outcome, verdict.problem) == (Outcome.NOT_SCORED, Problem.REFUSED)
    assert "a part of it has no account" in verdict.rationale
    assert len(server.requests) == 2


def test_a_part_shows_what_code_finds_in_it_and_nothing_of_the_others(
    judge: ClaudeJudge, server: ModelServer
) -> None:
    whole = long()
    broken = {10: "Error: no such order.", 30: "Error: the depot is closed."}
    turns = tuple(
        replace(t, role=Role.TOOL, content=broken[t.number], is_error=True)
        if t.number in broken
        else t
        for t in whole.turns
    )
    session = replace(whole, turns=turns)
    there = {fact.turn for fact in facts(session) if fact.kind is FactKind.TOOL_ERROR}
    assert there == {10, 30}

    judge.verdicts(session, ONE)

    found = [
        {line["at"] for line in lines(r.transcript) if line.get("found") == "tool_error"}
        for r in server.requests
    ]
    assert found == [{10}, {30}, set(), {10, 30}]


def test_it_is_another_judge_by_name_and_fingerprint() -> None:
    full, fit, chunks = (ClaudeJudge(MODEL, context=one) for one in ("full", "fit", "chunks"))

    assert chunks.identity.name == f"claude:{MODEL}+chunks"
    prints = {one.identity.fingerprint for one in (full, fit, chunks)}
    assert len(prints) == 3
