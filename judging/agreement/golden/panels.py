"""Cases on several raters, or on several runs of one."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from judging.agreement.alt_test import alternative_annotator_test
from judging.agreement.ceiling import judge_against_ceiling, kappas_of_equals
from judging.agreement.estimate import Status
from judging.agreement.golden.case import Answers, Inputs
from judging.agreement.panel import RatedUnit, fail_counts, judge_pairs, mean_kappa, pairs
from judging.agreement.raters import fleiss_kappa, gwet_ac1, krippendorff_alpha, value_counts
from judging.agreement.reruns import self_consistency
from judging.gold import GoldVote, gold
from judging.ratings import Outcome

FAILS = {1: Outcome.FAIL, 0: Outcome.PASS}


def several_raters(inputs: Inputs) -> Answers:
    """Alpha, Fleiss' kappa and AC1 of one matrix of ratings, whichever way it lies."""
    if "counts" in inputs:
        counts = np.array(inputs["counts"], dtype=np.float64)
    elif "ratings_raters_x_units" in inputs:
        counts = value_counts(list(zip(*inputs["ratings_raters_x_units"], strict=True)))
    else:
        counts = value_counts(inputs["ratings_units_x_raters"])
    alpha, fleiss = krippendorff_alpha(counts), fleiss_kappa(counts)
    return {
        "alpha": alpha,
        "status": Status.OK if alpha.value is not None else alpha.status,
        "kappa": fleiss,
        "fleiss": fleiss,
        "ac1": gwet_ac1(counts),
    }


def human_ceiling(inputs: Inputs) -> Answers:
    """Reviewers among themselves."""
    units = rated_units(inputs["ratings_units_x_raters"])
    counts = fail_counts(units)
    compared = pairs(units)
    return {
        "alpha": krippendorff_alpha(counts),
        "fleiss": fleiss_kappa(counts),
        "ac1": gwet_ac1(counts),
        "pairwise": {
            f"{pair.a}-{pair.b}": {
                "n": pair.cells.n,
                "kappa": pair.kappa,
                "cells": pair.cells.counts,
            }
            for pair in compared
        },
        "mean_pairwise_kappa_weighted_by_overlap": mean_kappa(compared),
        "n_units_ge2": int((counts.sum(axis=1) >= 2).sum()),
    }


def judge_vs_ceiling(inputs: Inputs) -> Answers:
    """The judge among the reviewers, or four raters who are equally good."""
    if "sens" in inputs:
        one, majority = kappas_of_equals(inputs["prevalence_fail"], inputs["sens"], inputs["spec"])
        return {"kappa_human_human": one, "kappa_judge_majority3": majority}
    units = rated_units(inputs["humans_units_x_raters"], inputs["judge"])
    found = judge_against_ceiling(units, inputs.get("conf", 0.95))
    people, judge = pairs(units), judge_pairs(units)
    mean_people, mean_judge = mean_kappa(people), mean_kappa(judge)
    means = None if None in (mean_people, mean_judge) else (mean_judge or 0) - (mean_people or 0)
    alphas = found.alpha_people, found.alpha_with_judge
    return {
        "n_units_ge2": found.units,
        "units": found.units,
        "totals": found.totals,
        "hh_pairs": [{"kappa": pair.kappa, "n": pair.cells.n} for pair in people],
        "jh_pairs": [{"kappa": pair.kappa, "n": pair.cells.n} for pair in judge],
        "mean_hh": mean_people,
        "mean_jh": mean_judge,
        "delta": found.difference if "smooth" in inputs else means,
        "delta_ci": found.difference,
        "pi_jh": found.judge,
        "pi_hh": found.people,
        "pi_hh_ci_zou_donner": found.people,
        "alpha_humans": alphas[0],
        "alpha_humans_plus_judge": alphas[1],
        "delta_alpha": None if None in alphas else (alphas[1] or 0) - (alphas[0] or 0),
    }


def gold_label(inputs: Inputs) -> Answers:
    """How each unit is settled."""
    settled = [
        gold([GoldVote(FAILS[vote], str(i)) for i, vote in enumerate(row) if vote is not None])
        for row in inputs["humans_units_x_raters"]
    ]
    numbers = {outcome: number for number, outcome in FAILS.items()}
    return {
        "gold": [numbers.get(each.outcome) if each and each.outcome else None for each in settled],
        "basis": [each.basis if each else None for each in settled],
        "counts": Counter(each.basis for each in settled if each),
    }


def alternative_annotator(inputs: Inputs) -> Answers:
    """The alternative annotator test."""
    people, judge = inputs["humans"], inputs["judge"]
    units = [
        RatedUnit(
            {name: FAILS[said[unit]] for name, said in people.items() if said.get(unit) in FAILS},
            group=unit,
            judge=FAILS.get(answer),
        )
        for unit, answer in judge.items()
    ]
    found = alternative_annotator_test(
        units,
        margin=inputs["epsilon"],
        false_discovery_rate=inputs.get("q", 0.05),
        minimum=inputs.get("min_instances_per_human", 30),
    )
    return {
        "winning_rate": found.winning_rate,
        "advantage_probability": found.advantage_probability,
        "m": len(found.replacements),
    }


def judge_self_consistency(inputs: Inputs) -> Answers:
    """Runs of one judge."""
    found = self_consistency(inputs["runs_items_x_runs"])
    return {
        "pairwise_agreement": found.pairwise_agreement,
        "flip_probability": found.flip_probability,
        "unanimous_share": found.unanimous_share,
        "alpha": found.alpha,
        "fleiss": found.fleiss,
        "ac1": found.ac1,
        "not_scored_share": found.not_scored,
    }


def rated_units(
    rows: Sequence[Sequence[Any]], judge: Sequence[Any] | None = None
) -> list[RatedUnit]:
    """Read rows of 1 for fail, 0 for pass and None, each unit its own group."""
    answers = judge or [None] * len(rows)
    return [
        RatedUnit(
            {str(i): FAILS[vote] for i, vote in enumerate(row) if vote in FAILS},
            group=str(position),
            judge=FAILS.get(answer),
        )
        for position, (row, answer) in enumerate(zip(rows, answers, strict=True))
    ]
