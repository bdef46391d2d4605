"""What a run has yet to ask for, of what is asked several times."""

from dataclasses import replace

import pytest

from judging.ratings import Outcome
from judging.rubrics import Criterion, Level, RubricVersion
from storage import Answer, Compared, Project
from tests import keeping, repeating

PASS, FAIL, NOT_SCORED = Outcome.PASS, Outcome.FAIL, Outcome.NOT_SCORED
GOAL_MET = Criterion("goal_met", "Did it?", "It did.", "It did not.")
TURN_PASS = replace(GOAL_MET, key="turn_pass", level=Level.TURN)
ONE, TURNS = RubricVersion("one", 1, (GOAL_MET,)), RubricVersion("turns", 1, (TURN_PASS,))
FOUR = ("Where is it?", "On its way.", "When will it come?", "Tomorrow.")


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    keeping.add(project, *(keeping.session(name, *FOUR) for name in "ab"))
    project.rubrics.add(ONE)
    project.rubrics.add(TURNS)


def due(project: Project, compared: Compared, samples: int, *, run: int = 0) -> list[object]:
    """Return the samples that a run would ask for, of each session; another run unless named."""
    answer = Answer(run or 99, compared.rubric_version, compared.judge, samples)
    numbers = [keeping.number(project, name) for name in "ab"]
    found = project.verdicts.due(answer, numbers)
    assert project.verdicts.settled(answer, numbers) == set(numbers) - found.keys()
    return [found.get(number, ()) for number in numbers]


def complete(project: Project, compared: Compared, samples: int) -> int:
    """Return how many sessions are scored so often."""
    version, judge = compared.rubric_version, compared.judge
    return len(project.verdicts.complete(version, judge, samples=samples))


def test_what_was_scored_once_lacks_the_others(project: Project) -> None:
    compared = keeping.judge(project, {"a": PASS}, rubric="one@1")

    assert due(project, compared, 1) == [(), (1,)]
    assert due(project, compared, 3) == [(2, 3), (1, 2, 3)]
    assert [complete(project, compared, n) for n in (1, 2)] == [1, 0]


def test_what_several_runs_have_scored_is_put_together(project: Project) -> None:
    keeping.judge(project, {"a": PASS, "b": PASS}, rubric="one@1")
    repeating.judge(project, {"a": [FAIL]}, first=2, rubric="one@1")
    compared = repeating.judge(project, {"a": [PASS], "b": [PASS]}, first=3, rubric="one@1")

    assert due(project, compared, 3) == [(), (2,)]
    assert [complete(project, compared, n) for n in (1, 2, 3, 4)] == [2, 1, 1, 0]


def test_a_problem_settles_a_sample_for_its_own_run_alone(project: Project) -> None:
    compared = repeating.judge(project, {"a": [PASS, NOT_SCORED]}, rubric="one@1")
    run = project.runs.listed()[0].id

    assert due(project, compared, 2, run=run) == [(), (1, 2)]
    assert due(project, compared, 2) == [(2,), (1, 2)]
    assert complete(project, compared, 2) == 0


def test_a_sample_given_twice_counts_once(project: Project) -> None:
    repeating.judge(project, {"a": [PASS, PASS]}, rubric="one@1")
    compared = repeating.judge(project, {"a": [FAIL]}, first=2, rubric="one@1")

    assert complete(project, compared, 2) == 1
    assert complete(project, compared, 3) == 0


def test_every_turn_has_to_be_answered_each_time(project: Project) -> None:
    for turn in (2, 4):
        of_turn = {"criterion": "turn_pass", "turn": turn, "rubric": "turns@1"}
        said = {"a": [PASS, FAIL, PASS], "b": [PASS] * (turn // 2)}
        compared = repeating.judge(project, said, **of_turn)  # type: ignore[arg-type]

    assert due(project, compared, 2) == [(), (2,)]
    assert [complete(project, compared, n) for n in (1, 2, 3)] == [2, 1, 1]
