"""Who decided what: the full table of reference against judge, undecided answers included."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from judging.agreement.cells import Cells
from judging.agreement.clustered_rate import clustered_rate
from judging.agreement.clusters import Clusters
from judging.agreement.estimate import Estimate
from judging.agreement.metrics import Metric, point
from judging.agreement.proportions import wilson
from judging.agreement.risk_difference import newcombe
from judging.ratings import DECIDED, Outcome

UNDECIDABLE_SHARE = 0.10


@dataclass(frozen=True, slots=True)
class StatusTable:
    """
    How often each reference outcome met each of the judge's.

    Attributes:
        counts: Units by (reference, judge); pairs that never occur may be left out.
    """

    counts: Mapping[tuple[Outcome, Outcome], int]

    @classmethod
    def from_pairs(cls, pairs: Iterable[tuple[Outcome, Outcome]]) -> "StatusTable":
        """Count (reference, judge) pairs."""
        return cls(Counter(pairs))

    @property
    def units(self) -> int:
        """How many units have both a reference and an answer, of whatever kind, by the judge."""
        return sum(self.counts.values())

    @property
    def cells(self) -> Cells:
        """The units on which both sides decided."""
        fail, good = Outcome.FAIL, Outcome.PASS
        return Cells(
            self.number(fail, fail),
            self.number(fail, good),
            self.number(good, fail),
            self.number(good, good),
        )

    def number(self, reference: Outcome | None = None, judge: Outcome | None = None) -> int:
        """Count units by either side's outcome, or by both; None stands for any."""
        return sum(
            count
            for (said, answered), count in self.counts.items()
            if reference in (None, said) and judge in (None, answered)
        )

    @property
    def decided_by_reference(self) -> int:
        """How many units the reference passes or fails, whatever the judge says of them."""
        return sum(self.number(reference=outcome) for outcome in DECIDED)

    @property
    def not_applicable(self) -> int:
        """How many units at least one side calls not applicable."""
        na = Outcome.NOT_APPLICABLE
        return self.number(reference=na) + self.number(judge=na) - self.number(na, na)

    @property
    def coverage(self) -> float | None:
        """The share of the reference's decided units that the judge decides; None without any."""
        decided = self.decided_by_reference
        return self.cells.n / decided if decided else None

    @property
    def agreement_bounds(self) -> tuple[float, float] | None:
        """
        The observed agreement if every undecided verdict were wrong, and if it were right.

        Over the units that the reference decided; None without any.

        References:
            Manski (1990), American Economic Review 80:319.
        """
        decided = self.decided_by_reference
        if not decided:
            return None
        right = self.cells.tp + self.cells.tn
        return right / decided, (right + decided - self.cells.n) / decided

    @property
    def kappa_bounds(self) -> tuple[float, float] | None:
        """
        Cohen's kappa if every undecided verdict were wrong, and if it were right.

        Over the units that the reference decided; None where either is undefined.

        References:
            Manski (1990), American Economic Review 80:319.
        """
        found = self.cells
        fails, passes = (
            self.number(reference=said) - sum(self.number(said, judged) for judged in DECIDED)
            for said in (Outcome.FAIL, Outcome.PASS)
        )
        wrong = replace(found, fn=found.fn + fails, fp=found.fp + passes)
        right = replace(found, tp=found.tp + fails, tn=found.tn + passes)
        low, high = (point(cells, Metric.KAPPA).value for cells in (wrong, right))
        return None if low is None or high is None else (low, high)

    @property
    def is_undecidable(self) -> bool:
        """Whether more than a tenth of the reference's answers are `cannot_tell`."""
        return self.number(reference=Outcome.CANNOT_TELL) > UNDECIDABLE_SHARE * self.units

    @property
    def applicability(self) -> Cells:
        """
        Whether the criterion applies, as a table of its own; `not applicable` takes fail's place.

        Units that either side could not tell, or that were not scored, are left out.
        """
        na = Outcome.NOT_APPLICABLE
        return Cells(
            self.number(na, na),
            sum(self.number(na, outcome) for outcome in DECIDED),
            sum(self.number(outcome, na) for outcome in DECIDED),
            self.cells.n,
        )

    def not_scored_rate(self, confidence: float = 0.95) -> Estimate:
        """The share of the units without a scored verdict, with Wilson's interval."""
        return wilson(self.number(judge=Outcome.NOT_SCORED), self.units, confidence)

    def missingness(self, confidence: float = 0.95) -> Estimate:
        """
        The not-scored rate among the reference's fails less that among its passes.

        Where the interval excludes 0, verdicts are not missing at random, and recall over
        scored units alone misleads.
        """
        missing = Outcome.NOT_SCORED
        return newcombe(
            self.number(Outcome.FAIL, missing),
            self.number(reference=Outcome.FAIL),
            self.number(Outcome.PASS, missing),
            self.number(reference=Outcome.PASS),
            confidence,
        )

    def end_to_end_recall(self, effect: float | None = 1.0, confidence: float = 0.95) -> Estimate:
        """
        The share of the reference's fails that the judge fails, anything undecided being a miss.

        Args:
            effect: The design effect of the recall over decided units; None where there is
                none, and then no interval either.

            confidence: The interval's two-sided level.

        Returns:
            The recall; undefined where the reference fails nothing.
        """
        caught = self.number(Outcome.FAIL, Outcome.FAIL)
        missed = self.number(reference=Outcome.FAIL) - caught
        return clustered_rate(Clusters.of([(caught, missed)], width=2), effect, confidence)
