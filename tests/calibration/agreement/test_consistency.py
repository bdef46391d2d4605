"""How far a judge agrees with itself."""

import pytest

from calibration.agreement import consistency, reporting
from calibration.agreement.reporting import CriterionReport
from judging.agreement import self_consistency
from judging.ratings import Outcome
from storage import Compared, Project
from tests import keeping, repeating

PASS, FAIL, NOT_SCORED = Outcome.PASS, Outcome.FAIL, Outcome.NOT_SCORED


def entry(project: Project, compared: Compared) -> CriterionReport:
    version = project.rubrics.numbered(compared.rubric_version)
    judge = project.judges.numbered(compared.judge)
    report = reporting.agreement(project, version, judge, compared.reference, run=compared.run)
    return report.criteria[0]


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    keeping.add(project, *(keeping.session(name, group=f"g{name in 'ab'}") for name in "abcd"))


def test_a_judge_that_was_asked_once_has_none(project: Project) -> None:
    compared = keeping.judge(project, {"a": PASS})

    assert consistency.of(project, entry(project, compared)) is None


def test_pairs_of_answers_are_compared_and_each_unit_weighs_the_same(project: Project) -> None:
    answers = {"a": [PASS, FAIL, PASS], "b": [FAIL, FAIL], "c": [PASS] * 3, "d": [NOT_SCORED] * 3}

    found = consistency.of(project, entry(project, repeating.judge(project, answers)))

    assert found is not None
    assert (len(found.units), found.measured.units, found.runs) == (4, 3, 3)
    assert found.measured.flip_probability.value == pytest.approx((2 / 3 + 0 + 0) / 3)
    assert [unit.outcomes for unit in found.flipped] == [(PASS, FAIL, PASS)]


def test_what_people_fail_is_measured_for_itself(project: Project) -> None:
    keeping.label(project, "a", FAIL)
    keeping.label(project, "b", PASS)
    compared = repeating.judge(project, {"a": [PASS, FAIL], "b": [PASS, PASS]})

    found = consistency.of(project, entry(project, compared))

    assert found is not None
    assert found.among_fails.units == 1
    assert found.among_fails.flip_probability.value == 1.0


def test_sessions_of_a_group_count_as_one(project: Project) -> None:
    compared = repeating.judge(project, {name: [PASS, FAIL] for name in "abcd"})

    found = consistency.of(project, entry(project, compared))

    apart = self_consistency([[PASS, FAIL]] * 4).flip_probability
    assert found is not None
    assert apart.low is not None
    assert (found.measured.flip_probability.low or 0) < apart.low
