"""Reports on agreement."""

import pytest

from calibration.agreement import reporting
from calibration.runs import planning, running
from judging.agreement import Status
from judging.errors import StoreError
from judging.judges import RulesJudge
from judging.ratings import Maker, Outcome
from storage import Project, Reference
from tests import keeping

PASS, FAIL = Outcome.PASS, Outcome.FAIL


def test_a_criterion_without_labels_is_undefined_and_not_0(project: Project) -> None:
    keeping.many(project, [(FAIL, FAIL), (PASS, PASS)])

    report = reporting.newest(project)

    assert report is not None
    goal, consistent = report.criteria[:2]
    assert goal.agreement.kappa.value == 1.0
    assert consistent.agreement.kappa.value is None
    assert consistent.agreement.kappa.status is Status.UNDEFINED_EMPTY


def test_ties_among_reviewers_are_counted_and_compared_with_nothing(project: Project) -> None:
    keeping.many(project, [(FAIL, FAIL), (PASS, PASS)])
    keeping.label(project, "s0", PASS, reviewer="jonas")

    report = reporting.newest(project)

    assert report is not None
    assert (report.criteria[0].ties, report.criteria[0].agreement.n) == (1, 1)


def test_groups_widen_the_interval(project: Project) -> None:
    pairs = ([(FAIL, FAIL)] * 4 + [(PASS, PASS)] * 4 + [(PASS, FAIL)] * 4) * 4
    compared = keeping.many(project, pairs, group=4)
    version, [judge] = project.rubrics.get("conversation@1"), project.judges.listed()

    found = reporting.agreement(project, version, judge, Reference()).criteria[0].agreement

    assert found.groups == 12
    assert found.sessions == 48
    assert found.design_effect is not None
    assert found.design_effect > 1
    assert len(project.agreement.counts(compared).patterns) == 3


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("person", Reference(Maker.PERSON)),
        ("program", Reference(Maker.PROGRAM)),
        ("maya", Reference(reviewer="maya")),
    ],
)
def test_a_reference_is_a_kind_of_maker_or_a_reviewer(
    project: Project, word: str, expected: Reference
) -> None:
    project.reviewers.named("maya")

    assert reporting.reference_named(project, word) == expected


def test_an_unknown_reference_is_refused_with_those_there_are(project: Project) -> None:
    project.reviewers.named("maya")

    with pytest.raises(StoreError, match="maya"):
        reporting.reference_named(project, "jonas")


def test_a_recorded_judge_comes_before_the_baseline(project: Project) -> None:
    keeping.many(project, [(FAIL, FAIL)])
    rules = RulesJudge()
    running.run(project, planning.plan(project, "conversation", rules), rules)

    report = reporting.newest(project)

    assert report is not None
    assert report.judge.identity.name == "example"


def test_without_verdicts_there_is_no_report(project: Project) -> None:
    assert reporting.newest(project) is None
