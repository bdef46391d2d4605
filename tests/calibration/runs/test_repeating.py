"""Runs that ask the same several times: what is sent, what is paid, what counts."""

import json
from collections import Counter
from collections.abc import Callable

import pytest
from sqlalchemy import text

from calibration.runs import estimating, planning, repeating, running
from calibration.runs.judges import Options
from calibration.runs.run_scope import Scope
from judging.errors import JudgeError
from judging.judges import ScriptedJudge
from judging.ratings import Outcome, Problem
from judging.rubrics import RubricVersion
from storage import Project, RunLine, run_totals
from storage.engine import opened
from storage.run_totals import Totals
from tests import keeping, working
from tests.calibration import judged
from tests.calibration.judged import ONE, VIEWS
from tests.model_server import ModelServer, Request, Step, answer, fails, passing, says

SOON = {"retry_after_ms": "5"}
Given = dict[tuple[str, str, int], Outcome]


def saying(*outcomes: str) -> Callable[[Request, int], Step]:
    """Answer the same question with these outcomes in turn, and with the last from then on."""

    def policy(request: Request, before: int) -> Step:
        said = outcomes[min(before, len(outcomes) - 1)]
        if said == "refused":
            return says("", "refusal")
        return says(json.dumps(answer(*request.keys, verdict=said)))

    return policy


def run(
    project: Project,
    runs: int,
    rubric: RubricVersion = ONE,
    *,
    concurrency: int = 4,
    options: Options = judged.ALL,
) -> RunLine:
    """Have the model judge all of a project under `rubric`, each session so often."""
    judge = judged.judge(project, options)
    planned = planning.plan(project, project.rubrics.add(rubric).rubric.label, judge, runs=runs)
    return running.run(project, planned, judge, concurrency=concurrency)


def given(project: Project) -> Given:
    """Return what all runs say, by session, criterion and sample; each once."""
    query = text(
        "SELECT s.external_id, v.criterion, v.sample, v.outcome FROM verdict v"
        " JOIN session s ON s.id = v.session_id"
    )
    engine = opened(project.store.url)
    with engine.connect() as connection:
        rows = connection.execute(query).all()
    engine.dispose()
    found = {(name, key, sample): Outcome(outcome) for name, key, sample, outcome in rows}
    assert len(found) == len(rows)
    return found


def counted(project: Project, run: int) -> Totals:
    """Count what a run has come to, whatever was kept when it ended."""
    engine = opened(project.store.url)
    with engine.connect() as connection:
        found = run_totals.count(connection, run)
    engine.dispose()
    return found


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    judged.add(project, "a", "b")


def test_each_session_is_asked_so_often_and_the_first_answer_counts(
    project: Project, server: ModelServer
) -> None:
    server.policy = saying("pass", "fail", "cannot_tell")

    line = run(project, 3)

    said = [Outcome.PASS, Outcome.FAIL, Outcome.CANNOT_TELL]
    wanted = {(s, "goal_met", n): o for s in "ab" for n, o in enumerate(said, start=1)}
    assert given(project) == wanted
    assert {v.verdict.outcome for v in judged.standing(project).values()} == {Outcome.PASS}
    assert (line.units, line.scored, line.calls, line.samples) == (2, 2, 6, 3)
    assert server.received == 6
    samples = Counter(call.sample for call in judged.calls(project, line.id))
    assert samples == {1: 2, 2: 2, 3: 2}


def test_a_second_run_pays_only_the_answers_that_are_missing(
    project: Project, server: ModelServer
) -> None:
    server.policy = saying("pass", "fail")
    once = run(project, 1)

    line = run(project, 3)

    assert (once.calls, line.calls, server.received) == (2, 4, 6)
    assert {call.sample for call in judged.calls(project, line.id)} == {2, 3}
    assert (line.units, line.scored, line.cached, line.left) == (2, 2, 0, 0)
    assert given(project)["a", "goal_met", 3] is Outcome.FAIL
    standing = judged.standing(project)["a", "goal_met"]
    assert (standing.run, standing.verdict.outcome) == (once.id, Outcome.PASS)


def test_what_was_asked_as_often_is_not_asked_again(project: Project, server: ModelServer) -> None:
    run(project, 3)

    fewer, same, more = (run(project, runs) for runs in (2, 3, 4))

    assert [one.calls for one in (fewer, same, more)] == [0, 0, 2]
    assert [one.cached for one in (fewer, same, more)] == [2, 2, 0]
    assert server.received == 8


def test_the_first_request_has_the_key_that_it_had_without_repeats(
    project: Project, server: ModelServer
) -> None:
    line = run(project, 2, VIEWS, concurrency=1)

    calls = judged.calls(project, line.id)
    by_sample = {n: [c.request for c in calls if c.sample == n] for n in (1, 2)}
    assert server.received == 8
    assert by_sample[1] == by_sample[2]
    judged.run(project, VIEWS)
    assert server.received == 8


def test_a_unit_with_a_problem_in_one_answer_is_not_scored_and_asked_that_once_more(
    project: Project, server: ModelServer
) -> None:
    server.policy = saying("pass", "refused", "pass")
    line = run(project, 3)
    assert (line.scored, line.not_scored, line.left) == (0, {Problem.REFUSED: 2}, 0)
    [problem, _] = project.calls.problems(line.id)
    assert (problem.session, problem.criteria) == ("a", ("goal_met",))

    again = run(project, 3)

    assert (again.calls, again.scored, again.not_scored) == (2, 2, {})
    assert {call.sample for call in judged.calls(project, again.id)} == {2}


def test_one_answer_that_is_put_off_leaves_its_unit_to_be_resumed(
    project: Project, server: ModelServer
) -> None:
    def busy(request: Request, before: int) -> Step:
        return fails(529, **SOON) if 1 <= before <= 8 else passing(request, before)

    server.policy = busy
    line = run(project, 2, concurrency=1)
    assert (line.scored, line.not_scored) == (0, {Problem.DEFERRED: 2})
    assert {sample for *_, sample in given(project)} == {1}

    judged.again(project, line.id)

    after = counted(project, line.id)
    assert (after.scored, after.not_scored) == (2, {})
    assert len(given(project)) == 4
    assert server.received == 2 * (1 + 8 + 1)


def test_an_interrupted_run_goes_on_where_it_was(project: Project, server: ModelServer) -> None:
    came = 0

    def policy(request: Request, before: int) -> Step:
        nonlocal came
        came += 1
        if came == 3:
            judged.interrupt()
        return passing(request, before)

    server.policy = policy
    with pytest.raises(KeyboardInterrupt):
        run(project, 3, concurrency=1)
    assert server.received < 6

    line = run(project, 3)

    assert server.received == 6
    assert len(given(project)) == 6
    assert (line.scored, line.left) == (2, 0)


def test_the_summary_of_a_long_session_is_made_anew_for_each_answer(
    project: Project, server: ModelServer
) -> None:
    turns = ["Where is parcel seven? " * 200, "It left today. " * 200] * 10
    keeping.add(project, keeping.session("long", *turns))
    judge = judged.judge(project, Options(context="fit"))
    version = project.rubrics.add(ONE).rubric.label
    scope = Scope(only=["long"])
    planned = planning.plan(project, version, judge, scope, runs=2)

    before = estimating.estimate(project, planned, judge)
    line = running.run(project, planned, judge)

    assert (before.calls, line.calls, line.scored, server.received) == (4, 4, 1, 4)
    found = [(c.criterion.startswith("("), c.sample) for c in judged.calls(project, line.id)]
    assert found == [(True, 1), (False, 1), (True, 2), (False, 2)]


def test_the_estimate_counts_each_answer_and_none_that_is_paid(
    project: Project, server: ModelServer
) -> None:
    judge = judged.judge(project)
    label = project.rubrics.add(ONE).rubric.label

    def calls(runs: int) -> int:
        planned = planning.plan(project, label, judge, runs=runs)
        return estimating.estimate(project, planned, judge).calls

    assert (calls(1), calls(3)) == (2, 6)
    run(project, 1)
    assert (calls(1), calls(3)) == (0, 4)
    assert server.received == 2


@pytest.mark.parametrize("runs", [0, 10])
def test_no_judge_is_asked_less_than_once_or_more_than_nine_times(
    project: Project, runs: int
) -> None:
    with pytest.raises(JudgeError, match="from 1 to 9 times"):
        repeating.check(judged.judge(project), runs)


def test_a_judge_that_always_says_the_same_is_asked_once(project: Project) -> None:
    same = ScriptedJudge({})

    assert repeating.objection(same, 1) is None
    with pytest.raises(JudgeError, match="however often it is asked"):
        planning.plan(project, "conversation@1", same, runs=2)


def test_a_majority_is_not_asked_several_times_over(project: Project) -> None:
    majority = judged.judge(project, Options(majority=3))

    assert repeating.objection(majority, 1) is None
    with pytest.raises(JudgeError, match="several times already"):
        repeating.check(majority, 2)


def test_a_session_that_was_asked_twice_counts_once_at_every_state(
    project: Project, server: ModelServer
) -> None:
    server.policy = saying("pass", "fail")

    line = run(project, 2, VIEWS)

    assert (line.units, line.scored, line.left, line.calls) == (2, 2, 0, 8)
    kept = project.runs.get(line.id)
    assert (kept.scored, kept.samples) == (2, 2)
    assert line.judge == working.MODEL
