from typing import Any

import pytest

from judging.agreement import Clusters, Estimate, GateEvidence, Status, Thresholds, gate_decision
from judging.agreement.bias import BiasState, Check
from judging.agreement.ceiling import Ceiling
from judging.agreement.gate import Deployment, worst
from judging.agreement.gate_row import Condition, GateRow, RowOutcome

GOOD = (36, 3, 3, 98)


def evidence(*cells: int, **more: Any) -> GateEvidence:
    known: dict[str, Any] = {"not_scored": 20, "attempted": 4000, **more}
    return GateEvidence(clusters=Clusters.independent(cells), **known)


def row(condition: Condition, of: GateEvidence, **thresholds: Any) -> GateRow:
    decided = gate_decision(of, Thresholds(**thresholds))
    return next(each for each in decided.rows if each.condition is condition)


def test_a_good_judge_with_enough_labels_is_deployable() -> None:
    found = gate_decision(evidence(*GOOD))

    assert found.decision is Deployment.DEPLOYABLE
    assert {each.outcome for each in found.rows} == {RowOutcome.MET, RowOutcome.WARNING}


def test_rows_stand_in_a_fixed_order() -> None:
    found = gate_decision(evidence(*GOOD, applicability=Deployment.DEPLOYABLE))

    assert [each.condition for each in found.rows] == list(Condition)


@pytest.mark.parametrize(
    ("cells", "more", "unproven", "decision"),
    [
        ((13, 2, 2, 33), {}, {"class_minimums", "kappa"}, Deployment.INSUFFICIENT_EVIDENCE),
        ((9, 0, 0, 100), {}, {"class_minimums"}, Deployment.INSUFFICIENT_EVIDENCE),
        ((22, 4, 4, 80), {"look": 2}, {"kappa"}, Deployment.INSUFFICIENT_EVIDENCE),
        ((22, 4, 4, 80), {"look": 1}, set(), Deployment.DEPLOYABLE),
        (GOOD, {"not_scored": 300}, set(), Deployment.NOT_DEPLOYABLE),
    ],
)
def test_decides_by_the_worst_row(
    cells: tuple[int, ...], more: dict[str, Any], unproven: set[str], decision: Deployment
) -> None:
    found = gate_decision(evidence(*cells, **more))

    assert found.decision is decision
    assert {
        each.condition for each in found.rows if each.outcome is RowOutcome.UNPROVEN
    } == unproven


def test_what_is_missing_is_named() -> None:
    found = row(Condition.CLASS_MINIMUMS, evidence(13, 2, 2, 17))

    assert found.needed == "Label 5 more fails and 1 more passes."
    assert (found.value, found.threshold) == (15, 20)


def test_turns_of_few_groups_do_not_meet_the_minimum() -> None:
    turns = Clusters.counted([((10, 0, 0, 20), 6)])
    found = row(Condition.CLASS_MINIMUMS, GateEvidence(clusters=turns, not_scored=0, attempted=99))

    assert found.outcome is RowOutcome.UNPROVEN
    assert "10 groups of sessions, not 6" in found.needed


def test_turns_of_enough_groups_do() -> None:
    turns = Clusters.counted([((3, 0, 0, 9), 12)])
    found = row(Condition.CLASS_MINIMUMS, GateEvidence(clusters=turns, not_scored=0, attempted=99))

    assert found.outcome is RowOutcome.MET


def test_a_kappa_shown_to_be_low_is_disproved() -> None:
    found = row(Condition.KAPPA, evidence(40, 40, 40, 180))

    assert found.outcome is RowOutcome.DISPROVED
    assert "against it" in found.needed


def test_a_kappa_not_yet_proven_names_the_labels_it_takes() -> None:
    found = row(Condition.KAPPA, evidence(22, 4, 4, 80, look=2))

    assert found.bound == pytest.approx(0.578063580217)
    assert "more labels, with" in found.needed


def test_a_kappa_below_the_minimum_names_none() -> None:
    assert "No number" in row(Condition.KAPPA, evidence(10, 6, 6, 40)).needed


@pytest.mark.parametrize(
    ("cells", "condition", "words"),
    [
        ((5, 1, 0, 60), Condition.TPR, "more fails, if the rate holds"),
        ((5, 4, 0, 60), Condition.TPR, "No number"),
        ((0, 0, 0, 60), Condition.TPR, "Label some fails"),
        ((20, 0, 2, 18), Condition.TNR, "more passes, if the rate holds"),
        ((20, 0, 0, 0), Condition.TNR, "Label some passes"),
    ],
)
def test_a_recall_not_yet_proven_says_what_it_takes(
    cells: tuple[int, ...], condition: Condition, words: str
) -> None:
    found = row(condition, evidence(*cells))

    assert found.outcome is RowOutcome.UNPROVEN
    assert words in found.needed


@pytest.mark.parametrize(
    ("not_scored", "attempted", "outcome", "words"),
    [
        (0, 73, RowOutcome.MET, ""),
        (0, 72, RowOutcome.UNPROVEN, "about 1 more"),
        (1, 110, RowOutcome.MET, ""),
        (4, 202, RowOutcome.MET, ""),
        (4, 60, RowOutcome.UNPROVEN, "Mend"),
        (30, 60, RowOutcome.DISPROVED, "Mend"),
        (0, 0, RowOutcome.UNPROVEN, "Run the judge"),
    ],
)
def test_unscored_verdicts_must_be_shown_to_be_few(
    not_scored: int, attempted: int, outcome: RowOutcome, words: str
) -> None:
    found = row(Condition.NOT_SCORED, evidence(*GOOD, not_scored=not_scored, attempted=attempted))

    assert found.outcome is outcome
    assert words in found.needed


@pytest.mark.parametrize(
    ("states", "outcome"),
    [
        ({}, RowOutcome.WARNING),
        ({Check.SHORT_CORRECT: BiasState.CLEARED}, RowOutcome.MET),
        ({Check.SHORT_CORRECT: BiasState.INCONCLUSIVE}, RowOutcome.WARNING),
        ({Check.SHORT_CORRECT: BiasState.FLAGGED}, RowOutcome.DISPROVED),
        ({Check.SAME_FAMILY: BiasState.INSUFFICIENT}, RowOutcome.UNPROVEN),
        ({Check.LONG_WRONG: BiasState.INSUFFICIENT}, RowOutcome.WARNING),
    ],
)
def test_only_a_flag_or_an_unchecked_family_blocks(
    states: dict[Check, BiasState], outcome: RowOutcome
) -> None:
    assert row(Condition.BIAS, evidence(*GOOD, bias=states)).outcome is outcome


@pytest.mark.parametrize(
    ("decision", "outcome"),
    [
        (Deployment.DEPLOYABLE, RowOutcome.MET),
        (Deployment.INSUFFICIENT_EVIDENCE, RowOutcome.UNPROVEN),
        (Deployment.NOT_DEPLOYABLE, RowOutcome.DISPROVED),
    ],
)
def test_a_conditional_criterion_waits_for_its_condition(
    decision: Deployment, outcome: RowOutcome
) -> None:
    found = row(Condition.APPLICABILITY, evidence(*GOOD, applicability=decision))

    assert found.outcome is outcome
    assert (found.needed == "") == (outcome is RowOutcome.MET)


@pytest.mark.parametrize(
    ("flips", "outcome"),
    [
        (None, RowOutcome.WARNING),
        (Estimate(None, status=Status.UNDEFINED_EMPTY), RowOutcome.WARNING),
        (Estimate(0.02, 0.01, 0.06), RowOutcome.MET),
        (Estimate(0.08, 0.02, 0.2), RowOutcome.UNPROVEN),
        (Estimate(0.3, 0.2, 0.4), RowOutcome.DISPROVED),
    ],
)
def test_self_consistency_warns_where_it_was_not_measured(
    flips: Estimate | None, outcome: RowOutcome
) -> None:
    found = row(Condition.SELF_CONSISTENCY, evidence(*GOOD, flips=flips, repeated=50))

    assert found.outcome is outcome
    assert found.n == (50 if flips and flips.value is not None else None)
    assert ("three times" in found.needed) == (outcome in (RowOutcome.WARNING, RowOutcome.UNPROVEN))


def test_labels_that_do_not_count_are_named() -> None:
    found = row(Condition.ELIGIBLE_LABELS, evidence(0, 0, 0, 0, left_out=7))

    assert found.outcome is RowOutcome.UNPROVEN
    assert "7 labels do not count" in found.needed
    assert "do not count" not in row(Condition.ELIGIBLE_LABELS, evidence(0, 0, 0, 0)).needed


def test_a_criterion_that_people_cannot_decide_is_not_gated() -> None:
    found = gate_decision(evidence(*GOOD, is_undecidable=True))

    assert found.decision is Deployment.INSUFFICIENT_EVIDENCE
    assert "not decidable" in found.rows[-1].needed


def ceiling(delta: Estimate, people: Estimate, units: int = 200) -> Ceiling:
    judge = Estimate(0.6, 0.5, 0.7)
    return Ceiling(units, judge, people, delta, 0.6, 0.6, units < 120, (0.0,) * 7)


NEAR = Estimate(0.0, -0.05, 0.05)
AGREED = Estimate(0.6, 0.5, 0.7)


@pytest.mark.parametrize(
    ("found", "outcome", "words"),
    [
        (ceiling(NEAR, AGREED), RowOutcome.MET, ""),
        (ceiling(NEAR, AGREED, 119), RowOutcome.UNPROVEN, "120 sessions twice"),
        (ceiling(NEAR, Estimate(0.5, 0.3, 0.7)), RowOutcome.UNPROVEN, "people must agree"),
        (ceiling(NEAR, Estimate(0.2, 0.1, 0.3)), RowOutcome.DISPROVED, "mend the criterion"),
        (ceiling(Estimate(0, -0.2, 0.2), AGREED), RowOutcome.UNPROVEN, "Label more sessions twice"),
        (ceiling(Estimate(-0.3, -0.4, -0.2), AGREED), RowOutcome.DISPROVED, "against it"),
    ],
)
def test_the_human_ceiling_may_take_kappas_place(
    found: Ceiling, outcome: RowOutcome, words: str
) -> None:
    decided = row(Condition.KAPPA, evidence(*GOOD, ceiling=found))

    assert decided.outcome is outcome
    assert words in decided.needed


def test_lowered_thresholds_are_listed() -> None:
    assert Thresholds().lowered == ()
    assert Thresholds(kappa=0.7, not_scored=0.02).lowered == ()
    assert Thresholds(kappa=0.5, flips=0.2, per_class=10).lowered == ("kappa", "per_class", "flips")


def test_several_criteria_are_as_good_as_the_worst() -> None:
    assert worst(Deployment) is Deployment.NOT_DEPLOYABLE
    assert worst([Deployment.DEPLOYABLE]) is Deployment.DEPLOYABLE
    assert worst([]) is Deployment.INSUFFICIENT_EVIDENCE
