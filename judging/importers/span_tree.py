"""What stands inside of what in a trace, and so only repeats others."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """
    Where a step stands in its trace.

    Attributes:
        number: Its place in the file.

        span: Its own id, or None.

        parent: The id of the step inside of which it stands, or None.

        is_call: Whether it is a model's call that says something.

        is_run: Whether it is a tool's run.
    """

    number: int
    span: bytes | None
    parent: bytes | None
    is_call: bool
    is_run: bool


def repeating(places: Iterable[Place]) -> set[int]:
    """
    Return the numbers of the model's calls of one trace that only repeat others.

    A call of a model around another one is a step around it. What stands inside of a tool's
    run is another agent's, and tells of the session only where nothing else does.
    """
    known = list(places)
    tree = _Tree({place.span: place for place in known if place.span})
    found = {place.number for place in known if place.is_call and tree.is_inside(place)}
    return found | tree.around


class _Tree:
    def __init__(self, by_span: dict[bytes, Place]) -> None:
        self._by_span = by_span
        # Of each step that was looked at, whether it stands inside of a tool's run.
        self._inside: dict[int, bool] = {}
        self.around: set[int] = set()

    def is_inside(self, place: Place) -> bool:
        """Tell whether `place`, a call, is inside of a tool's run; note what calls are around."""
        path: list[Place] = []
        step: Place | None = place
        answer = False
        # What is known already ends the way up; so do steps inside of each other.
        while step and step.number not in self._inside:
            self._inside[step.number] = False
            path.append(step)
            step = self._outer(step)
            if step and step.is_run:
                answer = True
                break
            if step and step.is_call and not _is_alone(step, path):
                self.around.add(step.number)
        else:
            answer = bool(step and self._inside[step.number])
        self._inside |= dict.fromkeys((step.number for step in path), answer)
        return answer

    def _outer(self, place: Place) -> Place | None:
        outer = self._by_span.get(place.parent or b"")
        return None if outer is None or outer.span == place.span else outer


def _is_alone(place: Place, path: list[Place]) -> bool:
    """Tell whether a way up that began at `place` came back to it past no other call."""
    return place == path[0] and not any(step.is_call for step in path[1:])
