"""Which session a row of labels or verdicts is about: by its own id, or by its only trace's."""

from collections.abc import Iterable

from judging.importers import RatingRow
from storage import Project, SessionLine

UNKNOWN = "There is no session {!r} in this project, nor one of such a trace. Import it first."
JOINED = "{:,} found {} session by the id of its only trace."
OF_STEP = (
    "The answer is of one step ({!r}) inside of a trace, not of the trace. Leave it out, or bring"
    " it with the session's id and the turn's number, in columns session_id and turn."
)
OF_SEVERAL = (
    "{!r} is one of {} traces of the session {!r}, and what is said of one is not said of all."
    " Leave it out, or bring it with the session's id, in a column session_id."
)
TWICE = "{!r} is a trace of {} sessions ({}). Name one of them, in a column session_id."


class SessionPlaces:
    """
    Finds the sessions that rows are about.

    An answer on a trace, or on the step that is all of it, is the session's if that was made of
    no other trace.
    """

    def __init__(self, project: Project, rows: Iterable[RatingRow]) -> None:
        named = {_name(row) for row in rows}
        self._by_id = project.sessions.numbers(sorted(named))
        strange = named - self._by_id.keys()
        self._by_trace = project.sessions.of_traces(strange) if strange else {}
        made = {name for found in self._by_trace.values() for name, _ in found}
        self._made = project.sessions.numbers(sorted(made))
        self._joined = 0

    @property
    def notes(self) -> list[str]:
        """What a person should know of how sessions were found."""
        whose = "its" if self._joined == 1 else "their"
        return [JOINED.format(self._joined, whose)] if self._joined else []

    def find(self, row: RatingRow) -> SessionLine | str:
        """Return the session of a row, or a sentence that says why it has none."""
        name = _name(row)
        if own := self._by_id.get(name):
            return own
        found = self._by_trace.get(name, [])
        alone = [session for session, traces in found if traces == 1]
        if len(alone) == 1:
            self._joined += 1
            return self._made[alone[0]]
        if alone:
            return TWICE.format(name, len(alone), ", ".join(alone))
        if found:
            session, traces = found[0]
            return OF_SEVERAL.format(name, traces, session)
        return OF_STEP.format(name) if row.step else UNKNOWN.format(name)


def _name(row: RatingRow) -> str:
    return row.step or row.session_id
