"""Reviewers against each other, checked by a second computation."""

from collections import Counter
from statistics import mean

import pytest
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.inter_rater import fleiss_kappa

from calibration import sample_project
from calibration.agreement import reporting, reviewer_agreement
from calibration.agreement.reviewer_agreement import CriterionReviewers, Raters
from judging.agreement import Status
from judging.ratings import DECIDED, Maker, Outcome
from storage import Project, Reference
from tests import keeping
from tests.calibration.sample_folder import RATERS

PASS, FAIL = Outcome.PASS, Outcome.FAIL
PEOPLE = Raters()
Pairs = list[tuple[str, str]]


def both(criterion: str) -> Pairs:
    """Return what maya and jonas decided of the same units, as the sample's file has it."""
    maya, jonas = RATERS["maya"], RATERS["jonas"]
    shared = [(maya[unit], jonas[unit]) for unit in maya if unit in jonas and unit[1] == criterion]
    return [pair for pair in shared if DECIDED.issuperset(pair)]


def scott(pairs: Pairs) -> float:
    values = Counter(value for pair in pairs for value in pair)
    chance = sum((n / (2 * len(pairs))) ** 2 for n in values.values())
    return (mean(a == b for a, b in pairs) - chance) / (1 - chance)


def goal(project: Project, raters: Raters = PEOPLE) -> CriterionReviewers:
    versions = [project.rubrics.get("conversation@1")]
    return reviewer_agreement.reviewers(project, versions, raters=raters).criteria[0]


@pytest.fixture
def labelled(project: Project) -> Project:
    """Return a project with four sessions that maya labelled, and jonas otherwise."""
    keeping.add(project, *(keeping.session(name) for name in "abcd"))
    for name, outcome in zip("abcd", (FAIL, FAIL, PASS, PASS), strict=True):
        keeping.label(project, name, outcome)
        keeping.label(project, name, PASS if name == "a" else outcome, reviewer="jonas")
    return project


def test_the_sample_agrees_with_scikit_learn_statsmodels_and_scott(project: Project) -> None:
    sample_project.add_to(project)
    version = project.rubrics.get("conversation@2")

    report = reviewer_agreement.reviewers(project, [version])

    assert len(report.criteria) == 5
    for entry in report.criteria:
        pairs, found = both(entry.criterion.key), entry.statistics
        [pair] = found.pairs
        assert found.units == pair.cells.n == len(pairs)
        assert pair.kappa.value == pytest.approx(cohen_kappa_score(*zip(*pairs, strict=True)))
        assert found.ceiling.value == pytest.approx(scott(pairs))
        assert found.alpha.value == pytest.approx(1 - (1 - scott(pairs)) * _krippendorff(pairs))


def _krippendorff(pairs: Pairs) -> float:
    n = 2 * len(pairs)
    return (n - 1) / n


def test_fleiss_is_that_of_statsmodels_where_all_rated_all(labelled: Project) -> None:
    for name in "abcd":
        keeping.label(labelled, name, FAIL if name == "b" else PASS, reviewer="ann")

    found = goal(labelled).statistics

    table = [[1, 2], [3, 0], [0, 3], [0, 3]]
    assert found.fleiss.value == pytest.approx(fleiss_kappa(table))


def test_a_unit_with_one_label_bears_on_fleiss_alone(labelled: Project) -> None:
    before = goal(labelled)
    keeping.add(labelled, keeping.session("e"))
    keeping.label(labelled, "e", FAIL)

    after = goal(labelled)

    assert (before.labelled, after.labelled) == (4, 5)
    assert after.statistics.alpha == before.statistics.alpha
    assert after.statistics.ceiling == before.statistics.ceiling
    assert after.statistics.fleiss.value != before.statistics.fleiss.value


def test_slots_bear_on_the_ceiling_and_are_in_no_pair(labelled: Project) -> None:
    before = goal(labelled).statistics
    for name in "abcd":
        keeping.label(labelled, name, FAIL, reviewer=None, slot=1)

    after = goal(labelled).statistics

    assert [(pair.a, pair.b) for pair in after.pairs] == [("maya", "jonas")]
    assert after.mean_kappa == before.mean_kappa
    assert after.ceiling.value != before.ceiling.value


def test_one_kind_of_maker_is_compared_with_itself_alone(labelled: Project) -> None:
    for reviewer in ("one", "two"):
        keeping.label(labelled, "a", FAIL, reviewer=reviewer, made_by=Maker.MODEL)
        keeping.label(labelled, "c", PASS, reviewer=reviewer, made_by=Maker.MODEL)

    people, models = goal(labelled), goal(labelled, Raters(Maker.MODEL))

    assert {pair.a for pair in people.statistics.pairs} == {"maya"}
    assert (models.statistics.units, models.statistics.alpha.value) == (2, 1)


def test_a_judge_is_held_against_the_ceiling_on_the_same_units(labelled: Project) -> None:
    keeping.judge(labelled, {"a": FAIL, "b": FAIL, "c": PASS})
    [judge] = labelled.judges.listed()
    versions = [labelled.rubrics.get("conversation@1")]

    report = reviewer_agreement.reviewers(labelled, versions, judge=judge)

    against = report.criteria[0].statistics.judge
    assert against.units == 3
    # Judge and a reviewer drawn at random: half of a unit in six is a split.
    assert against.judge.value == pytest.approx((5 / 6 - 74 / 144) / (1 - 74 / 144))
    assert against.people.value == pytest.approx(scott([("f", "p"), ("f", "f"), ("p", "p")]))
    assert against.difference.value is not None
    assert against.judge.value is not None
    assert against.people.value is not None
    assert against.difference.value == pytest.approx(against.judge.value - against.people.value)


def test_without_a_judge_nothing_is_held_against_the_ceiling(labelled: Project) -> None:
    against = goal(labelled).statistics.judge

    assert (against.units, against.difference.value) == (0, None)


def test_where_nobody_labelled_twice_the_reason_stands_for_the_number(project: Project) -> None:
    keeping.many(project, [(FAIL, FAIL), (PASS, PASS)])
    versions = reviewer_agreement.newest_versions(project)

    report = reviewer_agreement.reviewers(project, versions)

    assert report.lacks_overlap
    assert report.criteria[0].statistics.ceiling.status is Status.UNDEFINED_EMPTY


def test_the_newest_version_of_each_rubric_is_asked_once(project: Project) -> None:
    sample_project.add_to(project)

    versions = reviewer_agreement.newest_versions(project)

    assert [v.rubric.label for v in versions] == ["conversation@2", "turn@1"]


def test_a_report_on_agreement_has_the_ceiling_of_the_same_labels(labelled: Project) -> None:
    compared = keeping.judge(labelled, {"a": FAIL, "b": FAIL, "c": PASS})
    version, [judge] = labelled.rubrics.get("conversation@1"), labelled.judges.listed()

    found = reporting.agreement(labelled, version, judge, Reference(reviewer="maya")).criteria[0]

    assert compared.judge == judge.id
    assert found.people is not None
    assert found.people.units == 4
    assert found.agreement.human_ceiling == goal(labelled).statistics.ceiling
    assert found.people.like_for_like.units == 3


def test_a_reference_that_is_no_people_has_no_human_ceiling(labelled: Project) -> None:
    for reviewer in ("one", "two"):
        keeping.label(labelled, "a", FAIL, reviewer=reviewer, made_by=Maker.MODEL)
    keeping.judge(labelled, {"a": FAIL})
    version, [judge] = labelled.rubrics.get("conversation@1"), labelled.judges.listed()

    found = reporting.agreement(labelled, version, judge, Reference(Maker.MODEL)).criteria[0]

    assert found.people is None
    assert found.agreement.human_ceiling.value is None
