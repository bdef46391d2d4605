"""Where a judge and the labels differ, one unit at a time."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from calibration.labels import blindness, session_lines
from calibration.visitors import access, reasons
from calibration.visitors.access import Right
from judging.facts import Fact, facts
from judging.ratings import DECIDED, Label, Outcome, Verdict
from judging.rubrics import Criterion
from judging.sessions import Session
from storage import (
    Compared,
    NewLook,
    Project,
    Reference,
    SecondLook,
    SessionLine,
    StoredJudge,
    StoredLabel,
    StoredVersion,
    View,
    repeats,
)
from storage.kept_labels import KeptLabel
from storage.repeats import Repeat


class Direction(StrEnum):
    """How a judge differs: it passes what the reference fails, or fails what it passes."""

    MISSED_FAILURE = "missed_failure"
    FALSE_ALARM = "false_alarm"


CELLS = {
    Direction.MISSED_FAILURE: (Outcome.FAIL, Outcome.PASS),
    Direction.FALSE_ALARM: (Outcome.PASS, Outcome.FAIL),
}


@dataclass(frozen=True, slots=True)
class Disagreement:
    """
    One unit on which the judge and the reference differ.

    Attributes:
        turn: 0 for the session as a whole.

        looks: What reviewers made of it when they looked again, each one's newest.
    """

    criterion: Criterion
    session: SessionLine
    turn: int
    direction: Direction
    looks: tuple[SecondLook, ...]

    @property
    def unit(self) -> tuple[str, str, int]:
        """What tells it from every other: criterion, session and turn."""
        return self.criterion.key, self.session.external_id, self.turn

    @property
    def views(self) -> tuple[View, ...]:
        """What reviewers made of it, each view once; empty while nobody looked again."""
        return tuple(dict.fromkeys(look.view for look in self.looks if look.view is not None))

    def look_of(self, reviewer: str) -> SecondLook | None:
        """Return what one reviewer makes of it, or None."""
        return next((look for look in self.looks if look.reviewer == reviewer), None)


@dataclass(frozen=True, slots=True)
class Overlap:
    """
    How much there is to differ about.

    Attributes:
        labelled: How many units the reference has.

        decided: How many of them the judge and the reference both pass or fail.
    """

    labelled: int
    decided: int


@dataclass(frozen=True, slots=True)
class SideBySide:
    """
    A session with what the judge and the reviewers said of it.

    Attributes:
        labels: Each reviewer's on every unit that counts, and those that settle a unit.

        later: Those that a reviewer gave afterwards, and that do not count: the earlier one was
            given blind.

        again: What reviewers answered when they were asked a second time, blind.
    """

    session: Session
    verdicts: tuple[Verdict, ...]
    labels: tuple[Label, ...]
    later: tuple[Label, ...]
    facts: tuple[Fact, ...]
    again: tuple[Label, ...] = ()


@access.needs(Right.LOOK_AGAIN)
def listed(
    project: Project,
    version: StoredVersion,
    judge: StoredJudge,
    reference: Reference,
    *,
    criteria: Collection[str] | None = None,
    directions: Collection[Direction] = tuple(Direction),
) -> list[Disagreement]:
    """
    Return the disagreements on these criteria, or on all, criterion by criterion.

    A reviewer is told of those on sessions whose verdicts they may see.
    """
    seen = blindness.uncovered(project, version)
    asked = [c for c in version.rubric.criteria if criteria is None or c.key in criteria]
    units = {
        c: _units(project, Compared(c.key, c.meaning, version.id, judge.id, reference), directions)
        for c in asked
    }
    found = {session for some in units.values() for session, _ in some}
    lines = session_lines.of(project, sorted(found))
    return [
        Disagreement(
            criterion,
            lines[session],
            turn,
            direction,
            tuple(looks.get((session, criterion.key, turn), ())),
        )
        for criterion in asked
        for looks in (project.second_looks.newest(criterion.key, criterion.meaning),)
        for (session, turn), direction in sorted(units[criterion].items())
        if seen is None or session in seen
    ]


@access.needs(Right.SEE_ALL)
def overlap(
    project: Project, version: StoredVersion, judge: StoredJudge, reference: Reference
) -> Overlap:
    """Count what the reference has labelled, and what both sides decided, on all criteria."""
    labelled = decided = 0
    for criterion in version.rubric.criteria:
        compared = Compared(criterion.key, criterion.meaning, version.id, judge.id, reference)
        counts = project.agreement.counts(compared)
        labelled += sum(counts.labelled.values())
        decided += sum(n for pair, n in counts.statuses.items() if DECIDED.issuperset(pair))
    return Overlap(labelled, decided)


@access.needs(Right.LOOK_AGAIN)
def open_to(project: Project, found: Sequence[Disagreement], viewer: str) -> list[Disagreement]:
    """Return those that a reviewer can see at no cost: on sessions that they have labelled."""
    held = held_from(project, viewer, {one.session.id for one in found})
    return [one for one in found if one.session.id not in held]


@access.needs(Right.LOOK_AGAIN)
def held_from(project: Project, viewer: str, sessions: Collection[int]) -> set[int]:
    """
    Return the sessions that a reviewer has not labelled, and should see no answers on.

    Whatever they label later there would not be blind. Somebody who has labelled nothing in this
    project has nothing to lose, and may see all.
    """
    named = [r for r in project.reviewers.listed() if r.name == viewer and not r.is_slot]
    mine = project.labels.labelled(named[0].id) if named else set()
    return set(sessions) - mine if mine else set()


@access.needs(Right.LOOK_AGAIN)
def opened(
    project: Project,
    version: StoredVersion,
    judge: StoredJudge,
    external_id: str,
    *,
    viewer: str,
) -> SideBySide:
    """
    Hand out one session with verdicts and labels, and record who was shown them.

    Raises:
        StoreError: If the project has no such session.
        AccessError: If the visitor may not see what others said of it.
    """
    session = project.sessions.get(external_id)
    assert session.id is not None
    blindness.check(project, version, session.id)
    reader = access.who(project, viewer)
    stored = project.verdicts.standing([session.id], rubric_version=version.id, judge=judge.id)
    kept = [k for k in project.second_looks.looked_at(session.id) if _is_asked(version, k)]
    counted = {one.id for one in kept}
    newest = [n for n in project.labels.of_session(session.id) if _is_asked(version, n)]
    later = [one for one in newest if one.id not in counted]
    peers = {one.id for one in kept if one.label.reviewer != reader.name}
    peers |= {one.id for one in later if one.label.reviewer != reader.name}
    project.exposures.record(
        reader.id,
        session.id,
        verdicts=[found.id for found in stored.values()],
        labels=sorted(peer for peer in peers if peer is not None),
    )
    return SideBySide(
        session,
        tuple(found.verdict for found in stored.values()),
        tuple(one.label for one in kept),
        tuple(one.label for one in later),
        facts(session),
        tuple(_again(session, one) for one in repeats.of(project).of_session(session.id)),
    )


@access.needs(Right.LOOK_AGAIN)
def look_again(
    project: Project,
    version: StoredVersion,
    judge: StoredJudge,
    one: Disagreement,
    *,
    viewer: str,
    view: View | None,
    why: str = "",
) -> None:
    """
    Keep what a reviewer makes of a disagreement; no view and no reason take it back.

    Raises:
        StoreError: If the reason is longer than 10,000 characters.
    """
    reasons.check(why)
    number = one.session.id
    blindness.check(project, version, number)
    stored = project.verdicts.standing([number], rubric_version=version.id, judge=judge.id)
    verdict = stored.get((number, one.criterion.key, one.turn))
    project.second_looks.add(
        NewLook(
            session=number,
            criterion=one.criterion.key,
            meaning=one.criterion.meaning,
            turn=one.turn,
            reviewer=access.who(project, viewer).id,
            verdict=verdict.id if verdict else None,
            view=view,
            why=why.strip(),
        )
    )


def _again(session: Session, one: Repeat) -> Label:
    return Label(
        session=session.external_id,
        criterion=one.criterion,
        turn=one.turn,
        outcome=one.again,
        reviewer=one.reviewer,
        rationale=one.rationale,
        created_at=one.created_at,
    )


def _is_asked(version: StoredVersion, kept: KeptLabel | StoredLabel) -> bool:
    """Tell whether a label answers a criterion of this version, in the meaning that it has here."""
    asked = {(criterion.key, criterion.meaning) for criterion in version.rubric.criteria}
    return (kept.label.criterion, kept.meaning) in asked


def _units(
    project: Project, compared: Compared, directions: Collection[Direction]
) -> dict[tuple[int, int], Direction]:
    return {
        unit: direction
        for direction in Direction
        if direction in directions
        for unit in project.agreement.units(compared, *CELLS[direction])
    }
