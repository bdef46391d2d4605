"""What labels are checked against."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial

from judging.errors import StoreError
from judging.sessions import Session
from storage import Project, Reviewer, SessionLine, StoredVersion


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
            cache(partial(line, project)),
            cache(project.sessions.get),
            cache(project.reviewers.named),
        )


def line(project: Project, external_id: str) -> SessionLine:
    """
    Return a session by its name.

    Raises:
        StoreError: If there is none.
    """
    found = project.sessions.numbers([external_id]).get(external_id)
    if found is None:
        raise StoreError(
            f"There is no session {external_id!r} in this project.",
            fix="Choose one from the list of sessions.",
        )
    return found
