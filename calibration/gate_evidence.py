"""What is known of a judge on one criterion from the sealed test, for its gate alone."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from calibration import bias_checks, own_family
from calibration.held import Held
from judging.agreement import Estimate, self_consistency
from judging.agreement.bias import BiasState, Check
from judging.agreement.clusters import Clusters
from judging.agreement.gate import GateEvidence
from judging.bundle import label_set
from judging.ratings import Outcome
from judging.rubrics import Criterion
from judging.splitting import Part
from storage import Compared, Project, Split, exports, pass_units, repeated_units, splits
from storage.pass_units import LabelledUnits

# Above this share of people who cannot tell, a criterion is not to be decided from the session.
MOST_UNDECIDED = 0.10
FAIL, PASS = Outcome.FAIL, Outcome.PASS
CELLS = {(FAIL, FAIL): 0, (FAIL, PASS): 1, (PASS, FAIL): 2, (PASS, PASS): 3}


@dataclass(frozen=True, slots=True)
class Opened:
    """
    The evidence on one criterion, but for what other criteria and the look's number say.

    Attributes:
        label_set: The SHA-256 of the labels that count.

        labelled: How many labels count, by what they say, whatever the judge does.
    """

    criterion: Criterion
    evidence: GateEvidence
    label_set: str
    labelled: Counter[Outcome | None]


def of(project: Project, held: Held, criterion: Criterion) -> Opened:
    """
    Read the sealed test on one criterion.

    Labels count that were given blind and drawn with a known probability. Where that differs,
    units stand for as many as each was drawn from, scaled to Kish's effective number.
    """
    blind = replace(held, reference=replace(held.reference, part=Part.TEST, blind_only=True))
    compared = blind.on(criterion)
    labelled = [u for u in pass_units.of(project, compared).labelled if u.probability]
    asked = project.agreement.counts(_in(held, criterion, Part.ALL)).judged
    every = project.agreement.counts(_in(held, criterion, Part.TEST))
    said: Counter[Outcome | None] = Counter()
    for units in labelled:
        said[units.human] += units.units
    evidence = GateEvidence(
        clusters=clusters(labelled),
        not_scored=asked.get(Outcome.NOT_SCORED, 0),
        attempted=sum(asked.values()),
        left_out=sum(every.statuses.values()) - said.total(),
        is_undecidable=_is_undecidable(labelled),
        bias=_biases(project, blind, criterion),
        flips=_flips(project, _in(held, criterion, Part.TEST)),
        drawn=clusters(replace(units, probability=1.0) for units in labelled),
    )
    counted = exports.of(project).counted(compared)
    return Opened(criterion, evidence, label_set(counted), said)


def clusters(labelled: Iterable[LabelledUnits]) -> Clusters:
    """Return the cells of each group, every unit weighed by what it was drawn from."""
    decided = [units for units in labelled if (units.human, units.judged) in CELLS]
    weights = [(1 / u.probability, u.units) for u in decided if u.probability]
    total = sum(weight * n for weight, n in weights)
    squares = sum(weight * weight * n for weight, n in weights)
    scale = total / squares if squares else 1.0
    rows: dict[tuple[str, int], list[float]] = defaultdict(lambda: [0.0] * 4)
    for units in decided:
        assert units.human is not None
        assert units.probability is not None
        cell = CELLS[units.human, units.judged]
        rows[units.group, units.groups][cell] += scale * units.n / units.probability
    return Clusters.counted((row, groups) for (_, groups), row in rows.items())


def _in(held: Held, criterion: Criterion, part: Part) -> Compared:
    return replace(held, reference=replace(held.reference, part=part)).on(criterion)


def _is_undecidable(labelled: Sequence[LabelledUnits]) -> bool:
    unsure = sum(units.units for units in labelled if units.human is Outcome.CANNOT_TELL)
    return unsure > MOST_UNDECIDED * sum(units.units for units in labelled)


def _flips(project: Project, compared: Compared) -> Estimate | None:
    """Return how often the judge contradicts itself on the test; None where it was asked once."""
    units = repeated_units.of(project).of(compared)
    if not units:
        return None
    answers, groups = [unit.outcomes for unit in units], [unit.group for unit in units]
    return self_consistency(answers, groups).flip_probability


def _biases(project: Project, held: Held, criterion: Criterion) -> dict[Check, BiasState]:
    made = bias_checks.of_criterion(project, held, criterion).checks
    found = {one.check.check: one.check.state for one in made}
    # Where no agent is of the judge's own family there is nothing that could be favoured.
    if own_family.of(held.judge.identity) not in splits.of(project).families(Split.TEST):
        found.pop(Check.SAME_FAMILY, None)
    return found
