"""Sessions that somebody disputes."""

import pytest

from judging.ratings import Maker, Outcome
from storage import Project
from tests import keeping, splitting

PASS, FAIL = Outcome.PASS, Outcome.FAIL
NAMES = ("a", "b", "c")


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    keeping.add(project, *map(keeping.session, NAMES))


def disputed(project: Project) -> set[str]:
    numbers = {keeping.number(project, name): name for name in NAMES}
    return {numbers[session] for session in project.verdicts.disputed()}


def test_a_judge_and_a_label_that_differ(project: Project) -> None:
    for name in NAMES:
        keeping.label(project, name, PASS)
    keeping.judge(project, {"a": PASS, "b": FAIL, "c": Outcome.CANNOT_TELL})

    assert disputed(project) == {"b"}


def test_reviewers_that_differ(project: Project) -> None:
    keeping.label(project, "a", PASS)
    keeping.label(project, "a", FAIL, reviewer="jonas")
    keeping.label(project, "b", PASS)
    keeping.label(project, "b", PASS, reviewer="jonas")
    keeping.label(project, "c", PASS)
    keeping.label(project, "c", FAIL, reviewer="model", made_by=Maker.MODEL)

    assert disputed(project) == {"a"}


def test_what_was_taken_back_or_settled_is_disputed_no_longer(project: Project) -> None:
    for name in NAMES:
        keeping.label(project, name, PASS)
        keeping.label(project, name, FAIL, reviewer="jonas")
    keeping.label(project, "a", None, reviewer="jonas")
    keeping.label(project, "b", FAIL, reviewer="lead", adjudicated=True)

    assert disputed(project) == {"c"}


def test_the_sealed_test_tells_nothing(project: Project) -> None:
    splitting.seal(project, "a")
    for name in NAMES:
        keeping.label(project, name, PASS)
    keeping.judge(project, dict.fromkeys(NAMES, FAIL))

    assert disputed(project) == {"b", "c"}
