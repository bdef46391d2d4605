"""What labels count as whose chances of being drawn differed within a verdict."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from judging.agreement import Clusters
from judging.agreement.weighted import FEW_EFFECTIVE, HEAVY, kish_effect
from judging.ratings import Outcome
from storage.pass_units import LabelledUnits

Pair = tuple[Outcome | None, Outcome]
FAIL, PASS = Outcome.FAIL, Outcome.PASS
CELLS = {(FAIL, FAIL): 0, (FAIL, PASS): 1, (PASS, FAIL): 2, (PASS, PASS): 3}


@dataclass(frozen=True, slots=True)
class Weights:
    """
    What each label counts as among those of its verdict, with a mean of 1.

    Attributes:
        scales: By verdict, what one over a label's chance is multiplied by; empty where all
            labels of a verdict had the same.
    """

    scales: Mapping[Outcome, float]

    @classmethod
    def of(cls, used: Iterable[LabelledUnits]) -> "Weights":
        """Return the weights of labels whose chances are all known."""
        units: dict[Outcome, float] = defaultdict(float)
        stands: dict[Outcome, float] = defaultdict(float)
        for some in used:
            units[some.judged] += some.units
            stands[some.judged] += some.units / (some.probability or 1.0)
        return cls({verdict: units[verdict] / stands[verdict] for verdict in units})

    def weight(self, some: LabelledUnits) -> float:
        """Return what each of these units counts as."""
        return self.scales[some.judged] / (some.probability or 1.0) if self.scales else 1.0

    def effect(self, used: Iterable[LabelledUnits], verdict: Outcome) -> float:
        """Return by how much the weights divide the labels of a verdict, whatever they say."""
        return kish_effect((self.weight(s), s.units) for s in used if s.judged is verdict)

    def worth(self, used: Sequence[LabelledUnits]) -> float:
        """Return how many labels of equal weight within their verdict would be worth as much."""
        return sum(n / self.effect(used, verdict) for verdict, n in by_verdict(used).items())

    def are_unstable(self, used: Sequence[LabelledUnits]) -> bool:
        """Tell whether so few would do, or one label is a tenth of those that say the same."""
        cells: dict[Pair, float] = defaultdict(float)
        for some in used:
            cells[some.human, some.judged] += self.weight(some) * some.units
        is_heavy = any(self.weight(s) > HEAVY * cells[s.human, s.judged] for s in used)
        return bool(self.scales) and (is_heavy or self.worth(used) < FEW_EFFECTIVE)


def by_verdict(labelled: Iterable[LabelledUnits]) -> Mapping[Outcome, int]:
    """Return how many units of each verdict have a label, whatever it says."""
    found: Counter[Outcome] = Counter()
    for some in labelled:
        found[some.judged] += some.units
    return found


def decided(labelled: Iterable[LabelledUnits]) -> int:
    """Count the units that both sides decided."""
    return sum(some.units for some in labelled if (some.human, some.judged) in CELLS)


def clusters(labelled: Iterable[LabelledUnits]) -> Clusters:
    """
    Return the cells of each group, every unit weighed by what it was drawn from.

    All together weigh Kish's effective number. Every probability has to be known.
    """
    known = [units for units in labelled if (units.human, units.judged) in CELLS]
    weights = [(1 / u.probability, float(u.units)) for u in known if u.probability]
    n, total = sum(k for _, k in weights), sum(w * k for w, k in weights)
    scale = n / total / kish_effect(weights) if total else 1.0
    rows: dict[tuple[str, int], list[float]] = defaultdict(lambda: [0.0] * 4)
    for units in known:
        assert units.human is not None
        assert units.probability is not None
        cell = CELLS[units.human, units.judged]
        rows[units.group, units.groups][cell] += scale * units.n / units.probability
    return Clusters.counted((row, groups) for (_, groups), row in rows.items())
