"""Sessions kept at hand, for pages that draw the same ones after every key."""

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock

from judging.sessions import Session
from storage import Project

MOST = 48
Place = tuple[str, int, str]


class Shelf:
    """
    The sessions that were read last, whole, for all threads of a process.

    One that was imported anew since it was read is another one, and is read again.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._sessions: OrderedDict[Place, Session] = OrderedDict()

    def whole(self, project: Project, numbers: Sequence[int]) -> list[Session]:
        """Return these sessions with their turns, in the order of `numbers`, without the gone."""
        stamps = project.sessions.stamps(numbers)
        places = {n: (project.store.url, n, stamps[n]) for n in numbers if n in stamps}
        with self._lock:
            found = {n: self._sessions.get(place) for n, place in places.items()}
        missing = [number for number, session in found.items() if session is None]
        read = {one.id: one for one in project.sessions.whole(missing)} if missing else {}
        sessions = {n: session or read.get(n) for n, session in found.items()}
        self._put({places[n]: session for n, session in sessions.items() if session})
        return [session for session in sessions.values() if session]

    def _put(self, used: dict[Place, Session]) -> None:
        with self._lock:
            for place, session in used.items():
                self._sessions[place] = session
                self._sessions.move_to_end(place)
            while len(self._sessions) > MOST:
                self._sessions.popitem(last=False)


SHELF = Shelf()
