"""
The first pass of the second look: a reviewer answers again, without sight of any answer.

Those units on which the judge differs from the reviewer's own label are mixed with as many on
which it agrees, so that being asked again tells nothing. The first labels stay what they are.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from calibration.visitors import access, reasons
from calibration.visitors.access import Right
from judging.errors import StoreError
from judging.ratings import Outcome
from judging.rubrics import Criterion
from judging.sessions import Session
from storage import (
    Compared,
    Project,
    Reference,
    Reviewer,
    StoredJudge,
    StoredVersion,
    Stratum,
    repeats,
)
from storage.repeats import NewRepeat

Unit = tuple[str, int, int]


@dataclass(frozen=True, slots=True)
class AskedAgain:
    """
    A unit that a reviewer is asked a second time.

    Attributes:
        session: By its number.

        stratum: Why it was drawn. Nothing of it may reach the reviewer before the answer.

        inclusion_prob: The chance that one of its stratum and criterion had of being drawn.
    """

    criterion: Criterion
    session: int
    turn: int
    stratum: Stratum
    inclusion_prob: float

    @property
    def unit(self) -> Unit:
        """What tells it from every other: criterion, session and turn."""
        return self.criterion.key, self.session, self.turn


@dataclass(frozen=True, slots=True)
class Round:
    """
    What a reviewer is asked again about one judge under one rubric version.

    Attributes:
        waiting: In the order to ask.

        answered: How many of the drawn units are answered again.

        alone: How many units on which the judge differs are not asked, since too few on which it
            agrees are there to hide them among.
    """

    waiting: tuple[AskedAgain, ...] = ()
    answered: int = 0
    alone: int = 0

    @property
    def total(self) -> int:
        """How many units were drawn."""
        return self.answered + len(self.waiting)

    @property
    def sessions(self) -> frozenset[int]:
        """The sessions that still wait for an answer: nothing said of them may be shown yet."""
        return frozenset(one.session for one in self.waiting)


@dataclass(frozen=True, slots=True)
class Pending:
    """A round that still waits for answers, and which judge's it is."""

    version: StoredVersion
    judge: StoredJudge
    round: Round


@dataclass(frozen=True, slots=True)
class Question:
    """The next unit, with the session as it is and nothing that was said of it."""

    asked: AskedAgain
    session: Session


@access.needs(Right.LOOK_AGAIN)
def round_of(project: Project, version: StoredVersion, judge: StoredJudge, viewer: str) -> Round:
    """
    Return what a reviewer is asked again; nothing where they have labelled nothing.

    What is drawn hangs on names and numbers alone, so it is the same at each visit. Sessions of
    the sealed test are never drawn.
    """
    who = access.who(project, viewer)
    drawn = [
        _drawn(project, who, criterion, version, judge) for criterion in version.rubric.criteria
    ]
    units = [one for some, _ in drawn for one in some]
    done = repeats.of(project).answered(who.id)
    waiting = [one for one in units if _asked(one) not in done]
    ordered = tuple(sorted(waiting, key=partial(_lot, who, "order")))
    return Round(ordered, len(units) - len(waiting), sum(alone for _, alone in drawn))


@access.needs(Right.LOOK_AGAIN)
def pending(project: Project, viewer: str) -> list[Pending]:
    """Return the rounds of all judges in which a reviewer still has to answer, the newest first."""
    who = access.who(project, viewer)
    if not project.labels.labelled(who.id):
        return []
    versions = {one.id: one for one in project.rubrics.versions()}
    judges = {one.id: one for one in project.judges.listed()}
    found = (
        Pending(versions[v], judges[j], round_of(project, versions[v], judges[j], viewer))
        for v, j in reversed(project.verdicts.pairs())
    )
    return [one for one in found if one.round.waiting]


@access.needs(Right.LOOK_AGAIN)
def question(project: Project, found: Round) -> Question | None:
    """Return what to ask next; None where nothing waits."""
    if not found.waiting:
        return None
    first = found.waiting[0]
    [session] = project.sessions.whole([first.session])
    return Question(first, session)


@access.needs(Right.LOOK_AGAIN)
def answer(
    project: Project,
    version: StoredVersion,
    judge: StoredJudge,
    viewer: str,
    unit: Unit,
    outcome: Outcome,
    why: str = "",
) -> bool:
    """
    Keep a second answer; the first goes on being the one that counts.

    Returns:
        Whether it is new: in another tab the unit may have been answered meanwhile.

    Raises:
        StoreError: If the unit was not drawn for this reviewer, or the reason is longer than
            10,000 characters.
    """
    reasons.check(why)
    who = access.who(project, viewer)
    found = round_of(project, version, judge, viewer)
    asked = next((one for one in found.waiting if one.unit == unit), None)
    if asked is None:
        if any(unit == (k, s, t) for k, _, s, t in repeats.of(project).answered(who.id)):
            return False
        raise StoreError("This was not asked of you again.", fix="Open the page again.")
    return repeats.of(project).add(
        NewRepeat(
            session=asked.session,
            criterion=asked.criterion.key,
            meaning=asked.criterion.meaning,
            turn=asked.turn,
            reviewer=who.id,
            label=_first(project, who, asked),
            outcome=outcome,
            stratum=asked.stratum,
            inclusion_prob=asked.inclusion_prob,
            rationale=why.strip(),
        )
    )


def _drawn(
    project: Project,
    who: Reviewer,
    criterion: Criterion,
    version: StoredVersion,
    judge: StoredJudge,
) -> tuple[list[AskedAgain], int]:
    """Draw of one criterion what differs and as much that agrees, and count what is left over."""
    whose = Reference(reviewer=who.name)
    compared = Compared(criterion.key, criterion.meaning, version.id, judge.id, whose)
    pools: dict[Stratum, list[AskedAgain]] = {stratum: [] for stratum in Stratum}
    for session, turn, differs in project.agreement.decided(compared):
        stratum = Stratum.DIFFERS if differs else Stratum.AGREES
        pools[stratum].append(AskedAgain(criterion, session, turn, stratum, 1))
    size = min(map(len, pools.values()))
    drawn = [one for pool in pools.values() for one in _some(who, pool, size)]
    return drawn, len(pools[Stratum.DIFFERS]) - size


def _some(who: Reviewer, pool: Sequence[AskedAgain], size: int) -> Iterator[AskedAgain]:
    ordered = sorted(pool, key=partial(_lot, who, "draw"))
    for one in ordered[:size]:
        yield replace(one, inclusion_prob=size / len(pool))


def _lot(who: Reviewer, purpose: str, one: AskedAgain) -> str:
    words = repr((purpose, who.id, one.criterion.meaning, one.unit))
    return hashlib.sha256(words.encode()).hexdigest()


def _asked(one: AskedAgain) -> tuple[str, int, int, int]:
    return one.criterion.key, one.criterion.meaning, one.session, one.turn


def _first(project: Project, who: Reviewer, asked: AskedAgain) -> int:
    """Return the number of the label that counts."""
    unit = (who.id, asked.criterion.key, asked.criterion.meaning, asked.turn)
    kept = project.second_looks.looked_at(asked.session)
    return next(
        one.id
        for one in kept
        if one.id is not None
        and (one.reviewer, one.label.criterion, one.meaning, one.label.turn) == unit
    )
