"""Queues for reviewers: how they stand, whom they serve, and what is put back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from calibration.visitors import access
from calibration.visitors.access import Right, needs
from judging.errors import StoreError
from storage import Project, StoredVersion, label_queues, label_slots, queue_progress
from storage.label_queues import StoredQueue
from storage.queue_progress import Holding, QueueProgress

# What stands in an address for no queue.
NONE = "-"


@dataclass(frozen=True, slots=True)
class Standing:
    """A queue, how far it is, who did how much, and who has what."""

    queue: StoredQueue
    progress: QueueProgress
    done: Mapping[str, int]
    holdings: tuple[Holding, ...]


@needs(Right.SHARE_OUT)
def listed(project: Project) -> list[Standing]:
    """Return how every queue that reserves sessions stands, open ones first, then the newest."""
    found = [queue for queue in label_queues.of(project).listed() if queue.reserves]
    ordered = sorted(found, key=lambda queue: (not queue.is_open, -queue.id))
    return [standing(project, queue) for queue in ordered]


@needs(Right.SHARE_OUT)
def standing(project: Project, queue: StoredQueue) -> Standing:
    """Return how a queue stands."""
    return Standing(
        queue,
        queue_progress.of(project, queue),
        queue_progress.done(project, queue),
        tuple(queue_progress.holdings(project, queue)),
    )


@needs(Right.LABEL)
def version_of(project: Project, queue: StoredQueue) -> StoredVersion | None:
    """Return what a queue asks of its sessions; None if that is gone."""
    versions = project.rubrics.versions()
    return next((one for one in versions if one.id == queue.rubric_version_id), None)


@needs(Right.LABEL)
def open_ones(project: Project) -> list[StoredQueue]:
    """Return the queues that hand out sessions, the oldest first."""
    return [one for one in label_queues.of(project).listed() if one.reserves and one.is_open]


@needs(Right.LABEL)
def closed(project: Project, name: str) -> StoredQueue | None:
    """Return the queue of that name, if it is one that handed out sessions and does no more."""
    found = [one for one in label_queues.of(project).listed() if one.name == name]
    return next((one for one in found if one.reserves and not one.is_open), None)


@needs(Right.LABEL)
def first_for(project: Project, reviewer: str) -> StoredQueue | None:
    """Return the oldest queue that has, or may have, something for a reviewer."""
    for queue in open_ones(project):
        progress = queue_progress.of(project, queue)
        theirs = any(one.reviewer == reviewer for one in queue_progress.holdings(project, queue))
        if progress.open or theirs:
            return queue
    return None


@needs(Right.SHARE_OUT)
def put_back(
    project: Project, queue: StoredQueue, sessions: Sequence[str], reviewer: str = ""
) -> int:
    """
    Open the slots of sessions anew, those of one reviewer or of all; return how many it were.

    Labels stay what they are, and who has labelled a session to the end is not asked again.

    Raises:
        StoreError: If a session is not in the project, or a reviewer.
    """
    who = _reviewer(project, reviewer) if reviewer else None
    slots = label_slots.of(project, queue)
    return sum(slots.put_back(number, who) for number in numbers(project, sessions))


@needs(Right.SHARE_OUT)
def finished(project: Project, queue: StoredQueue, most: int) -> list[Holding]:
    """Return who finished what of a queue last, the newest first, at most so many."""
    return queue_progress.finished(project, queue, most)


@needs(Right.SHARE_OUT)
def close(project: Project, name: str) -> StoredQueue:
    """Let a queue hand out nothing more; what reviewers have at hand they can still finish."""
    return label_queues.of(project).close(name)


@needs(Right.LABEL)
def release(project: Project, queue: StoredQueue, reviewer: str) -> None:
    """Let go of what only stands by for a reviewer, who goes elsewhere."""
    label_slots.of(project, queue).release(access.who(project, reviewer).id)


@needs(Right.LABEL)
def unskip(project: Project, queue: str, reviewer: str) -> None:
    """Let what a reviewer skipped come to them again."""
    slots = label_slots.of(project, label_queues.of(project).get(queue))
    slots.unskip(access.who(project, reviewer).id)


@needs(Right.LABEL)
def done(project: Project, queue: str) -> Mapping[str, int]:
    """Return how many slots of a queue each reviewer has done, the most first."""
    return queue_progress.done(project, label_queues.of(project).get(queue))


def _reviewer(project: Project, name: str) -> int:
    known = {one.name: one.id for one in project.reviewers.listed()}
    if name not in known:
        raise StoreError(f"There is no reviewer {name!r}.", fix="See judging queue show.")
    return known[name]


def numbers(project: Project, names: Sequence[str]) -> list[int]:
    """
    Return the numbers of sessions, in order.

    Raises:
        StoreError: If one is not in the project.
    """
    found = project.sessions.numbers(names)
    if missing := [name for name in names if name not in found]:
        raise StoreError(
            f"{len(missing)} of the sessions named are not in this project: {missing[0]!r}…",
            fix="Import them first, or take them out of the list.",
        )
    return [found[name].id for name in names]
