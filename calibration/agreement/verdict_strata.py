"""Labels by the verdict on the same units: what a pass rate is corrected from."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from calibration.agreement.label_weights import Pair, Weights
from judging.agreement import (
    Clusters,
    Estimate,
    Status,
    VerdictStratum,
    conditional_pass_rate,
    corrected_rates,
)
from judging.agreement.clustered_rate import rate_design_effect
from judging.agreement.corrected_rate import CorrectedRates
from judging.ratings import Outcome
from storage.pass_units import LabelledUnits, PassUnits

PASS, FAIL, NOT_APPLICABLE = Outcome.PASS, Outcome.FAIL, Outcome.NOT_APPLICABLE
ANSWERS = (FAIL, PASS, NOT_APPLICABLE)
# Fails against the rest, and passes against the rest.
RATES = (((1, 0), (0, 1), (0, 1)), ((0, 1), (1, 0), (0, 1)))
Row = Sequence[float]


@dataclass(frozen=True, slots=True)
class Corrected:
    """
    A pass rate of all that a judge decided, corrected for its errors.

    Attributes:
        applicable: How many units of them are so counted; those that people would find the
            criterion not to apply to are not.

        labels: How many labelled units it rests on.

        worth: How many labels with equal weights within their verdict would be worth as much.

        is_unstable: Whether weights differ, and those are few, or one label is a tenth of all
            that say the same of a verdict.
    """

    rate: Estimate
    applicable: float
    labels: int
    worth: float
    is_unstable: bool


def corrected(
    found: PassUnits, labelled: Sequence[LabelledUnits], *, is_weighted: bool = False
) -> Corrected:
    """
    Reweight what people say of each verdict by how often the judge gives it.

    Args:
        found: All verdicts.

        labelled: Labels that were drawn at random within each verdict.

        is_weighted: Whether their chances differed within a verdict: then each counts as one
            over its chance, and all of them have to be known.

    Returns:
        The rate; undefined where a verdict that occurs has no label. Where either side says of
        a unit that the criterion does not apply, that is a verdict, and an answer, of its own.
    """
    used = [some for some in labelled if {some.human, some.judged} <= set(ANSWERS)]
    weights = Weights.of(used) if is_weighted else Weights({})
    if _is_conditional(found, used):
        rate, applicable = _conditional(found, used, weights)
    else:
        rate = _rates(found, used, weights).pass_rate
        applicable = found.totals.get(FAIL, 0) + found.totals.get(PASS, 0)
    labels = sum(some.units for some in used)
    return Corrected(rate, applicable, labels, weights.worth(used), weights.are_unstable(used))


def population(
    found: PassUnits, labelled: Sequence[LabelledUnits], *, is_weighted: bool = False
) -> CorrectedRates | None:
    """
    Return what all that the judge decided looks like, from labels as for `corrected`.

    Returns:
        The rates; None where either side says of a unit that the criterion does not apply.
    """
    used = [some for some in labelled if {some.human, some.judged} <= set(ANSWERS)]
    weights = Weights.of(used) if is_weighted else Weights({})
    return None if _is_conditional(found, used) else _rates(found, used, weights)


def _is_conditional(found: PassUnits, used: Sequence[LabelledUnits]) -> bool:
    says_so = any(NOT_APPLICABLE in (some.human, some.judged) for some in used)
    return says_so or bool(found.totals.get(NOT_APPLICABLE, 0))


def _rates(found: PassUnits, used: Sequence[LabelledUnits], weights: Weights) -> CorrectedRates:
    pairs = [(human, verdict) for human in (FAIL, PASS) for verdict in (FAIL, PASS)]
    return corrected_rates(
        Clusters.counted(_by_group(used, pairs, weights), width=4),
        judged(found, (FAIL, PASS)),
        weighting=(weights.effect(used, FAIL), weights.effect(used, PASS)),
    )


def _conditional(
    found: PassUnits, used: Sequence[LabelledUnits], weights: Weights
) -> tuple[Estimate, float]:
    """Return the rate where it applies, and of how many units that is."""
    within = {
        verdict: Clusters.counted(
            _by_group(used, [(answer, verdict) for answer in ANSWERS], weights), width=3
        )
        for verdict in ANSWERS
    }
    there = {verdict: found.totals.get(verdict, 0) for verdict in ANSWERS}
    plain = conditional_pass_rate([_stratum(there[v], within[v], 1.0) for v in ANSWERS])
    applicable = sum(_applicable(there[v], within[v]) for v in ANSWERS)
    if plain.value is None:
        return plain, applicable
    effects = {v: _effect(within[v], weights.effect(used, v)) for v in ANSWERS if there[v]}
    of_verdicts = _effect(judged(found, ANSWERS))
    if of_verdicts is None or None in effects.values():
        alone = replace(plain, low=None, high=None, status=Status.TOO_FEW_CLUSTERS)
        return alone, applicable
    strata = [_stratum(there[v] / of_verdicts, within[v], effects.get(v) or 1.0) for v in ANSWERS]
    # Of the effective counts only the interval: those of a small stratum can be below 1.
    ends = conditional_pass_rate(strata)
    low, high = min(ends.low or 0.0, plain.value), max(ends.high or 0.0, plain.value)
    return replace(plain, low=low, high=high), applicable


def _by_group(
    used: Iterable[LabelledUnits],
    columns: Sequence[tuple[Outcome, Outcome]],
    weights: Weights,
) -> list[tuple[Row, int]]:
    """Sum weights by what the reference and the judge say, for each kind of group; how many are."""
    counts: dict[tuple[str, int], dict[Pair, float]] = defaultdict(lambda: defaultdict(float))
    for some in used:
        counts[some.group, some.groups][some.human, some.judged] += some.n * weights.weight(some)
    return [([kind[pair] for pair in columns], n) for (_, n), kind in counts.items()]


def judged(found: PassUnits, verdicts: Sequence[Outcome]) -> Clusters:
    """Return how many of these verdicts each group of units has, in this order."""
    rows = [([dict(some).get(v, 0) for v in verdicts], n) for some, n in found.judged.items()]
    return Clusters.counted(rows, width=len(verdicts))


def _effect(within: Clusters, least: float = 1.0) -> float | None:
    """By how much groups divide the units of a verdict: the largest of two rates' effects."""
    effects = [rate_design_effect(within.projected(np.array(one))) for one in RATES]
    known = [effect for effect in effects if effect is not None]
    return max(least, *known) if len(known) == len(effects) else None


def _stratum(judged: float, within: Clusters, effect: float) -> VerdictStratum:
    return VerdictStratum(judged, *(within.totals / effect).tolist())


def _applicable(judged: float, within: Clusters) -> float:
    fails, passes, elsewhere = within.totals.tolist()
    answers = fails + passes + elsewhere
    return judged * (fails + passes) / answers if answers else 0.0
