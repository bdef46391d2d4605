"""Counts made ahead of whoever looks."""

import pytest
from sqlalchemy import select

from calibration.runs import counts, planning, running
from judging.judges import RulesJudge
from judging.ratings import Outcome
from storage import Project, kept_counts
from storage.tables import KeptCountRow, table
from tests import keeping

KEPT = table(KeptCountRow)


@pytest.fixture(autouse=True)
def small_counts_are_kept_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_counts, "WORTH_KEEPING", 0)


def kept(project: Project) -> set[tuple[str, str]]:
    query = select(KEPT.c.criterion, KEPT.c.held_against)
    with project._engine.connect() as connection:  # noqa: SLF001  (what is kept shows nowhere)
        return {(criterion, against) for criterion, against in connection.execute(query)}


def test_are_there_when_a_run_is_over(project: Project) -> None:
    keeping.add(project, keeping.session("a"))
    keeping.label(project, "a", Outcome.FAIL)
    judge = RulesJudge()
    planned = planning.plan(project, "conversation@1", judge)

    running.run(project, planned, judge)

    assert kept(project) == {
        (key, against)
        for key in planned.version.rubric.keys
        for against in ("person meaning 1", "person meaning 1 pass units")
    }


def test_are_made_of_what_the_pages_show_first(project: Project) -> None:
    keeping.many(project, [(Outcome.FAIL, Outcome.PASS)])

    counts.of_newest(project)

    assert ("goal_met", "person meaning 1") in kept(project)


def test_are_none_where_nothing_is_judged(project: Project) -> None:
    keeping.add(project, keeping.session("a"))
    keeping.label(project, "a", Outcome.FAIL)

    counts.of_newest(project)

    assert kept(project) == set()
