"""Serving a reviewer from a queue: what is theirs to label now, and where they stand."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime

from calibration.labels.label_books import line_of
from calibration.labels.label_events import LeaveEvent
from calibration.labels.shelf import SHELF
from storage import Project, Reviewer, label_queues, label_slots, queue_progress
from storage.label_queues import StoredQueue


@dataclass(frozen=True, slots=True)
class QueuePlace:
    """
    Where a reviewer stands in a queue. Of strata and chances it holds nothing, on purpose.

    Attributes:
        done: How many of its slots are done, by whomever.

        total: How many there are.

        others: How many others have at hand.

        until: Until when the session at hand is reserved; None where it is done, or not theirs.

        is_lost: Whether others have the session at hand: it was reserved, and the lease ran out.

        earlier: The session that the reviewer finished before the one at hand; None if none.

        skipped: How many they skipped that nobody has labelled since.

        is_closed: Whether it hands out nothing more; what is at hand can still be finished.
    """

    name: str
    done: int
    total: int
    others: int
    until: datetime | None
    is_lost: bool
    earlier: str | None
    skipped: int
    is_closed: bool = False


def served(
    project: Project,
    queue: StoredQueue,
    who: Reviewer,
    complete: AbstractSet[int],
    *,
    at: int,
    most: int,
) -> tuple[list[int], QueuePlace]:
    """
    Reserve what a reviewer is to label next, and return it with their place.

    Args:
        project: Whose queue.

        queue: Which.

        who: The reviewer.

        complete: The sessions that they have labelled to the end.

        at: The session before them, which stays the first; 0 for whatever comes next.

        most: How many sessions to return, as long as there are.
    """
    queue = label_queues.of(project).get(queue.name)
    held = label_slots.of(project, queue).hold(who.id, complete, at=at, most=most)
    progress = queue_progress.of(project, queue)
    place = QueuePlace(
        name=queue.name,
        done=progress.done,
        total=progress.slots,
        others=max(0, progress.reserved - held.reserved),
        until=held.until,
        is_lost=held.is_lost,
        earlier=_name(project, held.earlier),
        skipped=held.skipped,
        is_closed=not queue.is_open,
    )
    return list(held.sessions), place


def leave(project: Project, who: Reviewer, event: LeaveEvent) -> None:
    """
    Let a reviewer leave a session: to others, or until they have nothing else.

    Raises:
        StoreError: If there is no such queue or session.
    """
    queue = label_queues.of(project).get(event.queue)
    slots, session = label_slots.of(project, queue), line_of(project, event.session).id
    if event.type == "skip":
        slots.skip(who.id, session)
    else:
        slots.put_off(who.id, session)


def _name(project: Project, session: int | None) -> str | None:
    if session is None:
        return None
    return next((one.external_id for one in SHELF.whole(project, [session])), None)
