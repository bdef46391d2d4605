"""How far the labels of a project are from what a gate takes, criterion by criterion."""

from collections.abc import Sequence
from dataclasses import dataclass

from calibration.visitors import access
from calibration.visitors.access import Right
from judging.ratings import Outcome
from judging.rubrics import Criterion, Kind
from storage import Project, StoredVersion, label_tallies

# With a kappa of 0.8 and a fail in five, so many clear the gate with a chance of 84 %
# (docs/statistics.md); fewer fails leave the class minimum unmet however many passes there are.
LABELS = 200
FAILS = 40


@dataclass(frozen=True, slots=True)
class CriterionProgress:
    """
    What people's labels on one criterion amount to.

    Attributes:
        fails: Units that fail; of a condition, where it is absent. Likewise `passes`.

        open: Units on which nothing is decided: not applicable, or cannot tell.

        ties: Units on which reviewers differ and nobody has settled it.
    """

    criterion: Criterion
    fails: int
    passes: int
    open: int
    ties: int

    @property
    def decided(self) -> int:
        """How many units pass or fail."""
        return self.fails + self.passes

    @property
    def rarer(self) -> int:
        """How many there are of the class that is to be there 40 times: of a condition, either."""
        is_condition = self.criterion.kind is Kind.CONDITION
        return min(self.fails, self.passes) if is_condition else self.fails

    @property
    def missing(self) -> tuple[int, int]:
        """How many labels, and how many of the rarer class among them, are still to be given."""
        return max(0, LABELS - self.decided), max(0, FAILS - self.rarer)


@access.needs(Right.SEE_ALL)
def listed(project: Project, versions: Sequence[StoredVersion]) -> list[CriterionProgress]:
    """Return it for every criterion of these versions, labelled or not."""
    found = label_tallies.settled(project)
    criteria = {(c.key, c.meaning): c for v in versions for c in v.rubric.criteria}
    return [
        CriterionProgress(
            criterion,
            fails=counts.get(Outcome.FAIL, 0),
            passes=counts.get(Outcome.PASS, 0),
            open=counts.get(Outcome.NOT_APPLICABLE, 0) + counts.get(Outcome.CANNOT_TELL, 0),
            ties=counts.get(None, 0),
        )
        for unit, criterion in criteria.items()
        for counts in (found.get(unit, {}),)
    ]
