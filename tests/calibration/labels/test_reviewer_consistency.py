"""How far a reviewer says the same when asked twice."""

from datetime import timedelta

import pytest

from calibration.labels import asking_again, reviewer_consistency
from calibration.labels.reviewer_consistency import Consistency, Share
from judging.agreement import Status
from judging.ratings import Outcome
from storage import Project, Stratum, repeats
from tests import keeping, splitting

PASS, FAIL, UNSURE = Outcome.PASS, Outcome.FAIL, Outcome.CANNOT_TELL
# As many on which the judge differs as on which it agrees, and all of them asked.
EIGHT = [(FAIL, PASS), (PASS, FAIL)] * 2 + [(PASS, PASS), (FAIL, FAIL)] * 2


def answered(project: Project, flipped: set[str], unsure: str = "") -> None:
    """Have maya give her first answers again, but for these."""
    keeping.many(project, EIGHT)
    version, judge = project.rubrics.get("conversation@1"), project.judges.get("example")
    lines = project.sessions.numbers(project.sessions.listed_ids())
    names = {line.id: name for name, line in lines.items()}
    first = {f"s{n}": human for n, (human, _) in enumerate(EIGHT)}
    while waiting := asking_again.round_of(project, version, judge, "maya").waiting:
        name = names[waiting[0].session]
        outcome = first[name]
        if name in flipped:
            outcome = FAIL if outcome is PASS else PASS
        outcome = UNSURE if name == unsure else outcome
        asking_again.answer(project, version, judge, "maya", waiting[0].unit, outcome)


def listed(project: Project) -> list[Consistency]:
    return reviewer_consistency.listed(project, [project.rubrics.get("conversation@1")])


def test_nobody_who_was_not_asked_is_listed(project: Project) -> None:
    keeping.many(project, EIGHT)

    assert listed(project) == []


def test_kappa_is_that_of_first_against_second_answer(project: Project) -> None:
    # First 4 fail, 4 pass; again the same but for one each way: 6 of 8, chance 1/2.
    answered(project, {"s0", "s1"})

    [found] = listed(project)

    assert (found.reviewer, found.criterion.key) == ("maya", "goal_met")
    assert (found.all, found.decided, found.few) == (Share(6, 8), 8, True)
    assert found.agreement.value == pytest.approx(0.75)
    assert found.kappa.value == pytest.approx(0.5)
    assert found.kappa.low is not None
    assert found.kappa.low < 0.5


def test_the_harder_half_is_told_apart(project: Project) -> None:
    answered(project, {"s0", "s1"})

    [found] = listed(project)

    assert found.by_stratum == {Stratum.DIFFERS: Share(2, 4), Stratum.AGREES: Share(4, 4)}


def test_an_answer_that_decides_nothing_is_another_one_and_in_no_kappa(project: Project) -> None:
    answered(project, set(), unsure="s4")

    [found] = listed(project)

    assert (found.all, found.decided) == (Share(7, 8), 7)
    assert found.agreement.value == 1


def test_one_value_the_second_time_is_a_kappa_of_nought_that_says_why(project: Project) -> None:
    answered(project, {"s0", "s2", "s5", "s7"})
    [found] = listed(project)

    assert found.kappa.value == 0
    assert found.kappa.status is Status.DEGENERATE_ONE_RATER_CONSTANT


def test_how_long_between_both_answers_is_said(project: Project) -> None:
    answered(project, set())

    [found] = listed(project)

    assert found.is_soon
    assert all(one.gap < timedelta(days=1) for one in repeats.of(project).listed("goal_met", 1))


def test_what_has_come_into_the_test_since_is_left_out(project: Project) -> None:
    answered(project, {"s0"})
    splitting.seal(project, "s0")

    [found] = listed(project)

    assert (found.all, found.by_stratum[Stratum.DIFFERS]) == (Share(7, 7), Share(3, 3))
