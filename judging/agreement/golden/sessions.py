"""Cases on sessions and their turns, and on what is decided from them."""

from collections.abc import Iterable
from typing import Any

from judging.agreement.citations import CitedTurns, citation_agreement
from judging.agreement.clustered import estimated
from judging.agreement.clusters import Clusters
from judging.agreement.first_failing import first_failing_agreement, summarise_turns
from judging.agreement.gate import GateEvidence, gate_decision
from judging.agreement.gate_row import Condition, RowOutcome
from judging.agreement.golden.case import Answers, Inputs
from judging.agreement.looks import look
from judging.agreement.metrics import Metric
from judging.agreement.proportions import wilson
from judging.agreement.sample_size import ONE_SIDED
from judging.agreement.statuses import StatusTable
from judging.agreement.thresholds import Thresholds
from judging.ratings import Outcome

ROWS = {Condition.CLASS_MINIMUMS: "min_class"}
OUTCOMES = {None: Outcome.NOT_SCORED, 1: Outcome.FAIL, 0: Outcome.PASS}


def status_table(inputs: Inputs) -> Answers:
    """Who decided what."""
    pairs = [(Outcome(said), Outcome(answer)) for said, answer in inputs["pairs_human_judge"]]
    table = StatusTable.from_pairs(pairs)
    applicability = table.applicability
    return {
        "n_items": table.units,
        "cells_tp_fn_fp_tn": table.cells.counts,
        "n_binary_pairs": table.cells.n,
        "judge_not_scored": table.number(judge=Outcome.NOT_SCORED),
        "judge_not_scored_rate_of_attempted": table.not_scored_rate(),
        "judge_abstain": table.number(judge=Outcome.CANNOT_TELL),
        "human_cannot_tell": table.number(reference=Outcome.CANNOT_TELL),
        "human_not_applicable": table.number(reference=Outcome.NOT_APPLICABLE),
        "applicability_cells": {
            "both_applicable": applicability.tn,
            "both_na": applicability.tp,
            "human_only": applicability.fp,
            "judge_only": applicability.fn,
        },
        "human_decided": table.decided_by_reference,
        "coverage_of_human_decided": table.coverage,
        "recall_end_to_end": table.end_to_end_recall(),
        "po_bounds_manski": table.agreement_bounds,
    }


def first_failing_turn(inputs: Inputs) -> Answers:
    """First failing turns, reference against judge."""
    found = first_failing_agreement([(said, got) for said, got in inputs["pairs_human_judge"]])
    return {
        "n": found.n,
        "exact": found.exact,
        "exact_among_both_fail": found.exact_among_both,
        "within1_among_both_fail": found.within_1,
        "mean_abs_distance": found.mean_distance,
        "median_abs_distance": found.median_distance,
        "mean_signed_judge_minus_human": found.signed_distance,
        "detect_cells_tp_fn_fp_tn": found.detection.counts,
    }


def first_failing_turn_summary(inputs: Inputs) -> Answers:
    """The first failing turn of each session, with what unscored turns leave open."""
    sides = [_sides(session) for session in inputs["sessions"]]
    people, judge = zip(*sides, strict=True) if sides else ((), ())
    judged = [summarise_turns(turns) for turns in judge]
    return {
        "judge_first": [each.first_failing for each in judged],
        "judge_first_uncertain": [each.uncertain for each in judged],
        "judge_failing_share": [each.failing_share for each in judged],
        "judge_unscored": [each.unscored for each in judged],
        "human_first": [summarise_turns(turns).first_failing for turns in people],
    }


def citations(inputs: Inputs) -> Answers:
    """Cited turns, reference against judge."""
    found = citation_agreement(
        [
            CitedTurns(frozenset(said), frozenset(cited))
            for said, cited in inputs["pairs_human_judge_turn_sets"]
        ]
    )
    return {
        "micro_precision": found.precision,
        "micro_recall": found.recall,
        "micro_f1": found.f1,
        "mean_jaccard_defined": found.jaccard,
        "n_defined": found.cited,
        "n_both_empty": found.uncited,
        "tol1_precision": found.precision_within_1,
        "tol1_recall": found.recall_within_1,
        "any_overlap_share_given_both_cite": found.any_overlap,
        "masi_per_item": found.masi,
    }


def looks(inputs: Inputs) -> Answers:
    """What each look may spend."""
    spent = [look(number, inputs["alpha"]) for number in inputs["looks"]]
    return {
        "alpha_look": [each.alpha for each in spent],
        "z_one_sided": [each.z for each in spent],
    }


def gate_case(inputs: Inputs) -> Answers:
    """The gate on independent units."""
    clusters = Clusters.independent(inputs["cells_tp_fn_fp_tn"])
    asked, number = inputs["defaults"], inputs.get("look", 1)
    evidence = GateEvidence(
        clusters=clusters,
        not_scored=inputs["ns"],
        attempted=inputs["attempted"],
        look=number,
    )
    thresholds = Thresholds(
        kappa=asked["kappa_min"],
        tpr=asked["tpr_min"],
        tnr=asked["tnr_min"],
        per_class=asked["min_class"],
        not_scored=asked["not_scored_max"],
    )
    found = gate_decision(evidence, thresholds)
    kappa = estimated(clusters, Metric.KAPPA, look(number).confidence)
    named = {
        outcome: [
            ROWS.get(row.condition, row.condition) for row in found.rows if row.outcome is outcome
        ]
        for outcome in RowOutcome
    }
    return {
        "kappa": kappa.value,
        "kappa_lcb": kappa.low,
        "kappa_ucb": kappa.high,
        "conf_two_sided": kappa.confidence,
        "tpr_lcb90": estimated(clusters, Metric.TPR, ONE_SIDED).low,
        "tnr_lcb90": estimated(clusters, Metric.TNR, ONE_SIDED).low,
        "not_scored_ucb95": wilson(inputs["ns"], inputs["attempted"]).high,
        "unproven": named[RowOutcome.UNPROVEN],
        "disproved": named[RowOutcome.DISPROVED],
        "verdict": found.decision,
    }


def _sides(session: Any) -> tuple[list[tuple[int, Outcome]], list[tuple[int, Outcome]]]:
    """A session is {"human": [...], "judge": [...]}, or the same two lists in that order."""
    people, judge = (session["human"], session["judge"]) if isinstance(session, dict) else session
    return _turns(people), _turns(judge)


def _turns(outcomes: Iterable[Any]) -> list[tuple[int, Outcome]]:
    return [
        (number, OUTCOMES[outcome] if outcome in OUTCOMES else Outcome(outcome))
        for number, outcome in enumerate(outcomes, 1)
    ]
