"""Whether a judge still does what the gate certified, by labels that were given since."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from calibration.agreement import label_weights
from calibration.agreement.held import Held
from calibration.gate import gate_looks
from calibration.visitors import access
from calibration.visitors.access import Right
from judging.agreement.drift import RECALLS, Drift, DriftState, drift
from judging.agreement.gate import Deployment
from judging.agreement.gate_row import Condition, GateRow
from judging.rubrics import Criterion
from judging.splitting import Part
from storage import Project, looks, pass_units
from storage.looks import Look

NOT_CERTIFIED = "The gate has not passed the judge on it, so there is nothing to hold it to."
NO_LABELS = (
    "No label counts yet that was given since, blind, on a session outside the test that was drawn "
    "and that the judge has judged."
)


@dataclass(frozen=True, slots=True)
class CriterionDrift:
    """
    One criterion since its certificate.

    Attributes:
        state: That of the worse recall; None without a certificate.

        look: The number of the look that certified it; None without one.

        certified_at: When that was.

        rates: The recall on failures, then that on passes; empty without a certificate.

        labels: How many labels since then count.

        left_out: How many given since then do not: not blind, or drawn with unknown probability.

        reason: Why nothing can be said; empty where something can.
    """

    criterion: Criterion
    state: DriftState | None
    look: int | None = None
    certified_at: datetime | None = None
    rates: tuple[Drift, ...] = ()
    labels: int = 0
    left_out: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class DriftReport:
    """A judge under a rubric version since it was certified."""

    held: Held
    criteria: tuple[CriterionDrift, ...]

    @property
    def state(self) -> DriftState | None:
        """That of the worst criterion; None where none is certified."""
        return worst(one.state for one in self.criteria)


@access.needs(Right.READ_REPORTS)
def since(project: Project, held: Held) -> DriftReport:
    """
    Hold a judge against the labels that were given since it was certified; no look is used.

    Only units of sessions outside the test count that had no label before: what was labelled
    earlier may have shaped the rubric. Nothing of the sealed test is read but what its looks
    have answered.
    """
    certificates = _certificates(project, held)
    return DriftReport(
        held,
        tuple(
            _criterion(project, held, criterion, certificates.get(criterion.key))
            for criterion in held.version.rubric.criteria
        ),
    )


def worst(states: Iterable[DriftState | None]) -> DriftState | None:
    """Return the worst of some states; None where there is none."""
    order = list(DriftState)
    return max((one for one in states if one is not None), key=order.index, default=None)


def _certificates(project: Project, held: Held) -> dict[str, Look]:
    """Return the newest look at each criterion, where it has passed just this judge."""
    mine = (held.version.id, held.judge.fingerprint)
    newest = {
        look.key.criterion: look
        for look in looks.of(project).listed()
        if (look.key.rubric_version, look.key.fingerprint) == mine
    }
    return {
        key: look
        for key, look in newest.items()
        if look.answer["decision"] == Deployment.DEPLOYABLE
    }


def _criterion(
    project: Project, held: Held, criterion: Criterion, certificate: Look | None
) -> CriterionDrift:
    if certificate is None:
        return CriterionDrift(criterion, None, reason=NOT_CERTIFIED)
    later = replace(held.reference, part=Part.DEVELOP, since=certificate.opened_at)
    given = pass_units.of(project, replace(held, reference=later).on(criterion)).labelled
    blind = replace(held, reference=replace(later, blind_only=True)).on(criterion)
    units = [some for some in pass_units.of(project, blind).labelled if some.probability]
    labels = sum(some.units for some in units)
    weighed = label_weights.clusters(units)
    drawn = label_weights.clusters(replace(some, probability=1.0) for some in units)
    rates = tuple(drift(weighed, row, drawn) for row in _recalls(certificate))
    return CriterionDrift(
        criterion,
        worst(rate.state for rate in rates),
        certificate.number,
        certificate.opened_at,
        rates,
        labels,
        left_out=sum(some.units for some in given) - labels,
        reason="" if labels else NO_LABELS,
    )


def _recalls(certificate: Look) -> list[GateRow]:
    recalls = {Condition(metric) for metric in RECALLS}
    return [row for row in gate_looks.rows(certificate) if row.condition in recalls]
