"""Runs over sessions that are too long to be shown whole: what is asked, paid and kept."""

import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from calibration.runs import estimating, planning
from calibration.runs.judges import Options
from judging.errors import JudgeError
from judging.ratings import Outcome, Problem
from judging.rubrics import Sees
from judging.sessions import Session
from storage import Project, RunStatus
from tests import keeping, working
from tests.calibration import judged
from tests.calibration.judged import ONE, POLITE, TWO
from tests.model_server import (
    ModelServer,
    Request,
    Step,
    answers,
    fails,
    passing,
    says,
)
from tests.running import wait_for

ROOT = Path(__file__).parents[3]
FIT = Options(context="fit")
CHUNKS = Options(context="chunks")
BY_ONE = Options(criteria_per_call="one", context="fit")
VIEWS = replace(
    TWO, name="views", criteria=(*ONE.criteria, replace(POLITE, sees=Sees.ASSISTANT_ONLY))
)


def long(name: str = "long", turns: int = 32) -> Session:
    said = (f"{name} {n}: {'and so on ' * 150}" for n in range(turns))
    return keeping.session(name, *said)


def asked(server: ModelServer) -> list[tuple[str, ...]]:
    """Return what each request asked; nothing where it asked for a summary."""
    return [request.keys for request in server.requests]


def test_a_long_session_takes_a_summary_and_a_judgement_and_both_are_counted(
    project: Project, server: ModelServer
) -> None:
    keeping.add(project, long(), keeping.session("short"))

    line = judged.run(project, ONE, FIT)

    assert (line.status, line.scored) == (RunStatus.DONE, 2)
    assert (line.calls, server.received) == (3, 3)
    assert line.usage.output == 3 * 40
    of_long = project.calls.of_session(line.id, "long")
    assert [call.criterion for call in of_long] == ["(summary 1),goal_met", ""]
    assert line.cost == sum(call.cost or 0 for call in judged.calls(project, line.id))


def test_a_summary_is_paid_for_once_whatever_is_asked_with_it(
    project: Project, server: ModelServer
) -> None:
    keeping.add(project, long())

    judged.run(project, ONE, FIT)
    again = judged.run(project, ONE, FIT)
    more = judged.run(project, TWO, BY_ONE)

    assert (again.cached, again.calls, more.scored) == (1, 0, 1)
    # One by one is another judge, whose request about the middle is the same.
    assert asked(server) == [(), ("goal_met",), ("polite",)]


@pytest.mark.parametrize(
    ("fault", "problem"),
    [
        ([says("", stop="refusal")], Problem.REFUSED),
        ([says("Well.")] * 2, Problem.PARSE_FAILED),
        ([says("", stop="model_context_window_exceeded")], Problem.TOO_LONG),
    ],
)
def test_a_session_without_a_summary_ends_in_its_problem_with_the_call_behind_it(
    project: Project, server: ModelServer, fault: list[Step], problem: Problem
) -> None:
    keeping.add(project, long())
    server.script += fault

    line = judged.run(project, TWO, BY_ONE)

    assert (line.scored, line.not_scored, line.calls) == (0, {problem: 1}, len(fault))
    for stored in judged.standing(project, TWO, BY_ONE).values():
        assert stored.verdict.outcome is Outcome.NOT_SCORED
        behind = project.calls.behind(stored.id)
        assert {call.criterion for call in behind} == {"(summary 1),goal_met,polite"}


def test_a_summary_that_is_put_off_is_asked_for_again_and_then_settled(
    project: Project, server: ModelServer
) -> None:
    keeping.add(project, long())
    server.script.append(fails(529, retry_after="3600"))

    first = judged.run(project, TWO, FIT)
    second = judged.run(project, TWO, FIT)

    assert (first.scored, first.not_scored) == (0, {Problem.DEFERRED: 1})
    assert (second.scored, second.not_scored) == (1, {})
    assert asked(server) == [(), (), ("goal_met", "polite")]


def test_each_view_has_its_own_summary_in_the_ledger(project: Project, server: ModelServer) -> None:
    keeping.add(project, long(turns=80))

    line = judged.run(project, VIEWS, FIT)

    assert (line.scored, line.calls, server.received) == (1, 8, 8)
    assert [call.criterion for call in judged.calls(project, line.id)] == [
        *(f"(summary {n}),goal_met" for n in (1, 2, 3, 4)),
        "goal_met",
        *(f"(summary {n}),polite" for n in (1, 2)),
        "polite",
    ]


def test_parts_that_are_judged_are_in_the_ledger_by_criteria_and_paid_for_once(
    project: Project, server: ModelServer
) -> None:
    keeping.add(project, long(turns=60), keeping.session("short"))

    first = judged.run(project, ONE, CHUNKS)
    again = judged.run(project, ONE, CHUNKS)

    assert (first.scored, first.calls, again.cached, again.calls) == (2, 5, 2, 0)
    of_long = project.calls.of_session(first.id, "long")
    assert [call.criterion for call in of_long] == [
        *(f"(part {n}),goal_met" for n in (1, 2, 3)),
        "",
    ]
    assert asked(server) == [("goal_met",)] * 5


def test_a_part_that_is_refused_is_the_call_behind_the_verdict(
    project: Project, server: ModelServer
) -> None:
    keeping.add(project, long(turns=60))
    server.script += [answers("goal_met"), says("", stop="refusal")]

    line = judged.run(project, ONE, CHUNKS)

    assert (line.scored, line.not_scored, line.calls) == (0, {Problem.REFUSED: 1}, 2)
    (stored,) = judged.standing(project, ONE, CHUNKS).values()
    assert [call.criterion for call in project.calls.behind(stored.id)] == ["(part 2),goal_met"]


def test_a_run_that_ends_after_the_summary_does_not_ask_for_it_again(
    project: Project, server: ModelServer
) -> None:
    keeping.add(project, long())

    def policy(request: Request, before: int) -> Step:
        return passing(request, before) if not request.keys else fails(401)

    server.policy = policy
    with pytest.raises(JudgeError, match="key"):
        judged.run(project, ONE, FIT)
    server.policy = passing
    line = judged.run(project, ONE, FIT)

    assert (line.scored, line.calls) == (1, 1)
    assert asked(server) == [(), ("goal_met",), ("goal_met",)]


def test_a_command_killed_between_the_two_has_paid_for_the_summary(
    project: Project, server: ModelServer
) -> None:
    keeping.add(project, long())
    server.policy = lambda request, n: passing(request, n) if not request.keys else Step(waits=True)
    words = ("run", "--rubric", "conversation@1", "--judge", working.MODEL, "--context", "fit")

    with subprocess.Popen([sys.executable, "-m", "judging", *words], cwd=ROOT) as process:
        wait_for(lambda: server.received == 2)
        process.send_signal(signal.SIGKILL)
        process.wait()
    server.policy = passing
    judge = judged.judge(project, FIT)
    line = judged.by(judge, project, project.rubrics.get("conversation@1").rubric)

    assert (line.scored, line.calls) == (1, 1)
    assert [not keys for keys in asked(server)] == [True, False, False]


def test_the_estimate_counts_the_summary_until_it_is_paid_for(
    project: Project, server: ModelServer
) -> None:
    keeping.add(project, long())
    version = project.rubrics.add(TWO).rubric.label
    judge = judged.judge(project, BY_ONE)

    before = estimating.estimate(project, planning.plan(project, version, judge), judge)
    judged.run(project, ONE, FIT)
    after = estimating.estimate(project, planning.plan(project, version, judge), judge)

    assert (before.calls, after.calls) == (3, 1)
    middle, ends = 20 * 1_360, 12 * 1_360
    assert before.usage.input > (middle + 2 * ends) / 2.5
    assert 0.4 * ends < after.usage.input < 0.4 * ends + 2_500
    assert server.received == 2
