"""Labelling: what a reviewer is shown, blind, and what comes back."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from calibration.labels import label_books, label_events, queue_serving, revealing
from calibration.labels.label_books import Books, line_of
from calibration.labels.label_events import Event, LabelEvent, LeaveEvent
from calibration.labels.queue_serving import QueuePlace
from calibration.labels.revealing import Reader
from calibration.labels.shelf import SHELF
from calibration.visitors import access
from calibration.visitors.access import Right
from judging.errors import JudgingError
from judging.facts import Fact, facts
from judging.ratings import Verdict
from judging.rubrics import Criterion, Level
from judging.sessions import Session
from storage import (
    GivenLabel,
    Project,
    Reveal,
    Reviewer,
    StoredJudge,
    StoredVersion,
    Wanted,
    recent_labels,
)
from storage.label_queues import StoredQueue
from storage.recent_labels import RecentLabel

AHEAD = 2


@dataclass(frozen=True, slots=True)
class Task:
    """
    One session on a reviewer's desk.

    Attributes:
        labels: The reviewer's own, by criterion and turn; 0 is the session as a whole.

        verdicts: The judge's, recorded as seen; unless the project's policy says otherwise, empty
            until the reviewer has given every label. What is not here never reaches the browser.

        facts: Found by code; empty where those are too, since the rules judge is made of them.

        is_complete: Whether every label is given.

        reveal: When the reviewer is shown the verdicts.
    """

    session: Session
    labels: Mapping[tuple[str, int], GivenLabel]
    verdicts: tuple[Verdict, ...]
    facts: tuple[Fact, ...]
    is_complete: bool
    reveal: Reveal = Reveal.AFTER_SAVING


@dataclass(frozen=True, slots=True)
class LabelDesk:
    """
    What lies before a reviewer.

    Attributes:
        tasks: The session at hand and those that come after it, so that they are there at once;
            empty where nothing is left.

        done: How many sessions the reviewer has labelled to the end.

        total: How many there are.

        place: Where the reviewer stands in a queue; None without one.

        recent: What the reviewer labelled last, the newest first.
    """

    reviewer: Reviewer
    version: StoredVersion
    tasks: tuple[Task, ...]
    done: int
    total: int
    place: QueuePlace | None = None
    recent: tuple[RecentLabel, ...] = ()


@dataclass(frozen=True, slots=True)
class Receipt:
    """
    What became of events.

    Attributes:
        kept: The ids of those that are in the database, or were before, or say nothing to keep.

        refused: Of the others the id and why; none of them will be kept when sent again.

        at: The session that the reviewer moved to last, empty for whatever waits first; None
            if the reviewer did not move.
    """

    kept: tuple[str, ...]
    refused: Mapping[str, str]
    at: str | None


def wanted(version: StoredVersion) -> Wanted:
    """Return what makes a session complete under a rubric version."""
    units = {level: tuple(_units(version.rubric.criteria, level)) for level in Level}
    return Wanted(units[Level.SESSION], units[Level.TURN])


@access.needs(Right.LABEL)
def desk(
    project: Project,
    reviewer: str,
    version: StoredVersion,
    judge: StoredJudge | None = None,
    *,
    at: str = "",
    queue: StoredQueue | None = None,
) -> LabelDesk:
    """
    Lay out a reviewer's desk: the session `at`, or the first that waits, and the next ones.

    From a queue they are reserved for the reviewer in the same breath.

    Raises:
        StoreError: If there is no session `at`.
    """
    who = access.who(project, reviewer)
    needs = wanted(version)
    done = project.desk.complete(who.id, needs)
    here = line_of(project, at).id if at else 0
    place = None
    if queue:
        numbers, place = queue_serving.served(project, queue, who, done, at=here, most=AHEAD + 1)
    else:
        ahead = project.desk.waiting(who.id, needs, after=here, most=AHEAD + (not here))
        numbers = [here, *ahead] if here else ahead
    labels = project.desk.labels(who.id, numbers)
    ways = revealing.ways(project, who, numbers, {session for session, *_ in labels})
    reader = Reader(project, who, version, judge)
    tasks = tuple(
        _task(reader, session, labels, way=ways[session.id or 0], is_complete=session.id in done)
        for session in SHELF.whole(project, numbers)
    )
    recent = tuple(recent_labels.of(project, who.id, [*needs.session, *needs.turn]))
    return LabelDesk(who, version, tasks, len(done), project.desk.count(needs), place, recent)


def revealed(project: Project, version: StoredVersion, word: str = "") -> StoredJudge | None:
    """
    Return the judge whose verdicts reviewers are shown afterwards, or None without one.

    The one whose name is `word`, else the one that answered last under `version`.
    """
    under = project.judges.listed(rubric_version=version.id)
    newest = [judge for number, judge in project.verdicts.pairs() if number == version.id]
    named = [judge for judge in under if judge.identity.name == word]
    return named[0] if named else next((j for j in under if j.id in newest[-1:]), None)


@access.needs(Right.LABEL)
def done(project: Project, version: StoredVersion) -> dict[str, int]:
    """Return how many sessions each reviewer has labelled to the end, the most first."""
    needs = wanted(version)
    named = [reviewer for reviewer in project.reviewers.listed() if not reviewer.is_slot]
    counts = {who.name: len(project.desk.complete(who.id, needs)) for who in named}
    ordered = sorted(counts.items(), key=lambda count: -count[1])
    return {name: n for name, n in ordered if n}


@access.needs(Right.LABEL)
def receive(project: Project, reviewer: str, sent: Iterable[Any]) -> Receipt:
    """
    Keep what a reviewer's browser sent; the same events again change nothing.

    An event names its reviewer: one that another than `reviewer` gave, in a tab that changed
    hands, is refused, and so is what does not fit the rubric or the session.
    """
    kept: list[str] = []
    refused: dict[str, str] = {}
    at: str | None = None
    books = Books.of(project)
    reviewer = access.who(project, reviewer).name
    for one in sent:
        event = label_events.read(one)
        if event is None:
            name = str(one.get("id", "")) if isinstance(one, dict) else ""
            refused[name] = "This is no event that can be read."
        elif event.reviewer != reviewer:
            refused[event.id] = f"It was given by {event.reviewer}, and this is {reviewer}’s desk."
        else:
            try:
                at = _taken(project, books, event, at)
                kept.append(event.id)
            except JudgingError as problem:
                refused[event.id] = problem.what
    return Receipt(tuple(kept), refused, at)


def _taken(project: Project, books: Books, event: Event, at: str | None) -> str | None:
    """Do what an event says, and return where its reviewer is then."""
    if isinstance(event, LabelEvent):
        label_books.keep(project, books, event)
    elif isinstance(event, LeaveEvent):
        queue_serving.leave(project, books.reviewer(event.reviewer), event)
        return ""
    else:
        return event.session
    return at


def _units(criteria: Sequence[Criterion], level: Level) -> Iterable[tuple[str, int]]:
    return ((c.key, c.meaning) for c in criteria if c.level is level)


def _task(
    reader: Reader,
    session: Session,
    labels: Mapping[tuple[int, str, int, int], GivenLabel],
    *,
    way: Reveal,
    is_complete: bool,
) -> Task:
    assert session.id is not None
    meanings = {criterion.key: criterion.meaning for criterion in reader.version.rubric.criteria}
    mine = {
        (criterion, turn): label
        for (number, criterion, meaning, turn), label in labels.items()
        if number == session.id and meanings.get(criterion) == meaning
    }
    if not (way is Reveal.OPEN or (way is Reveal.AFTER_SAVING and is_complete)):
        return Task(session, mine, (), (), is_complete, way)
    return Task(
        session, mine, revealing.hand_out(reader, session.id), facts(session), is_complete, way
    )
