"""Looking at sessions."""

import pytest

from calibration import browsing
from judging.errors import StoreError
from judging.ratings import Outcome
from storage import Project, SessionFilter
from tests import keeping

PASS, FAIL = Outcome.PASS, Outcome.FAIL


def test_a_cell_counts_all_its_units_and_shows_the_first(project: Project) -> None:
    compared = keeping.many(project, [(FAIL, PASS)] * 3)

    units = project.agreement.units(compared, FAIL, PASS)
    cell = browsing.behind(project, units, most=2)

    assert cell.count == 3
    assert [line.external_id for line, _ in cell.units] == ["s0", "s1"]


def test_a_session_without_a_judge_shows_no_verdict_and_exposes_nobody(project: Project) -> None:
    keeping.many(project, [(FAIL, PASS)])

    opened = browsing.opened(project, "s0", None, None)

    assert opened.verdicts == ()
    assert [r.name for r in project.reviewers.listed()] == ["maya"]


def test_what_a_reader_is_shown_is_written_down_under_their_name(project: Project) -> None:
    keeping.many(project, [(FAIL, PASS)])
    version, [judge] = project.rubrics.get("conversation@1"), project.judges.listed()

    opened = browsing.opened(project, "s0", version, judge, viewer="jonas")

    assert [v.outcome for v in opened.verdicts] == [PASS]
    jonas = project.reviewers.named("jonas")
    assert project.exposures.count(jonas.id, keeping.number(project, "s0")) == 1


def test_the_list_has_outcomes_of_the_judge_that_is_chosen(project: Project) -> None:
    keeping.many(project, [(FAIL, PASS), (PASS, FAIL)])
    version, [judge] = project.rubrics.get("conversation@1"), project.judges.listed()

    listed = browsing.listed(project, SessionFilter(), version, judge, size=1)

    [line] = listed.lines
    assert listed.found == 2
    assert listed.outcomes["goal_met"][line.id] is PASS
    assert listed.labelled == {line.id, line.id + 1}


def test_a_session_that_is_not_there_is_refused(project: Project) -> None:
    with pytest.raises(StoreError, match="'nobody'"):
        browsing.opened(project, "nobody", None, None)
