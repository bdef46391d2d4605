from dataclasses import fields

import pytest

from judging.agreement import (
    Cells,
    Clusters,
    CriterionAgreement,
    Estimate,
    Metric,
    Pattern,
    Status,
    cohen_kappa,
    criterion_agreement,
    estimated,
    wilson,
)
from judging.ratings import Outcome
from tests.judging.agreement.tables import SESSIONS

PASS, FAIL = Outcome.PASS, Outcome.FAIL
NA, LOST, UNSURE = Outcome.NOT_APPLICABLE, Outcome.NOT_SCORED, Outcome.CANNOT_TELL


def of_single_sessions(cells: Cells, **others: int) -> CriterionAgreement:
    statuses = {
        (FAIL, FAIL): int(cells.tp),
        (FAIL, PASS): int(cells.fn),
        (PASS, FAIL): int(cells.fp),
        (PASS, PASS): int(cells.tn),
        (FAIL, LOST): others.get("lost", 0),
        (UNSURE, PASS): others.get("human_unsure", 0),
        (PASS, UNSURE): others.get("judge_unsure", 0),
        (NA, NA): others.get("not_applicable", 0),
    }
    units = zip(((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)), cells.counts, strict=True)
    return criterion_agreement([Pattern(Cells(*unit), int(n)) for unit, n in units], statuses)


def test_groups_of_one_session_reduce_to_the_independent_case() -> None:
    cells = Cells(40, 9, 6, 45)
    found = of_single_sessions(cells)

    assert found.kappa == cohen_kappa(cells)
    assert found.tpr == found.end_to_end_recall == wilson(40, 49)
    assert found.human_fail_rate == wilson(49, 100)
    assert found.design_effect == 1
    assert (found.n, found.sessions, found.groups) == (100, 100, 100)
    assert not found.few_groups


def test_turns_are_clustered_by_group() -> None:
    patterns = [Pattern(Cells(*cells)) for cells in SESSIONS]
    found = criterion_agreement(patterns, {}, sessions=24)

    assert found.kappa == estimated(Clusters.of(SESSIONS), Metric.KAPPA)
    assert found.design_effect == pytest.approx(1.261066667905)
    assert (found.n, found.sessions, found.groups) == (84, 24, 12)


def test_counts_what_was_left_out() -> None:
    found = of_single_sessions(
        Cells(40, 9, 6, 45), lost=3, human_unsure=4, judge_unsure=5, not_applicable=6
    )

    assert found.n == 100
    assert (found.not_scored, found.not_applicable) == (3, 6)
    assert (found.human_cannot_tell, found.judge_cannot_tell) == (4, 5)
    assert found.end_to_end_recall.value == pytest.approx(40 / 52)


def test_nothing_is_a_number_without_pairs() -> None:
    found = criterion_agreement([], {(UNSURE, PASS): 3, (FAIL, LOST): 2})
    estimates = {name: getattr(found, name) for name in ("kappa", "tpr", "f1", "pabak", "ac1")}

    assert {e.status for e in estimates.values()} == {Status.UNDEFINED_EMPTY}
    assert found.end_to_end_recall == Estimate(0, status=Status.TOO_FEW_CLUSTERS)
    assert found.design_effect is found.kappa_max is found.prevalence_index is None
    assert found.kappa_standard_error is found.labels_needed is None
    assert (found.n, found.groups, found.not_scored) == (0, 0, 2)


def test_one_class_leaves_kappa_undefined_and_agreement_defined() -> None:
    found = of_single_sessions(Cells(0, 0, 0, 30))

    assert found.kappa.status is found.tpr.status is Status.UNDEFINED_SINGLE_CLASS
    assert found.design_effect is None
    assert found.observed_agreement.value == 1
    assert found.end_to_end_recall.value is None


def test_one_group_has_values_without_intervals() -> None:
    found = criterion_agreement([Pattern(Cells(5, 1, 2, 20))], {(FAIL, FAIL): 5, (FAIL, PASS): 1})

    assert found.kappa.value is not None
    assert found.kappa.low is found.tpr.low is found.end_to_end_recall.low is None
    assert found.kappa.status is Status.TOO_FEW_CLUSTERS
    assert found.few_groups
    assert found.design_effect is None


def test_few_groups_are_flagged_and_keep_their_interval() -> None:
    found = criterion_agreement([Pattern(Cells(*cells)) for cells in SESSIONS[:9]], {})

    assert found.few_groups
    assert found.kappa.low is not None


def test_the_ceiling_is_carried_beside_kappa() -> None:
    ceiling = Estimate(0.62, 0.5, 0.7)
    found = criterion_agreement([Pattern(Cells(5, 1, 2, 20))], {}, human_ceiling=ceiling)

    assert found.human_ceiling == ceiling


def test_says_what_belongs_beside_kappa() -> None:
    assert "one class is rare" in of_single_sessions(Cells(118, 5, 2, 0)).remarks[0]


def test_every_estimate_carries_the_level_asked_for() -> None:
    found = criterion_agreement([Pattern(Cells(*cells)) for cells in SESSIONS], {}, confidence=0.9)
    estimates = [getattr(found, each.name) for each in fields(found)]
    levels = {e.confidence for e in estimates if isinstance(e, Estimate) and e.value is not None}

    assert levels == {0.9}
