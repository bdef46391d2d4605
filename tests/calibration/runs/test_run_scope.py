"""Which sessions a run covers."""

import pytest

from calibration.runs import run_scope
from calibration.runs.run_scope import Scope, Which
from judging.errors import StoreError
from judging.splitting import Part
from storage import Project
from tests import keeping, splitting

NAMES = ("a", "b", "c", "d")


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    keeping.add(project, *map(keeping.session, NAMES))


def within(project: Project, scope: Scope) -> list[str]:
    """Return the ids of the sessions in a scope."""
    names = {keeping.number(project, name): name for name in project.sessions.listed_ids()}
    return [names[number] for number in run_scope.within(project, scope)]


@pytest.mark.parametrize("which", Which)
def test_every_choice_can_be_counted(project: Project, which: Which) -> None:
    assert run_scope.of(project, which) <= run_scope.of(project, Which.ALL)


def test_each_part_of_the_split_can_be_judged_alone(project: Project) -> None:
    splitting.seal(project, "b", "d")

    found = {part: within(project, Scope(part=part)) for part in Part}

    assert found == {Part.DEVELOP: ["a", "c"], Part.TEST: ["b", "d"], Part.ALL: list(NAMES)}


def test_a_session_in_no_split_is_one_to_look_at(project: Project) -> None:
    splitting.seal(project, "b")
    keeping.add(project, keeping.session("late"))

    assert within(project, Scope(part=Part.DEVELOP)) == ["a", "c", "d", "late"]


def test_a_limit_counts_within_the_part_and_ids_are_narrowed_too(project: Project) -> None:
    splitting.seal(project, "b", "d")

    assert within(project, Scope(part=Part.TEST, limit=1)) == ["b"]
    assert within(project, Scope(only=["d", "a"], part=Part.TEST)) == ["d"]


def test_without_a_split_all_is_there_to_look_at_and_the_test_is_refused(project: Project) -> None:
    assert within(project, Scope(part=Part.DEVELOP)) == list(NAMES)
    with pytest.raises(StoreError, match="no sealed test yet"):
        within(project, Scope(part=Part.TEST))
