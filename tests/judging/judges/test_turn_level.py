"""Turns judged without hindsight, over HTTP."""

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judging.judges import ClaudeJudge, OpenAIJudge
from judging.judges.fence import fenced
from judging.judges.question import put
from judging.ratings import Citation, Outcome, Problem, Verdict
from judging.rubrics import Criterion, Kind, Level, RubricVersion, Sees
from judging.sessions import Role, Session, ToolCall, Turn
from tests.model_server import ModelServer, Request, Step, answer, answers, fails, says
from tests.prefix_cache import PrefixCache, equivalent

SOUND = Criterion("sound", "Is the turn sound?", "It is.", "It is not.", level=Level.TURN)
HARMLESS = replace(SOUND, key="harmless", question="Does it do no harm?", name="")
TURNS = RubricVersion("turns", 1, (SOUND,))
SECRET = b"kept"
MODEL = "claude-opus-5-5"
ROLES = (Role.USER, Role.ASSISTANT, Role.TOOL, Role.SYSTEM)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-any")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with ModelServer(seen) as started:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", started.url)
        yield started


@pytest.fixture
def judge(server: ModelServer) -> Iterator[ClaudeJudge]:
    made = ClaudeJudge(MODEL, secret=SECRET, sleep=lambda _: None)
    assert server.requests == []
    yield made
    made.close()


def seen(request: Request, before: int) -> Step:  # noqa: ARG001  (a policy)
    """Pass every criterion, and count the turns right."""
    return answers(*request.keys, turns_seen=request.transcript.count('{"turn": '))


def requests(
    session: Session, rubric: RubricVersion = TURNS, *, hindsight: bool = False
) -> list[str]:
    """Return what is sent of each turn, as text."""
    judge = ClaudeJudge(MODEL, secret=SECRET, hindsight=hindsight)
    asked = put(judge.questions(rubric), session)
    return [json.dumps(judge.request(one, session), ensure_ascii=False) for one in asked]


def long(turns: int, text: str = "The parcel left the depot this morning. " * 15) -> Session:
    roles = (Role.USER, Role.ASSISTANT)
    return Session(
        "long", tuple(Turn(n, roles[(n - 1) % 2], f"{n}: {text}") for n in range(1, turns + 1))
    )


def test_every_assistant_turn_gets_a_verdict_of_its_own(
    judge: ClaudeJudge, server: ModelServer, lost_parcel: Session
) -> None:
    verdicts = judge.verdicts(lost_parcel, TURNS)

    assert [(v.criterion, v.turn, v.outcome) for v in verdicts] == [
        ("sound", 2, Outcome.PASS),
        ("sound", 4, Outcome.PASS),
    ]
    assert [verdict.findings for verdict in verdicts if verdict.turn == 4] == [()]
    assert ["Of turn 2 alone" in request.whole for request in server.requests] == [True, False]


@settings(max_examples=60)
@given(st.lists(st.sampled_from(ROLES), min_size=1, max_size=12))
def test_no_request_holds_a_byte_of_a_later_turn(roles: list[Role]) -> None:
    marks = [f"said-in-{n:03}" for n in range(len(roles))]
    turns = tuple(
        Turn(n, role, mark, tool_calls=(ToolCall("c", f"tool_{mark}", {"of": mark}),))
        for n, (role, mark) in enumerate(zip(roles, marks, strict=True), start=1)
    )
    session = Session("s", turns)
    judged = [turn.number for turn in turns if turn.role is Role.ASSISTANT]

    for number, text in zip(judged, requests(session), strict=True):
        assert [mark in text for mark in marks] == [n <= number for n in range(1, len(marks) + 1)]


@pytest.mark.parametrize("sees", Sees)
def test_no_request_tells_how_long_the_session_is(sees: Sees, lost_parcel: Session) -> None:
    rubric = replace(TURNS, criteria=(replace(SOUND, sees=sees),))
    more = (Turn(5, Role.USER, "Thanks."), Turn(6, Role.ASSISTANT, "You are welcome."))
    longer = replace(lost_parcel, turns=(*lost_parcel.turns, *more))

    def plain(session: Session) -> list[str]:
        boundary = fenced(session, secret=SECRET).boundary
        return [text.replace(boundary, "TX") for text in requests(session, rubric)]

    short = plain(lost_parcel)

    assert plain(longer)[: len(short)] == short


def test_hindsight_shows_what_came_after_and_is_another_judge(
    server: ModelServer, lost_parcel: Session
) -> None:
    knowing = ClaudeJudge(MODEL, secret=SECRET, hindsight=True)

    (first, _) = knowing.verdicts(lost_parcel, TURNS)

    assert "It left today." in server.requests[0].whole
    assert (first.turn, first.citations) == (2, (Citation(4, "It left today."),))
    assert knowing.identity.fingerprint != ClaudeJudge(MODEL, secret=SECRET).identity.fingerprint
    assert ClaudeJudge(MODEL).identity.settings.keys() == knowing.identity.settings.keys() - {
        "hindsight"
    }


def test_a_citation_of_a_later_turn_is_no_evidence(
    judge: ClaudeJudge, server: ModelServer, lost_parcel: Session
) -> None:
    peeks = answer("sound", turns_seen=2, cited_turns=[4], quote="It left today.", verdict="fail")
    server.script.append(says(json.dumps(peeks)))

    first = judge.verdicts(lost_parcel, TURNS)[0]

    assert (first.turn, first.outcome, first.citations) == (2, Outcome.FAIL, ())
    assert [(f.tag, f.turn) for f in first.findings] == [("unverified-citation", 0)]
    assert "shown no such turn" in first.findings[0].note


def test_a_turn_without_words_is_not_asked_of_a_view_of_words(
    judge: ClaudeJudge, server: ModelServer, lost_parcel: Session
) -> None:
    rubric = replace(TURNS, criteria=(replace(SOUND, sees=Sees.ASSISTANT_ONLY),))

    silent, said = judge.verdicts(lost_parcel, rubric)

    assert (silent.turn, silent.outcome) == (2, Outcome.NOT_APPLICABLE)
    assert silent.rationale == "The turn says nothing: it only calls tools."
    assert (said.turn, said.outcome) == (4, Outcome.PASS)
    assert len(server.requests) == 1


def test_a_turn_that_cannot_be_judged_is_a_problem_of_that_turn(
    judge: ClaudeJudge, server: ModelServer, lost_parcel: Session
) -> None:
    server.script.append(fails(400, "invalid_request_error"))

    first, second = judge.verdicts(lost_parcel, TURNS)

    assert (first.turn, first.problem) == (2, Problem.BAD_REQUEST)
    assert (second.turn, second.outcome) == (4, Outcome.PASS)


def test_a_condition_holds_turn_by_turn(
    judge: ClaudeJudge, server: ModelServer, lost_parcel: Session
) -> None:
    present = replace(SOUND, key="promises", kind=Kind.CONDITION, name="")
    kept = replace(HARMLESS, applies_when="promises")
    absent = answer("promises", "harmless", turns_seen=2)
    absent["criteria"]["promises"]["verdict"] = "fail"
    server.script.append(says(json.dumps(absent)))

    verdicts = judge.verdicts(lost_parcel, replace(TURNS, criteria=(present, kept)))

    def outcome(verdict: Verdict) -> tuple[int, str, Outcome]:
        return verdict.turn, verdict.criterion, verdict.outcome

    assert [outcome(verdict) for verdict in verdicts] == [
        (2, "promises", Outcome.FAIL),
        (2, "harmless", Outcome.NOT_APPLICABLE),
        (4, "promises", Outcome.PASS),
        (4, "harmless", Outcome.PASS),
    ]


def test_both_levels_of_one_rubric_are_asked(
    judge: ClaudeJudge, server: ModelServer, lost_parcel: Session
) -> None:
    met = Criterion("goal_met", "Did it do it?", "It did.", "It did not.")

    verdicts = judge.verdicts(lost_parcel, RubricVersion("both", 1, (SOUND, met)))

    assert [(v.criterion, v.turn) for v in verdicts] == [
        ("goal_met", 0),
        ("sound", 2),
        ("sound", 4),
    ]
    assert len(server.requests) == 3


def test_what_is_told_of_a_turn_begins_with_what_was_told_of_the_one_before() -> None:
    session = long(12)
    judge = ClaudeJudge(MODEL, secret=SECRET)
    asked = put(judge.questions(TURNS), session)

    told = [judge.request(one, session) for one in asked]

    contents = [request["messages"][0]["content"] for request in told]
    texts = [[block["text"] for block in content[:-1]] for content in contents]
    assert all(later[: len(earlier)] == earlier for earlier, later in pairwise(texts))
    assert [sum("cache_control" in block for block in content) for content in contents] == [
        1,
        *[2] * 5,
    ]
    assert len({json.dumps([request["system"], request["output_config"]]) for request in told}) == 1


@pytest.mark.parametrize(("turns", "least"), [(40, 6), (100, 9)])
def test_the_turns_of_a_session_cost_a_fraction_of_what_they_would_each_alone(
    turns: int, least: float
) -> None:
    session, cache = long(turns), PrefixCache()
    judge = ClaudeJudge(MODEL, secret=SECRET)
    sent = [judge.request(one, session) for one in put(judge.questions(TURNS), session)]

    billed = [cache.usage(request) for request in sent]

    whole = sum(sum(usage.values()) for usage in billed)
    assert whole / sum(map(equivalent, billed)) >= least


def test_a_service_of_the_other_form_is_told_the_same(lost_parcel: Session) -> None:
    claude = ClaudeJudge(MODEL, secret=SECRET)
    other = OpenAIJudge("m", "http://127.0.0.1:9/v1", secret=SECRET)
    question = next(put(other.questions(TURNS), lost_parcel))

    theirs = other.request(question, lost_parcel)["messages"][1]["content"]
    ours = claude.request(question, lost_parcel)["messages"][0]["content"]

    (step, ask) = (block["text"] for block in ours)
    assert theirs.startswith(step)
    assert theirs.endswith(ask)
    assert "It left today." not in theirs
