"""How fast a run gets on, and how long it has to go."""

import math
from dataclasses import dataclass

WINDOW = 60.0
# Replies come in bursts: a shorter look says more of the burst than of the run.
SHORTEST = 3.0
HOUR = 3600


@dataclass(frozen=True, slots=True)
class Look:
    """So many units were settled at a time in seconds, by a clock that only goes forward."""

    at: float
    settled: int


@dataclass(frozen=True, slots=True)
class Pace:
    """What the last minute's looks at one run say of its speed."""

    looks: tuple[Look, ...] = ()

    def after(self, look: Look) -> "Pace":
        """
        Return the pace with one look more, and without those that are older than a minute.

        The last of the older ones stays, so that the minute is a whole one.
        """
        recent = [one for one in self.looks if look.at - one.at < WINDOW]
        older = self.looks[: len(self.looks) - len(recent)]
        return Pace((*older[-1:], *recent, look))

    @property
    def seconds(self) -> float:
        """The time between the first look and the last."""
        return self.looks[-1].at - self.looks[0].at if self.looks else 0.0

    @property
    def per_minute(self) -> float | None:
        """The units settled in a minute; None while the looks are too close to tell."""
        if self.seconds < SHORTEST:
            return None
        return 60 * (self.looks[-1].settled - self.looks[0].settled) / self.seconds

    def seconds_for(self, left: int) -> float | None:
        """Return how long `left` units take at this pace; None where nothing moves, or unknown."""
        return 60 * left / self.per_minute if self.per_minute else None


def spoken(seconds: float) -> str:
    """Return a time to go as one says it, rounded up, so coarse that it need not be taken back."""
    if seconds < 60:
        return "less than a minute"
    if seconds <= HOUR - 60:
        return f"about {math.ceil(seconds / 60)} minutes"
    if seconds <= HOUR:
        return "about an hour"
    return f"about {math.ceil(2 * seconds / HOUR) / 2:g} hours"
