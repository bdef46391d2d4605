"""How each reviewer labels."""

import pytest

from calibration.labels import reviewer_habits
from calibration.labels.reviewer_habits import Habit
from judging.ratings import Label, Outcome
from storage import NewLabel, Project
from tests import keeping

PASS, FAIL, UNSURE = Outcome.PASS, Outcome.FAIL, Outcome.CANNOT_TELL
NAMES = "abcdefgh"


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    keeping.add(project, *map(keeping.session, NAMES))


def label(project: Project, reviewer: str, outcomes: dict[str, Outcome]) -> None:
    for name, outcome in outcomes.items():
        keeping.label(project, name, outcome, reviewer=reviewer)


def habits(project: Project) -> dict[str, Habit]:
    found = reviewer_habits.listed(project, [project.rubrics.get("conversation@1")])
    return {one.reviewer: one for one in found}


def test_the_fail_rate_is_of_what_is_decided(project: Project) -> None:
    label(project, "maya", {"a": FAIL, "b": PASS, "c": PASS, "d": PASS, "e": UNSURE})

    found = habits(project)["maya"]

    assert (found.decided, found.fails, found.fail_rate.value) == (4, 1, 0.25)
    assert found.fail_rate.low is not None
    assert found.fail_rate.low < 0.25


def test_strictness_is_measured_where_another_decided_too(project: Project) -> None:
    label(project, "maya", dict.fromkeys("abcd", FAIL) | dict.fromkeys("efgh", PASS))
    label(project, "jonas", {"a": FAIL, "b": PASS, "e": PASS, "f": UNSURE})

    found = habits(project)

    assert (found["maya"].shared, found["jonas"].shared) == (3, 3)
    assert found["maya"].stricter.value == pytest.approx(1 / 3)
    assert found["jonas"].stricter.value == pytest.approx(-1 / 3)


def test_of_several_others_the_share_counts(project: Project) -> None:
    label(project, "maya", {"a": FAIL})
    label(project, "jonas", {"a": PASS})
    label(project, "lee", {"a": FAIL})

    found = habits(project)["maya"]

    assert (found.shared, found.stricter.value) == (1, 0.5)
    assert found.stricter.low is None


def test_without_a_shared_unit_nothing_is_said_of_strictness(project: Project) -> None:
    label(project, "maya", {"a": FAIL})

    found = habits(project)["maya"]

    assert (found.shared, found.stricter.value) == (0, None)


def test_times_are_quartiles_of_what_a_unit_took_in_all(project: Project) -> None:
    for name, seconds in zip("abcde", (10, 20, 30, 40, 100), strict=True):
        given = Label(
            session=name,
            criterion="goal_met",
            outcome=PASS,
            reviewer="maya",
            seconds_spent=seconds,
        )
        project.labels.add([NewLabel(keeping.number(project, name), 1, given)])

    times = habits(project)["maya"].times

    assert times is not None
    assert (times.lower, times.median, times.upper, times.n) == (20, 30, 40, 5)


def test_without_times_there_are_no_quartiles(project: Project) -> None:
    label(project, "maya", {"a": FAIL, "b": FAIL})

    assert habits(project)["maya"].times is None
