"""What services turn out to take, found out by asking, and known as long as the process runs."""

import re
import threading
from collections.abc import Hashable
from dataclasses import replace

from judging.judges.attempts import ROOMS, Attempt, Body
from judging.judges.chat_request import PLACE
from judging.judges.chat_shape import EFFORT, Form, Shape, shaped
from judging.judges.outcomes import NAMED, Fate

KNOWN: dict[Hashable, Shape] = {}
LEARNING = threading.Lock()
NOT_TAKEN = frozenset({400, 404, 422})
BROKEN = frozenset({500, 501})
ABOUT_EFFORT = re.compile("reasoning|think", re.IGNORECASE)


class Fitting:
    """
    Finds, attempt by attempt, a shape of one request that its service takes.

    What takes one has answered in it: where the answer cannot be read, the next shape is tried,
    for there are services that accept a form and do not keep to it. A shape that is known is not
    left again, so that a request which is refused for what it says is refused once.
    """

    def __init__(self, request: Body, *, lowers: bool = True) -> None:
        self._request, self._lowers = request, lowers
        self._first = Shape.of(request)
        names = frozenset(request)
        self._kind = (request[PLACE], request["model"], names, self._first.form)
        self._shape = KNOWN.get(self._kind, self._first)
        self._is_too_long = False
        self._broken: set[Form] = set()

    @property
    def body(self) -> Body:
        """The request as it is to be sent."""
        shape = replace(self._shape, room=None) if self._is_too_long else self._shape
        return shaped(self._request, shape)

    def reshape(self, attempt: Attempt) -> Body | None:
        """Learn what became of an attempt; return what to send instead, if it was the shape."""
        if attempt.fate is Fate.ANSWERED:
            self._learn()
            return None
        if attempt.fate is Fate.TOO_LONG:
            return self._without_room()
        other = self._other(attempt) if self._is_of_shape(attempt) else None
        if other is None:
            return None
        self._shape = other
        return self.body

    def _learn(self) -> None:
        # A service that breaks at more than one form is down, and that says nothing of forms.
        if len(self._broken) > 1:
            return
        with LEARNING:
            known = KNOWN.get(self._kind)
            if known is None or self._shape.form < known.form:
                KNOWN[self._kind] = self._shape

    def _without_room(self) -> Body | None:
        """Return the request without a limit on its answer, which services count as length too."""
        if self._is_too_long or self._shape.room is None:
            return None
        self._is_too_long = True
        return self.body

    def _is_of_shape(self, attempt: Attempt) -> bool:
        reply = attempt.reply
        if reply.error in NAMED:
            return False
        if reply.status in BROKEN:
            return self._breaks_again()
        return attempt.fate is Fate.UNREADABLE or reply.status in NOT_TAKEN

    def _breaks_again(self) -> bool:
        form = self._shape.form
        is_again = form in self._broken
        self._broken.add(form)
        return is_again

    def _other(self, attempt: Attempt) -> Shape | None:
        """Return the shape to try next: what another question has found, else what was objected."""
        shape, known = self._shape, KNOWN.get(self._kind)
        if known is not None:
            return known if known != shape else None
        said = attempt.reply.body if attempt.reply.status in NOT_TAKEN else ""
        if shape.room and shape.room in said:
            return replace(shape, room=self._next_room(shape.room))
        if shape.effort and EFFORT in self._request and ABOUT_EFFORT.search(said):
            return replace(shape, effort=False)
        return shape.lower() if self._lowers else None

    def _next_room(self, refused: str) -> str | None:
        """Return the other name for the room, and none where that was refused before."""
        if refused != self._first.room:
            return None
        return next(name for name in ROOMS if name != refused)
