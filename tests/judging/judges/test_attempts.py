"""Asking until there is an answer, and who watches it."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any

import anthropic
import pytest

from judging.errors import JudgeError
from judging.judges import ClaudeJudge, RulesJudge
from judging.judges.attempts import Attempt, Body, replayed
from judging.judges.model_judge import ModelJudge
from judging.judges.outcomes import Fate
from judging.judges.question import Question
from judging.ratings import Outcome
from judging.rubrics import Criterion, RubricVersion
from judging.sessions import Session
from tests import working
from tests.model_server import ModelServer, Step, answers, fails, says

RUBRIC = RubricVersion("mine", 1, (Criterion("goal_met", "Did it do it?"),))


class EnoughError(Exception):
    """Somebody has seen enough."""


@dataclass
class Watched:
    """Notes what it sees, and has enough before one of the attempts."""

    enough_at: int = 99
    seen: list[tuple[object, ...]] = field(default_factory=list)

    def before(self, number: int, request: Body) -> None:
        if number == self.enough_at:
            raise EnoughError
        self.seen.append(("before", number, request["max_tokens"]))

    def after(self, number: int, attempt: Attempt) -> None:
        self.seen.append(("after", number, attempt.fate))

    def sleep(self, seconds: float) -> None:
        self.seen.append(("sleep", seconds))


@pytest.fixture
def judge(server: ModelServer) -> Iterator[ClaudeJudge]:
    assert server.requests == []
    made = ClaudeJudge("claude-opus-5-5", secret=b"kept")
    yield made
    made.close()


def question(judge: ClaudeJudge) -> Question:
    (only,) = judge.questions(RUBRIC)
    return only


def test_a_watch_sees_each_attempt_before_it_is_sent_and_after_all_but_the_last(
    judge: ClaudeJudge, server: ModelServer, lost_parcel: Session
) -> None:
    watch = Watched()
    server.script += [fails(529, retry_after="7"), says("", "max_tokens"), answers("goal_met")]

    call = judge.ask(question(judge), judge.request(question(judge), lost_parcel), watch)

    assert watch.seen == [
        ("before", 1, 8192),
        ("after", 1, Fate.BUSY),
        ("sleep", 7.0),
        ("before", 2, 8192),
        ("after", 2, Fate.TRUNCATED),
        ("before", 3, 16384),
    ]
    assert call.last.fate is Fate.ANSWERED
    assert [attempt.waited for attempt in call.attempts] == [0, 7.0, 0]


def test_what_a_watch_raises_is_not_sent(
    judge: ClaudeJudge, server: ModelServer, lost_parcel: Session
) -> None:
    server.script += [says("?")]

    with pytest.raises(EnoughError):
        judge.ask(
            question(judge), judge.request(question(judge), lost_parcel), Watched(enough_at=2)
        )

    assert len(server.requests) == 1


def test_without_a_key_a_watch_sees_nothing(
    judge: ClaudeJudge, lost_parcel: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY")
    watch = Watched()

    with pytest.raises(JudgeError, match="no API key"):
        judge.ask(question(judge), judge.request(question(judge), lost_parcel), watch)

    assert watch.seen == []


def test_what_is_sent_is_what_the_judge_says_it_would_send(
    judge: ClaudeJudge, server: ModelServer, lost_parcel: Session
) -> None:
    asked = question(judge)

    call = judge.ask(asked, judge.request(asked, lost_parcel), Watched())

    assert judge.request(asked, lost_parcel) == call.request == server.requests[0].body
    assert working.KEY not in repr(call)


def test_a_reply_that_was_kept_is_read_as_it_was_the_first_time(
    judge: ClaudeJudge, lost_parcel: Session
) -> None:
    asked = question(judge)
    call = judge.ask(asked, judge.request(asked, lost_parcel), Watched())

    again = replayed(call.request, call.last.reply.body, asked.keys)

    first, second = (judge.read(one, asked, lost_parcel) for one in (call, again))
    assert first == second
    assert first[0].outcome is Outcome.PASS
    assert again.usage == call.usage


OBJECTIONABLE = {
    "key": fails(401, "authentication_error"),
    "model": fails(404, "not_found_error"),
}
HARMLESS = {
    "answer": answers("goal_met"),
    "refusal": says("", "refusal"),
    "not accepted": fails(400, "invalid_request_error"),
    "busy": fails(529, retry_after="3600"),
}


@pytest.mark.parametrize("step", OBJECTIONABLE.values(), ids=OBJECTIONABLE.keys())
def test_a_call_that_says_that_none_can_be_answered_is_objected_to(
    judge: ClaudeJudge, server: ModelServer, lost_parcel: Session, step: Step
) -> None:
    server.script += [step]

    call = judge.ask(question(judge), judge.request(question(judge), lost_parcel), Watched())

    assert isinstance(judge.objection(call), JudgeError)


@pytest.mark.parametrize("step", HARMLESS.values(), ids=HARMLESS.keys())
def test_a_call_that_says_nothing_of_the_others_is_not(
    judge: ClaudeJudge, server: ModelServer, lost_parcel: Session, step: Step
) -> None:
    server.script += [step]

    call = judge.ask(question(judge), judge.request(question(judge), lost_parcel), Watched())

    assert judge.objection(call) is None


def test_only_a_judge_with_calls_to_watch_is_a_model_judge(judge: ClaudeJudge) -> None:
    assert isinstance(judge, ModelJudge)
    assert not isinstance(RulesJudge(), ModelJudge)


def test_threads_that_begin_at_once_share_one_client(
    judge: ClaudeJudge,
    server: ModelServer,
    lost_parcel: Session,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[str] = []
    make = anthropic.Anthropic.__init__

    def slow(client: anthropic.Anthropic, **options: Any) -> None:
        made.append(threading.current_thread().name)
        time.sleep(0.05)  # as long as it takes for all threads to come
        make(client, **options)

    monkeypatch.setattr(anthropic.Anthropic, "__init__", slow)
    together = threading.Barrier(32)

    def ask(n: int) -> Outcome:
        told = replace(lost_parcel, external_id=f"s-{n}")
        together.wait()
        return judge.verdicts(told, RUBRIC)[0].outcome

    with ThreadPoolExecutor(32) as pool:
        outcomes = list(pool.map(ask, range(32)))

    assert outcomes == [Outcome.PASS] * 32
    assert len(made) == 1
    assert server.received == 32


def test_once_closed_it_connects_anew(
    judge: ClaudeJudge, server: ModelServer, lost_parcel: Session
) -> None:
    judge.verdicts(lost_parcel, RUBRIC)
    judge.close()
    judge.close()

    again = judge.verdicts(lost_parcel, RUBRIC)

    assert again[0].outcome is Outcome.PASS
    assert server.received == 2
