"""Short ways with queues, for their tests on both databases."""

from collections.abc import Iterable
from typing import Any

from judging.ratings import Outcome
from storage import Project, label_queues, label_slots
from storage.label_queues import Chosen, NewQueue, StoredQueue
from storage.label_slots import Held
from tests import keeping

NAMES = "abcdefgh"


def filled(project: Project) -> Project:
    """Put eight sessions into a project, a to h."""
    keeping.add(project, *map(keeping.session, NAMES))
    return project


def queue(project: Project, names: Iterable[str] = NAMES, **fields: Any) -> StoredQueue:
    """Make a queue of these sessions, for one reviewer each unless told otherwise."""
    strata = fields.pop("strata", {})
    chosen = [Chosen(keeping.number(project, n), strata.get(n, ""), 0.5) for n in names]
    return label_queues.of(project).add(NewQueue("random", chosen, **{"reviewers": 1} | fields))


class Reviewer:
    """A reviewer who labels from a queue."""

    def __init__(self, project: Project, queue: StoredQueue, name: str) -> None:
        self.project, self.name = project, name
        self.id = project.reviewers.named(name).id
        self.slots = label_slots.of(project, queue)
        self.complete: set[int] = set()

    def hold(self, at: str = "", most: int = 1, **fields: Any) -> Held:
        """Hold so many sessions."""
        number = keeping.number(self.project, at) if at else 0
        return self.slots.hold(self.id, self.complete, at=number, most=most, **fields)

    def has(self, at: str = "", most: int = 1, **fields: Any) -> str:
        """Return the names of the sessions that are held."""
        return self.named(self.hold(at, most, **fields).sessions)

    def named(self, numbers: Iterable[int]) -> str:
        """Return the names of sessions."""
        names = {keeping.number(self.project, name): name for name in NAMES}
        return "".join(names[number] for number in numbers)

    def finish(self, *names: str) -> None:
        """Label sessions to the end."""
        for name in names:
            keeping.label(self.project, name, Outcome.PASS, reviewer=self.name)
            self.complete.add(keeping.number(self.project, name))
