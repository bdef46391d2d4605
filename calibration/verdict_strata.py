"""Labels by the verdict on the same units: what a pass rate is corrected from."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from judging.agreement import (
    Clusters,
    Estimate,
    Status,
    VerdictStratum,
    conditional_pass_rate,
    corrected_rates,
)
from judging.agreement.clustered_rate import rate_design_effect
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
    """

    rate: Estimate
    applicable: float
    labels: int


def corrected(found: PassUnits, labelled: Sequence[LabelledUnits]) -> Corrected:
    """
    Reweight what people say of each verdict by how often the judge gives it.

    Args:
        found: All verdicts.

        labelled: Labels that were drawn at random within each verdict.

    Returns:
        The rate; undefined where a verdict that occurs has no label. Where either side says of
        a unit that the criterion does not apply, that is a verdict, and an answer, of its own.
    """
    used = [some for some in labelled if {some.human, some.judged} <= set(ANSWERS)]
    if any(NOT_APPLICABLE in (some.human, some.judged) for some in used) or (
        found.totals.get(NOT_APPLICABLE, 0)
    ):
        return _conditional(found, used)
    by_group = _by_group(used, [(h, j) for h in (FAIL, PASS) for j in (FAIL, PASS)])
    rates = corrected_rates(Clusters.counted(by_group, width=4), _judged(found, (FAIL, PASS)))
    decided = found.totals.get(FAIL, 0) + found.totals.get(PASS, 0)
    return Corrected(rates.pass_rate, decided, sum(some.units for some in used))


def by_verdict(labelled: Iterable[LabelledUnits]) -> Mapping[Outcome, int]:
    """Return how many units of each verdict have a label, whatever it says."""
    found: Counter[Outcome] = Counter()
    for some in labelled:
        found[some.judged] += some.units
    return found


def _conditional(found: PassUnits, used: Sequence[LabelledUnits]) -> Corrected:
    within = {
        verdict: Clusters.counted(
            _by_group(used, [(answer, verdict) for answer in ANSWERS]), width=3
        )
        for verdict in ANSWERS
    }
    labels = sum(some.units for some in used)
    there = {verdict: found.totals.get(verdict, 0) for verdict in ANSWERS}
    plain = conditional_pass_rate([_stratum(there[v], within[v], 1.0) for v in ANSWERS])
    applicable = sum(_applicable(there[v], within[v]) for v in ANSWERS)
    if plain.value is None:
        return Corrected(plain, applicable, labels)
    effects = {v: _effect(within[v]) for v in ANSWERS if there[v]}
    of_verdicts = _effect(_judged(found, ANSWERS))
    if of_verdicts is None or None in effects.values():
        alone = replace(plain, low=None, high=None, status=Status.TOO_FEW_CLUSTERS)
        return Corrected(alone, applicable, labels)
    strata = [_stratum(there[v] / of_verdicts, within[v], effects.get(v) or 1.0) for v in ANSWERS]
    # Of the effective counts only the interval: those of a small stratum can be below 1.
    ends = conditional_pass_rate(strata)
    low, high = min(ends.low or 0.0, plain.value), max(ends.high or 0.0, plain.value)
    return Corrected(replace(plain, low=low, high=high), applicable, labels)


def _by_group(
    used: Iterable[LabelledUnits], columns: Sequence[tuple[Outcome, Outcome]]
) -> list[tuple[Row, int]]:
    """Count units by what the reference and the judge say, for each kind of group; how many are."""
    counts: dict[tuple[str, int], Counter[tuple[Outcome | None, Outcome]]] = defaultdict(Counter)
    for some in used:
        counts[some.group, some.groups][some.human, some.judged] += some.n
    return [([kind[pair] for pair in columns], n) for (_, n), kind in counts.items()]


def _judged(found: PassUnits, verdicts: Sequence[Outcome]) -> Clusters:
    rows = [([dict(some).get(v, 0) for v in verdicts], n) for some, n in found.judged.items()]
    return Clusters.counted(rows, width=len(verdicts))


def _effect(within: Clusters) -> float | None:
    """By how much groups divide the units of a verdict: the larger of two rates' effects."""
    effects = [rate_design_effect(within.projected(np.array(one))) for one in RATES]
    known = [effect for effect in effects if effect is not None]
    return max(known) if len(known) == len(effects) else None


def _stratum(judged: float, within: Clusters, effect: float) -> VerdictStratum:
    return VerdictStratum(judged, *(within.totals / effect).tolist())


def _applicable(judged: float, within: Clusters) -> float:
    fails, passes, elsewhere = within.totals.tolist()
    answers = fails + passes + elsewhere
    return judged * (fails + passes) / answers if answers else 0.0
