"""Settling what reviewers differ on, without sight of what a judge says."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from calibration.labels import session_lines
from calibration.visitors import access, reasons
from calibration.visitors.access import Right
from judging.errors import StoreError
from judging.gold import Basis
from judging.ratings import Label, Outcome
from judging.rubrics import Criterion
from judging.sessions import Session
from storage import NewLook, Project, SessionLine, StoredVersion, View, adjudications
from storage.adjudications import Conflict, NewSettlement, Settlement


class State(StrEnum):
    """Where a conflict stands; a tie is no answer, and counts as none until it is settled."""

    UNSETTLED = "unsettled"
    MAJORITY = "majority"
    SETTLED = "settled"


STATES = {Basis.TIE: State.UNSETTLED, Basis.MAJORITY: State.MAJORITY}


@dataclass(frozen=True, slots=True)
class Case:
    """
    A unit on which reviewers' labels that count differ.

    Attributes:
        criterion: As the newest version that asks it in this meaning words it.
    """

    criterion: Criterion
    line: SessionLine
    conflict: Conflict

    @property
    def state(self) -> State:
        """Where it stands."""
        return STATES.get(self.conflict.basis, State.SETTLED)

    @property
    def turn(self) -> int:
        """0 for the session as a whole."""
        return self.conflict.turn

    @property
    def unit(self) -> tuple[str, str, int]:
        """What tells it from every other: criterion, session and turn."""
        return self.criterion.key, self.line.external_id, self.turn

    @property
    def labels(self) -> tuple[Label, ...]:
        """Each reviewer's that counts."""
        return tuple(kept.label for kept in self.conflict.labels)

    @property
    def newest(self) -> Settlement | None:
        """The settlement that counts, or None."""
        return self.conflict.newest


@access.needs(Right.SEE_ALL)
def cases(project: Project, versions: Sequence[StoredVersion]) -> list[Case]:
    """Return what people differ on under the criteria of these versions, in their order."""
    criteria = {(c.key, c.meaning): c for v in versions for c in v.rubric.criteria}
    found = [
        one
        for one in adjudications.of(project).conflicts()
        if (one.criterion, one.meaning) in criteria
    ]
    lines = session_lines.of(project, sorted({one.session for one in found}))
    order = list(criteria)
    ordered = sorted(found, key=lambda one: order.index((one.criterion, one.meaning)))
    return [Case(criteria[one.criterion, one.meaning], lines[one.session], one) for one in ordered]


@access.needs(Right.SEE_ALL)
def has_seen(project: Project, case: Case, viewer: str) -> bool:
    """Return whether a reviewer was ever shown a verdict on the session of a case."""
    reader = access.who(project, viewer)
    return adjudications.of(project).has_seen(reader.id, case.line.id)


@access.needs(Right.SEE_ALL)
def opened(project: Project, case: Case, *, viewer: str) -> Session:
    """Hand out the session with the labels of the case, and record who was shown them."""
    reader = access.who(project, viewer)
    labels = [kept.id for kept in case.conflict.labels if kept.label.reviewer != reader.name]
    project.exposures.record(
        reader.id,
        case.line.id,
        labels=[number for number in labels if number is not None],
    )
    return project.sessions.get(case.line.external_id)


@access.needs(Right.SEE_ALL)
def settle(
    project: Project,
    case: Case,
    *,
    viewer: str,
    outcome: Outcome | None,
    reason: str,
    is_unclear: bool = False,
) -> None:
    """
    Keep a decision and why; it counts from then on, and the labels stay what they are.

    Args:
        project: Whose case it is.

        case: As its reader saw it: a decision that was made since is not passed over.

        viewer: Who decides.

        outcome: None takes an earlier decision back: what the labels amount to counts again.

        reason: Why; it is required.

        is_unclear: Whether the rule is to wait in the queue of unclear rules, with this reason.

    Raises:
        StoreError: If somebody settled it meanwhile, or the reason is missing or longer than
            10,000 characters.
    """
    _check(reason)
    who = access.who(project, viewer).id
    adjudications.of(project).settle(
        NewSettlement(
            session=case.line.id,
            criterion=case.criterion.key,
            meaning=case.criterion.meaning,
            turn=case.turn,
            reviewer=who,
            outcome=outcome,
            reason=reason.strip(),
            after=case.conflict.seq,
        )
    )
    if is_unclear:
        project.second_looks.add(
            NewLook(
                session=case.line.id,
                criterion=case.criterion.key,
                meaning=case.criterion.meaning,
                turn=case.turn,
                reviewer=who,
                verdict=None,
                view=View.RULE_UNCLEAR,
                why=reason.strip(),
            )
        )


def _check(reason: str) -> None:
    if not reason.strip():
        raise StoreError("There is no reason.", fix="Say why, for whoever reads it later.")
    reasons.check(reason)
