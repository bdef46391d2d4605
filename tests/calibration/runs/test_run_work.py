"""What one process does of a run, whatever the judge."""

import gc
import threading

import pytest

from calibration.runs import judges, planning, steering
from calibration.runs.run_work import RunWork
from judging.errors import JudgeError, StoreError
from judging.judges import Judge, ScriptedJudge
from judging.ratings import Outcome
from storage import Project, RunStatus, Store
from tests import keeping, working
from tests.calibration import judged
from tests.calibration.judged import ONE
from tests.model_server import ModelServer, Request, Step, passing, says
from tests.running import wait_for


def begun(project: Project, judge: Judge, rubric: str = "conversation@1") -> int:
    """Return a run that has begun and done nothing."""
    planned = planning.plan(project, rubric, judge)
    return project.runs.start(planning.new_run(project, planned, judge, concurrency=2))


def done(project: Project, run: int, judge: Judge | None = None) -> None:
    with RunWork(project, run, judge) as work:
        work.do(work.sessions)


def test_rules_answer_without_being_handed_over(project: Project) -> None:
    judged.add(project, *(f"s{n}" for n in range(120)))
    run = begun(project, judges.named("rules", b""))

    done(project, run)

    line = project.runs.get(run)
    assert (line.units, line.scored, line.calls, line.left) == (120, 120, 0, 0)


def test_what_was_there_before_is_not_collected_while_the_work_goes_on(project: Project) -> None:
    judged.add(project, "a")
    run = begun(project, judges.named("rules", b""))

    with RunWork(project, run) as work:
        assert gc.get_freeze_count() > 100_000
        work.do(work.sessions)

    assert gc.get_freeze_count() == 0


def test_at_turn_level_every_assistant_turn_is_a_unit(project: Project) -> None:
    keeping.add(project, keeping.session("long", "Hi", "Yes?", "Where is it?", "There."))
    run = begun(project, judges.named("rules", b""), "turn@1")

    done(project, run)

    line = project.runs.get(run)
    assert (line.units, line.scored, line.left) == (2, 2, 0)


def test_a_judge_that_cannot_be_made_again_has_to_be_handed_over(project: Project) -> None:
    judged.add(project, "a")
    scripted = ScriptedJudge({("a", "turn_pass", 2): "fail"})
    run = begun(project, scripted, "turn@1")

    with pytest.raises(JudgeError, match="cannot ask the judge scripted"):
        RunWork(project, run)
    done(project, run, scripted)

    [stored] = project.verdicts.standing(
        project.sessions.ids(),
        rubric_version=project.rubrics.get("turn@1").id,
        judge=project.judges.kept(scripted.identity).id,
    ).values()
    assert (stored.verdict.turn, stored.verdict.outcome) == (2, Outcome.FAIL)


def test_a_model_is_made_again_from_what_was_kept(project: Project, server: ModelServer) -> None:
    judged.add(project, "a", "b")
    run = begun(project, judged.judge(project, judged.BY_ONE), "conversation@1")

    done(project, run)

    assert (project.runs.get(run).scored, server.received) == (2, 10)
    assert {request.body["model"] for request in server.requests} == {"claude-sonnet-5-5"}


def test_only_what_is_left_is_asked(project: Project, server: ModelServer) -> None:
    keeping.add(project, *working.told(6))
    server.script += [says("", "refusal")]
    run = begun(project, judged.judge(project))

    with RunWork(project, run) as work:
        work.do(work.sessions[:4])
        left = work.left(work.sessions)
        work.do(work.sessions)

    assert left == list(work.sessions[4:])
    assert (server.received, project.runs.get(run).scored) == (6, 5)


def test_a_pause_from_elsewhere_stops_it_and_what_is_on_its_way_is_kept(
    project: Project, server: ModelServer, database_url: str
) -> None:
    keeping.add(project, *working.told(200))
    elsewhere = Store(database_url)

    def policy(request: Request, before: int) -> Step:
        if server.received == 5:
            steering.pause(elsewhere.project("default"), run)
        return passing(request, before)

    server.policy, server.latency = policy, 0.05
    run = begun(project, judged.judge(project))
    with project.store.workers.beating("us"):
        done(project, run)
    elsewhere.close()

    line = project.runs.get(run)
    assert line.status is RunStatus.PAUSING
    assert 5 <= line.scored == line.calls == server.received < 150
    assert line.in_flight == 0


def test_rules_stop_at_a_pause_too(project: Project) -> None:
    judged.add(project, *(f"s{n}" for n in range(150)))
    run = begun(project, judges.named("rules", b""))
    steering.pause(project, run)

    with RunWork(project, run) as work:
        wait_for(work.stop.event.is_set)
        work.do(work.sessions)

    assert project.runs.get(run).scored == 0


def test_when_it_is_closed_none_of_its_threads_is_left(
    project: Project, server: ModelServer
) -> None:
    keeping.add(project, *working.told(8))
    before = threading.active_count()
    work = RunWork(project, begun(project, judged.judge(project)))

    work.open()
    work.do(work.sessions)
    during = threading.active_count()
    work.close()

    assert during > before
    assert threading.active_count() == before
    assert server.received == 8


def test_a_run_that_is_not_there_is_refused(project: Project) -> None:
    with pytest.raises(StoreError, match="There is no run 7"):
        RunWork(project, 7)


def test_a_limit_that_is_none_is_refused(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    judged.add(project, "a")
    run = begun(project, judges.named("rules", b""))
    monkeypatch.setenv("JUDGE_CALLS_PER_MINUTE", "many")

    with pytest.raises(JudgeError, match="'many'"):
        RunWork(project, run)


def test_a_limit_on_calls_spreads_them(
    project: Project, server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged.add(project, "a", "b", "c")
    monkeypatch.setenv("JUDGE_CALLS_PER_MINUTE", "240")

    line = judged.run(project, ONE)

    first, second, third = judged.calls(project, line.id)
    assert (third.started_at - first.started_at).total_seconds() >= 0.45
    assert second.started_at > first.started_at
    assert server.received == 3
