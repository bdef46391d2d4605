"""Many sessions before a model judge at once: how wide, how it is held back, how it ends."""

import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import pytest

from calibration.runs import planning
from calibration.runs.asking import Asking
from calibration.runs.task import Task
from judging.errors import JudgeError
from judging.judges import ClaudeJudge
from judging.judges.attempts import Call
from judging.judges.model_judge import ModelJudge
from judging.judges.question import Question
from judging.ratings import Verdict
from judging.sessions import Session
from storage import Answer, CallLimit, CallStatus, Project, RunStatus
from tests import keeping, working
from tests.calibration import judged
from tests.model_server import ModelServer, Request, Step, fails, passing
from tests.running import wait_for

WIDTH = 4
AT_WORK = ("asking", "run ")


def at_work() -> list[str]:
    """Return the names of the threads that are at work at a run."""
    return [one.name for one in threading.enumerate() if one.name.startswith(AT_WORK)]


@dataclass
class After:
    """Passes so many requests, and does `step` with all that follow."""

    n: int
    step: Step
    came: int = 0

    def __call__(self, request: Request, before: int) -> Step:
        self.came += 1
        return passing(request, before) if self.came <= self.n else self.step


@dataclass
class Clock:
    """Does the steps of its script first, and notes when each request comes."""

    script: list[Step]
    times: list[float] = field(default_factory=list)

    def __call__(self, request: Request, before: int) -> Step:
        self.times.append(time.monotonic())
        return self.script.pop(0) if self.script else passing(request, before)


def test_as_many_requests_as_told_are_on_their_way_and_never_more(
    project: Project, server: ModelServer
) -> None:
    keeping.add(project, *working.told(24))
    in_flight: list[int] = []

    def policy(request: Request, before: int) -> Step:
        in_flight.append(project.runs.get(1).in_flight)
        return passing(request, before)

    server.policy, server.latency = policy, 0.05
    line = judged.run(project, concurrency=WIDTH)

    assert (line.scored, line.calls) == (24, 24)
    assert max(in_flight) == WIDTH


def test_a_slow_disk_keeps_no_slot_idle_and_the_run_is_done_only_after_it(
    project: Project, server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeping.add(project, *working.told(4))
    spun = threading.Event()
    monkeypatch.setattr(os, "fsync", lambda _: spun.wait(60))

    with ThreadPoolExecutor(1) as pool:
        run = pool.submit(judged.run, project, concurrency=2)
        wait_for(lambda: server.received == 4)
        assert not run.done()
        spun.set()

    assert run.result().scored == 4


def test_whom_the_service_asks_to_wait_holds_the_others_back(
    project: Project, server: ModelServer
) -> None:
    keeping.add(project, *working.told(40))
    server.policy = clock = Clock([fails(429, "rate_limit_error", retry_after="0.8")])
    server.latency = 0.02

    line = judged.run(project, concurrency=WIDTH)

    since = [one - clock.times[0] for one in clock.times]
    assert (line.scored, line.calls) == (40, 41)
    assert sum(one < 0.8 for one in since) < 20


def test_a_limit_beyond_what_a_run_waits_ends_it_after_three_and_loses_nothing(
    project: Project, server: ModelServer
) -> None:
    keeping.add(project, *working.told(40))
    server.policy = After(10, fails(429, "rate_limit_error", retry_after="3600"))

    with pytest.raises(JudgeError, match="asks to wait for 60 minutes"):
        judged.run(project, concurrency=1)
    line = project.runs.listed()[0]
    server.policy = passing
    later = judged.run(project, concurrency=1)

    assert (line.status, line.scored, line.calls) == (RunStatus.FAILED, 10, 13)
    assert line.reason.endswith("Resume the run after that: what is answered is kept.")
    assert (later.scored, later.calls, server.received) == (40, 30, 43)


def test_another_kind_of_failure_holds_nobody_back(project: Project, server: ModelServer) -> None:
    keeping.add(project, *working.told(6))
    server.script += [fails(529, "overloaded_error", retry_after="1.5")]

    line = judged.run(project, concurrency=2)

    first, *others, last = (request.unit for request in server.requests)
    assert line.scored == 6
    assert first == last
    assert first not in others


def test_a_key_that_is_refused_ends_the_run_and_what_was_answered_is_kept(
    project: Project, server: ModelServer
) -> None:
    keeping.add(project, *working.told(100))
    server.policy = After(10, fails(401, "authentication_error"))

    with pytest.raises(JudgeError, match="does not accept the API key"):
        judged.run(project, concurrency=WIDTH)

    line = project.runs.listed()[0]
    assert (line.status, line.scored, line.in_flight) == (RunStatus.FAILED, 10, 0)
    assert "does not accept the API key" in line.reason
    assert len(judged.standing(project)) == 10
    assert 10 < server.received == line.calls <= 10 + WIDTH
    assert at_work() == []


def test_without_a_key_the_run_fails_before_anything_is_asked_or_written_down(
    project: Project, server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeping.add(project, *working.told(12))
    monkeypatch.delenv("ANTHROPIC_API_KEY")

    with pytest.raises(JudgeError, match="There is no API key"):
        judged.run(project, concurrency=WIDTH)

    line = project.runs.listed()[0]
    assert (line.status, line.calls, line.in_flight, line.left) == (RunStatus.FAILED, 0, 0, 12)
    assert line.reason.startswith("There is no API key for the Claude judge. Set ANTHROPIC_API_KEY")
    assert server.received == 0


def test_without_a_service_the_run_fails_and_says_so(
    project: Project, server: ModelServer, free_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeping.add(project, *working.told(3))
    monkeypatch.setenv("ANTHROPIC_BASE_URL", f"http://127.0.0.1:{free_port}")

    with pytest.raises(JudgeError, match="There is no connection to 127"):
        judged.run(project, concurrency=1)

    line = project.runs.listed()[0]
    assert (line.status, line.calls, server.received) == (RunStatus.FAILED, 3, 0)
    assert {call.error for call in judged.calls(project, line.id)} == {"unreachable"}


def test_once_it_is_to_stop_no_more_sessions_are_taken(
    project: Project, server: ModelServer
) -> None:
    keeping.add(project, *working.told(100))
    judge = judged.judge(project)
    assert isinstance(judge, ModelJudge)
    planned = planning.plan(project, "conversation@1", judge)
    new = planning.new_run(project, planned, judge)
    answer = Answer(project.runs.start(new), planned.version.id, new.judge)
    limit = CallLimit(project.store.url, None)
    asking = Asking(
        Task(judge, planned.version.rubric, answer, project.ledger, limit), concurrency=WIDTH
    )
    sessions = project.sessions.whole(planned.left)

    server.policy = After(0, fails(403, "permission_error"))
    with pytest.raises(JudgeError, match="may not use"):
        asking.judge(sessions, dict.fromkeys(planned.left, (1,)), {})
    asking.close()

    assert len(list(sessions)) > 100 - 4 * WIDTH


class Puzzled(ClaudeJudge):
    """Cannot read what it gets about one session."""

    def read(self, call: Call, question: Question, session: Session) -> tuple[Verdict, ...]:
        if session.external_id == "parcel-5":
            raise ZeroDivisionError("Puzzled.")
        return super().read(call, question, session)


def test_what_breaks_in_a_thread_is_raised_and_no_paid_answer_is_lost(
    project: Project, server: ModelServer
) -> None:
    keeping.add(project, *working.told(30))
    judge = Puzzled("claude-sonnet-5-5", secret=project.store.secret())

    with pytest.raises(ZeroDivisionError):
        judged.by(judge, project, concurrency=WIDTH)

    line = project.runs.listed()[0]
    answered = [call for call in judged.calls(project, line.id) if call.status is CallStatus.OK]
    assert (line.status, line.in_flight) == (RunStatus.FAILED, 0)
    assert len(answered) == server.received == line.scored + 1
    assert "resume the run" in line.reason
    assert at_work() == []
