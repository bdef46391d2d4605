"""One reviewer's slots of a queue, and what has to be written of them."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime, timedelta

# What only stands by goes back soon when its reviewer leaves without a word, as they do.
STANDBY = timedelta(minutes=5)
# A lease is written anew once it has lost so much: else every label would write twice.
STALE = timedelta(minutes=1)
# Who puts off one after the other would keep a whole queue from the others.
MOST_PUT_OFF = 10


@dataclass(frozen=True, slots=True)
class Slot:
    """A slot that a reviewer has."""

    id: int
    session: int
    leased_until: datetime
    put_off_at: datetime | None
    done_at: datetime | None


@dataclass(frozen=True, slots=True)
class SlotDesk:
    """One reviewer's slots in the order of their work, and what has to be written of them."""

    reviewer: int
    complete: AbstractSet[int]
    at: int
    most: int
    now: datetime
    slots: tuple[Slot, ...] = ()

    @property
    def finished(self) -> list[int]:
        """The slots whose session has every label now."""
        return [s.id for s in self.slots if s.done_at is None and s.session in self.complete]

    @property
    def reopened(self) -> list[int]:
        """Those that were done, until a label was taken back."""
        return [s.id for s in self.slots if s.done_at and s.session not in self.complete]

    @property
    def mine(self) -> list[Slot]:
        """Those at work: `at` first, and last what was put off."""
        at_work = [slot for slot in self.slots if slot.session not in self.complete]
        return sorted(at_work, key=lambda s: (s.session != self.at, s.put_off_at is not None))

    @property
    def has_room(self) -> bool:
        """Whether more is wanted than is there without what was put off, unless that is much."""
        others = [slot for slot in self.mine if slot.session != self.at]
        put_off = sum(slot.put_off_at is not None for slot in others)
        ahead = len(others) - put_off + bool(self.at)
        return ahead < self.most and put_off < MOST_PUT_OFF

    @property
    def wants_at(self) -> bool:
        """Whether `at` is to be labelled, and not reserved."""
        known = {slot.session for slot in self.slots}
        return bool(self.at) and self.at not in self.complete and self.at not in known

    def stale(self, lease: timedelta) -> dict[timedelta, list[int]]:
        """Return the slots whose lease is to be written anew, by its length."""
        found: dict[timedelta, list[int]] = {}
        for place, slot in enumerate(self.mine):
            length = lease if place == 0 or slot.put_off_at else min(lease, STANDBY)
            if slot.leased_until < self.now + length - min(STALE, length / 2):
                found.setdefault(length, []).append(slot.id)
        return found
