"""What is known of a judge on one criterion from the sealed test, for its gate alone."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from calibration.agreement import label_weights
from calibration.agreement.held import Held
from calibration.bias import bias_checks, own_family
from judging.agreement import self_consistency
from judging.agreement.bias import BiasState, Check
from judging.agreement.clusters import Clusters
from judging.agreement.gate import GateEvidence
from judging.agreement.reruns import SelfConsistency
from judging.bundle import label_set
from judging.ratings import Outcome
from judging.rubrics import Criterion
from judging.splitting import Part
from storage import Compared, Project, Split, exports, pass_units, repeated_units, splits
from storage.pass_units import LabelledUnits

# Above this share of people who cannot tell, a criterion is not to be decided from the session.
MOST_UNDECIDED = 0.10


@dataclass(frozen=True, slots=True)
class Labels:
    """
    The labels of the test that count on one criterion: given blind, and of a known probability.

    Attributes:
        units: The units that have one, alike ones together.

        left_out: How many labels of the test do not count.

        label_set: The SHA-256 of those that do.
    """

    criterion: Criterion
    units: Sequence[LabelledUnits]
    left_out: int
    label_set: str

    @property
    def said(self) -> Counter[Outcome | None]:
        """How many there are, by what they say, whatever the judge does."""
        found: Counter[Outcome | None] = Counter()
        for some in self.units:
            found[some.human] += some.units
        return found

    @property
    def drawn(self) -> Clusters:
        """The cells of each group, label by label, whatever each stands for."""
        return label_weights.clusters(replace(some, probability=1.0) for some in self.units)


def labels(project: Project, held: Held, criterion: Criterion) -> Labels:
    """Return the labels that count; nothing of it says what the judge did."""
    compared = _blind(held).on(criterion)
    units = [u for u in pass_units.of(project, compared).labelled if u.probability]
    every = project.agreement.counts(_in(held, criterion, Part.TEST))
    left_out = sum(every.statuses.values()) - sum(some.units for some in units)
    counted = exports.of(project).counted(compared)
    return Labels(criterion, units, left_out, label_set(counted))


def of(project: Project, held: Held, counting: Labels) -> GateEvidence:
    """
    Read the sealed test on one criterion, but for what other criteria and the look's number say.

    Where the labels' probabilities differ, units stand for as many as each was drawn from, scaled
    to Kish's effective number.
    """
    criterion = counting.criterion
    asked = project.agreement.counts(_in(held, criterion, Part.ALL)).judged
    repeats = _repeats(project, _in(held, criterion, Part.TEST))
    unsure, all_of_them = counting.said[Outcome.CANNOT_TELL], counting.said.total()
    return GateEvidence(
        clusters=label_weights.clusters(counting.units),
        not_scored=asked.get(Outcome.NOT_SCORED, 0),
        attempted=sum(asked.values()),
        left_out=counting.left_out,
        is_undecidable=unsure > MOST_UNDECIDED * all_of_them,
        bias=_biases(project, _blind(held), criterion),
        flips=repeats.flip_probability if repeats else None,
        repeated=repeats.units if repeats else 0,
        drawn=counting.drawn,
    )


def _blind(held: Held) -> Held:
    return replace(held, reference=replace(held.reference, part=Part.TEST, blind_only=True))


def _in(held: Held, criterion: Criterion, part: Part) -> Compared:
    return replace(held, reference=replace(held.reference, part=part)).on(criterion)


def _repeats(project: Project, compared: Compared) -> SelfConsistency | None:
    """Return how often the judge contradicts itself on the test; None where it was asked once."""
    units = repeated_units.of(project).of(compared)
    if not units:
        return None
    answers, groups = [unit.outcomes for unit in units], [unit.group for unit in units]
    return self_consistency(answers, groups)


def _biases(project: Project, held: Held, criterion: Criterion) -> dict[Check, BiasState]:
    found: dict[Check, BiasState] = {}
    for one in bias_checks.of_criterion(project, held, criterion).checks:
        # Two comparisons may be one check: of fails, and of passes. A flag on either counts.
        if found.get(one.check.check) is not BiasState.FLAGGED:
            found[one.check.check] = one.check.state
    # Where no agent is of the judge's own family there is nothing that could be favoured.
    if own_family.of(held.judge.identity) not in splits.of(project).families(Split.TEST):
        found.pop(Check.SAME_FAMILY, None)
    return found
