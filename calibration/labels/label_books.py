"""What labels that come in are checked against before they are kept."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial

from calibration.labels.label_events import LabelEvent
from judging.errors import StoreError
from judging.rubrics import Criterion, Level
from judging.sessions import Role, Session
from storage import GivenLabel, Project, Reviewer, SessionLine, StoredVersion


@dataclass(frozen=True, slots=True)
class Books:
    """What labels are checked against, each looked up once for all that came in together."""

    version: Callable[[str], StoredVersion]
    line: Callable[[str], SessionLine]
    session: Callable[[str], Session]
    reviewer: Callable[[str], Reviewer]

    @classmethod
    def of(cls, project: Project) -> "Books":
        """Return the books of `project`, as they are now."""
        return cls(
            cache(project.rubrics.get),
            cache(partial(line_of, project)),
            cache(project.sessions.get),
            cache(project.reviewers.named),
        )


def line_of(project: Project, external_id: str) -> SessionLine:
    """
    Return a session as it stands in a list.

    Raises:
        StoreError: If there is no session of that name.
    """
    line = project.sessions.numbers([external_id]).get(external_id)
    if line is None:
        raise StoreError(
            f"There is no session {external_id!r} in this project.",
            fix="Choose one from the list of sessions.",
        )
    return line


def keep(project: Project, books: Books, event: LabelEvent) -> None:
    """
    Keep one label.

    Raises:
        StoreError: If there is no such session, rubric version, criterion or turn.
    """
    version = books.version(event.rubric)
    criterion = _criterion(version, event)
    session = books.line(event.session)
    _check_turns(books, criterion, event)
    project.desk.give(
        GivenLabel(
            event=event.id,
            reviewer=books.reviewer(event.reviewer).id,
            session=session.id,
            criterion=criterion.key,
            meaning=criterion.meaning,
            rubric_version=version.id,
            outcome=event.answer,
            turn=event.turn,
            rationale=event.note,
            citations=event.citations,
            seconds=event.seconds,
        )
    )


def _criterion(version: StoredVersion, event: LabelEvent) -> Criterion:
    found = [c for c in version.rubric.criteria if c.key == event.criterion]
    if not found:
        raise StoreError(
            f"{version.rubric.label} has no criterion {event.criterion!r}.",
            fix="Open the page again: the rubric was changed.",
        )
    return found[0]


def _check_turns(books: Books, criterion: Criterion, event: LabelEvent) -> None:
    """Raise unless the label is of a turn where the criterion asks of one, and cites real ones."""
    turns = books.line(event.session).n_turns
    is_asked = _is_assistant(books, event) if criterion.level is Level.TURN else not event.turn
    missing = [one.turn for one in event.citations if one.turn > turns]
    if not is_asked or missing:
        raise StoreError(
            f"{criterion.key} cannot be answered so: turn {missing[0] if missing else event.turn}.",
            where=f"session {event.session}",
            fix="Open the page again.",
        )


def _is_assistant(books: Books, event: LabelEvent) -> bool:
    turn = books.session(event.session).turn(event.turn)
    return turn is not None and turn.role is Role.ASSISTANT
