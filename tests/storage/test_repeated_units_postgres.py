"""Repeated answers, and what is left of a run that asks for them, out of PostgreSQL."""

from collections.abc import Iterator
from dataclasses import astuple, replace

import pytest

from calibration import projects
from judging.ratings import Outcome
from storage import Answer, Compared, Project, Reference, Store, repeated_units
from tests import keeping, repeating
from tests.calibration.judged import ONE

pytestmark = pytest.mark.postgres
PASS, FAIL, NOT_SCORED = Outcome.PASS, Outcome.FAIL, Outcome.NOT_SCORED
REFERENCES = [Reference(), Reference(blind_only=True), Reference(reviewer="maya")]


@pytest.fixture
def on_server(url: str) -> Iterator[Project]:
    store = Store.upgraded(url)
    yield projects.new_or_existing(store, "default")
    store.close()


def filled(project: Project) -> Compared:
    """Have a judge asked once, then again and again, with labels on some."""
    project.rubrics.add(ONE)
    keeping.add(project, *(keeping.session(name, group=f"g{name in 'ab'}") for name in "abcd"))
    keeping.label(project, "a", FAIL)
    keeping.label(project, "b", PASS)
    keeping.judge(project, dict.fromkeys("abcd", PASS), rubric="one@1")
    again = {"a": [FAIL, PASS], "b": [NOT_SCORED], "c": [PASS, FAIL]}
    repeating.judge(project, again, first=2, rubric="one@1")
    more = {"a": [NOT_SCORED], "b": [FAIL]}
    return repeating.judge(project, more, first=2, samples=3, rubric="one@1")


def units(project: Project, compared: Compared) -> list[object]:
    """Return the units, without the numbers that a database gives its sessions."""
    return [astuple(unit)[1:] for unit in repeated_units.of(project).of(compared)]


def due(project: Project, compared: Compared) -> list[tuple[int, ...]]:
    """Return the samples that each session lacks in a run that would ask three times."""
    answer = Answer(9, compared.rubric_version, compared.judge, 3)
    numbers = [keeping.number(project, name) for name in "abcd"]
    found = project.verdicts.due(answer, numbers)
    return [found.get(number, ()) for number in numbers]


def test_they_are_the_same_out_of_both_databases(on_server: Project, project: Project) -> None:
    theirs, ours = filled(on_server), filled(project)

    for reference in REFERENCES:
        first, second = (replace(one, reference=reference) for one in (theirs, ours))
        found = units(on_server, first)
        assert found == units(project, second)
        assert len(found) == 3
    assert due(on_server, theirs) == due(project, ours) == [(), (3,), (), (2, 3)]
