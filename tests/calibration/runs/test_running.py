"""Runs here and now: how they end, and who else may be at work."""

import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path

import pytest

from calibration.runs import planning, running, steering
from judging.errors import JudgeError, StoreError
from judging.judges import JudgeIdentity, ScriptedJudge
from judging.ratings import Outcome, Problem, Verdict
from judging.rubrics import RubricVersion
from judging.sessions import Session
from storage import Project, RunLine, RunStatus, Store
from tests import keeping, working
from tests.calibration import judged
from tests.model_server import ModelServer, Request, Step, passing
from tests.running import wait_for

ROOT = Path(__file__).parents[3]
KEYS = ("goal_met", "consistent", "no_reasking", "correction_present", "correction_honoured")


def scripted(*sessions: str) -> ScriptedJudge:
    return ScriptedJudge({(session, key, 0): "pass" for session in sessions for key in KEYS})


def test_an_answer_off_the_alphabet_is_a_problem_and_is_counted(project: Project) -> None:
    judged.add(project, "a", "b", "c")
    judge = scripted("a", "b")

    line = running.run(project, planning.plan(project, "conversation@1", judge), judge)

    assert (line.status, line.units, line.scored) == (RunStatus.DONE, 3, 2)
    assert line.not_scored == {Problem.PARSE_FAILED: 1}


@dataclass(frozen=True)
class Unreachable:
    identity: JudgeIdentity = field(
        default_factory=lambda: JudgeIdentity("unreachable", "scripted", template="2")
    )

    def verdicts(self, session: Session, rubric: RubricVersion) -> tuple[Verdict, ...]:
        raise JudgeError(f"No answer on {session.external_id} by {rubric.label}.", fix="Start it.")


def test_a_judge_that_cannot_be_asked_fails_the_run_with_its_reason(project: Project) -> None:
    judged.add(project, "a")
    judge = Unreachable()

    with pytest.raises(JudgeError):
        running.run(project, planning.plan(project, "conversation@1", judge), judge)

    line = project.runs.listed()[0]
    assert (line.status, line.reason) == (
        RunStatus.FAILED,
        "No answer on a by conversation@1. Start it.",
    )
    assert project.store.workers.alive() == set()


def test_an_interruption_pauses_the_run_and_keeps_what_was_on_its_way(
    project: Project, server: ModelServer
) -> None:
    keeping.add(project, *working.told(60))

    def policy(request: Request, before: int) -> Step:
        if server.received == 10:
            judged.interrupt()
        return passing(request, before)

    server.policy, server.latency = policy, 0.05
    with pytest.raises(KeyboardInterrupt):
        judged.run(project)
    first = project.runs.listed()[0]
    second = judged.run(project)

    assert (first.status, first.in_flight) == (RunStatus.PAUSED, 0)
    assert 10 <= first.scored == first.calls < 20
    assert (second.cached, second.scored) == (first.scored, 60)
    assert server.received == 60


def test_an_interruption_of_a_run_that_is_to_stop_already_is_one_all_the_same(
    project: Project, server: ModelServer
) -> None:
    keeping.add(project, *working.told(20))

    def policy(request: Request, before: int) -> Step:
        if server.received == 4:
            steering.cancel(project, project.runs.listed()[0].id)
            judged.interrupt()
        return passing(request, before)

    server.policy = policy
    with pytest.raises(KeyboardInterrupt):
        judged.run(project)

    assert project.runs.listed()[0].status is RunStatus.CANCELLED


@contextmanager
def command(*words: str) -> Iterator[subprocess.Popen[str]]:
    """Run the command until the block ends."""
    process = subprocess.Popen(
        [sys.executable, "-m", "judging", *words],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:
        yield process
        process.kill()


def test_a_killed_commands_run_is_let_go_and_no_more_than_its_width_is_lost(
    project: Project, server: ModelServer
) -> None:
    keeping.add(project, *working.told(40))

    def policy(request: Request, before: int) -> Step:
        return Step(waits=True) if before == 0 and server.received > 8 else passing(request, before)

    server.policy = policy
    words = ("run", "--rubric", "conversation@1", "--judge", working.MODEL, "--concurrency", "4")
    with command(*words) as process:
        wait_for(lambda: server.received == 12)
        process.send_signal(signal.SIGKILL)
        process.wait()
    server.policy = passing
    second = judged.by(judged.judge(project), project, project.rubrics.get("conversation@1").rubric)

    first = project.runs.get(1)
    assert (first.status, first.scored, first.in_flight) == (RunStatus.PAUSED, 8, 4)
    assert first.reason == "Its process ended before it was done."
    assert (second.cached, second.scored, second.calls) == (8, 40, 32)
    assert (server.received, len(server.bill)) == (44, 40)


def test_a_second_run_of_the_same_judge_is_refused_while_the_first_is_at_work(
    project: Project, server: ModelServer
) -> None:
    keeping.add(project, *working.told(4))
    refused: list[StoreError] = []
    server.latency = 0.5

    def second() -> None:
        wait_for(lambda: server.received)
        with pytest.raises(StoreError) as refusal:
            judged.run(project)
        refused.append(refusal.value)

    with ThreadPoolExecutor(1) as pool:
        other = pool.submit(second)
        line = judged.run(project)
        other.result()

    assert "Run 1 has the same judge answer the same rubric" in refused[0].what
    assert refused[0].fix == "Wait for it, or stop it: judging runs --cancel 1."
    assert (line.scored, server.received, len(project.runs.listed())) == (4, 4, 1)


def test_progress_is_told_on_the_way_and_at_the_end(project: Project, server: ModelServer) -> None:
    keeping.add(project, *working.told(12))
    server.latency = 0.5
    judge, told = judged.judge(project), []

    def progress(line: RunLine) -> None:
        told.append((line.status, line.units - line.left))

    planned = planning.plan(project, "conversation@1", judge)
    running.run(project, planned, judge, concurrency=4, progress=progress)

    assert told[-1] == (RunStatus.DONE, 12)
    assert told[0][0] is RunStatus.RUNNING
    assert told[0][1] < 12


def test_labels_are_saved_while_a_wide_run_is_at_work(
    project: Project, server: ModelServer, database_url: str
) -> None:
    keeping.add(project, *working.told(120))
    server.latency, ended = 0.05, threading.Event()
    pages = Store(database_url)

    def saved() -> int:
        names = (session.external_id for session in working.told(120))
        going_on = takewhile(lambda _: not ended.is_set(), names)
        return sum(keeping.label(pages.project("default"), n, Outcome.PASS) for n in going_on)

    with ThreadPoolExecutor(1) as pool:
        saving = pool.submit(saved)
        line = judged.run(project, concurrency=32)
        ended.set()
        labels = saving.result()
    pages.close()

    assert (line.status, line.scored, server.received) == (RunStatus.DONE, 120, 120)
    assert project.labels.count() == labels > 5
