"""Cases that compare versions, groups of sessions, or several p-values."""

import math
from collections.abc import Sequence
from typing import Any

from judging.agreement.bias import BiasState, state
from judging.agreement.cells import Cells
from judging.agreement.clusters import Clusters, Pattern
from judging.agreement.golden.case import Answers, Inputs
from judging.agreement.logistic import clustered_logit
from judging.agreement.metrics import Metric
from judging.agreement.multiplicity import benjamini_hochberg, benjamini_yekutieli, holm
from judging.agreement.odds import boschloo_p, fisher_p, haldane_odds_ratio, mantel_haenszel
from judging.agreement.proportions import wilson
from judging.agreement.risk_difference import newcombe
from judging.agreement.same_family import same_family
from judging.agreement.versions import compare_versions, delta, posterior_interval

EIGHT = ("h1a1b1", "h1a1b0", "h1a0b1", "h1a0b0", "h0a1b1", "h0a1b0", "h0a0b1", "h0a0b0")


def rubric_comparison(inputs: Inputs) -> Answers:
    """Two versions on independent units."""
    clusters = Clusters.independent([inputs["counts_h_v1_v2"][name] for name in EIGHT])
    confidence = inputs.get("conf", 0.95)
    rows = zip(clusters.vectors.tolist(), clusters.counts.tolist(), strict=True)
    found = compare_versions([(row, int(count)) for row, count in rows], confidence)
    flips = found.flips
    return {
        "kappa_v1": found.kappa_first,
        "kappa_v2": found.kappa_second,
        "delta_kappa": found.delta_kappa,
        "se_delta_linearised": delta(clusters, Metric.KAPPA).standard_error,
        "ci_dirichlet8": posterior_interval(clusters, Metric.KAPPA, confidence),
        "flips": {
            "total": flips.total,
            "fixed": flips.fixed,
            "broken": flips.broken,
            "fixed_missed_failures": flips.fixed_missed_failures,
            "fixed_false_alarms": flips.fixed_false_alarms,
            "broken_new_missed_failures": flips.new_missed_failures,
            "broken_new_false_alarms": flips.new_false_alarms,
            "pass_to_fail": flips.pass_to_fail,
            "fail_to_pass": flips.fail_to_pass,
        },
        "p_mcnemar_exact_correctness": found.correctness.p_exact,
        "p_mcnemar_midp_correctness": found.correctness.p_mid,
        "p_mcnemar_exact_fail_rate": found.leniency.p_exact,
    }


def rubric_comparison_cluster(inputs: Inputs) -> Answers:
    """Two versions on turns in sessions."""
    order = [inputs["columns"].index(name) for name in EIGHT]
    rows = ([row[i] for i in order] for row in inputs["session_counts"])
    found = delta(Clusters.of(rows, width=8), Metric.KAPPA)
    estimate = found.estimate(inputs.get("conf", 0.95))
    return {"delta_kappa": estimate, "se": found.standard_error, "ci": estimate}


def bias_risk_difference(inputs: Inputs) -> Answers:
    """Short turns against long ones."""
    x1, n1 = inputs["false_fail_short"], inputs["human_pass_short"]
    x2, n2 = inputs["false_fail_long"], inputs["human_pass_long"]
    confidence = inputs.get("conf", 0.95)
    difference = newcombe(x1, n1, x2, n2, confidence)
    table = [[x1, n1 - x1], [x2, n2 - x2]]
    odds = haldane_odds_ratio(table, confidence)
    return {
        "rd": difference,
        "rd_ci_newcombe": difference,
        "or_haldane": odds,
        "or_ci_haldane": odds,
        "p_fisher": fisher_p(table),
        # The file takes the judge's answers, not the lengths, as the fixed groups.
        "p_boschloo": boschloo_p(list(zip(*table, strict=True))),
        "flag": state(difference, (n1, n2)) is BiasState.FLAGGED,
    }


def mantel_haenszel_or(inputs: Inputs) -> Answers:
    """An odds ratio pooled over people's labels."""
    strata = inputs["strata_short_long_by_human_label"]
    tables = list(strata.values()) if isinstance(strata, dict) else strata
    pooled = mantel_haenszel([_two_rows(table) for table in tables], inputs.get("conf", 0.95))
    return {"or_mh": pooled, "ci_rbg": pooled}


def same_family_contrasts(inputs: Inputs) -> Answers:
    """A judge on its own family's agents and on others'."""
    own, others = _cells(inputs["same"]), _cells(inputs["cross"])
    nothing = Cells(0, 0, 0, 0)
    found = same_family(
        [(unit.cells, nothing, unit.count) for unit in _units(own)]
        + [(nothing, unit.cells, unit.count) for unit in _units(others)],
        inputs.get("conf", 0.95),
    )
    passed_fails = found.check.estimate
    return {
        "did_leniency": found.leniency,
        "did_ci_welch": found.leniency,
        "did_p_welch": found.leniency_p,
        "false_pass_given_human_fail_same": found.check.groups[0].rate,
        "false_pass_given_human_fail_cross": found.check.groups[1].rate,
        "rd_false_pass_given_human_fail": passed_fails,
        "rd_ci": passed_fails,
        "false_pass_rate_among_judge_passed_same": wilson(own.fn, own.judge_passes),
        "false_pass_rate_among_judge_passed_cross": wilson(others.fn, others.judge_passes),
        "rd_among_passed": found.fails_among_passed,
        "rd_among_passed_ci": found.fails_among_passed,
        "p_fisher_given_human_fail": found.fisher_p,
    }


def logistic_length(inputs: Inputs) -> Answers:
    """The judge's fails on people's label and the logarithm of length."""
    columns = zip(inputs["human_fail"], inputs["log2_words"], strict=True)
    design = [[1.0, label, words] for label, words in columns]
    fit = clustered_logit(design, inputs["judge_fail"], inputs["session"])
    if fit is None:
        names = ("coef_const", "coef_human_fail", "coef_log2_words", "or_per_doubling")
        return dict.fromkeys((*names, "se_cluster_log2_words"))
    constant, label, slope = fit.coefficients
    return {
        "coef_const": constant,
        "coef_human_fail": label,
        "coef_log2_words": slope,
        "se_cluster_log2_words": fit.standard_errors[2],
        "or_per_doubling": math.exp(slope),
    }


def p_adjust(inputs: Inputs) -> Answers:
    """P-values adjusted in three ways."""
    p = inputs["p"]
    return {"holm": holm(p), "bh": benjamini_hochberg(p), "by": benjamini_yekutieli(p)}


def _cells(counts: Inputs) -> Cells:
    both, judge, people = counts["both"], counts["judge_pass"], counts["human_pass"]
    return Cells(counts["n"] - judge - people + both, judge - both, people - both, both)


def _units(cells: Cells) -> list[Pattern]:
    clusters = Clusters.independent(cells.counts)
    rows = zip(clusters.vectors.tolist(), clusters.counts.tolist(), strict=True)
    return [Pattern(Cells(*row), int(count)) for row, count in rows]


def _two_rows(table: Sequence[Any]) -> Sequence[Sequence[float]]:
    return table if len(table) == 2 else [table[:2], table[2:]]
