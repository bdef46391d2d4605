"""Steps of traces, put down as a file has them and taken up by session."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from typing import Self

from judging.importers.exchange import Exchange
from judging.importers.importer import Record
from judging.importers.span_tree import Place, repeating
from judging.importers.spill import NOWHERE, Spill, as_key, of_key

# No id has it: what is read holds no such character.
APART = "\0"
TABLES = """
    CREATE TABLE step (
        number INTEGER PRIMARY KEY, trace BLOB, session BLOB, span BLOB, parent BLOB,
        instead BLOB, says INTEGER, is_call INTEGER, is_run INTEGER
    );
    CREATE TABLE repeated (number INTEGER PRIMARY KEY);
"""
PUT = "INSERT INTO step VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
# A step that names no session is of the one that the first of its trace names.
SESSIONS = (
    "CREATE INDEX by_trace ON step (trace, number)",
    "CREATE INDEX naming ON step (trace, number) WHERE instead IS NULL",
    """
    UPDATE step SET session = coalesce(
        (SELECT other.session FROM step AS other
         WHERE other.trace = step.trace AND other.instead IS NULL ORDER BY other.number LIMIT 1),
        trace, instead
    )
    WHERE instead IS NOT NULL
    """,
    "CREATE INDEX by_session ON step (session, number) WHERE says",
)
PLACES = "SELECT trace, number, span, parent, is_call, is_run FROM step ORDER BY trace, number"
IN_ORDER = "SELECT session FROM step WHERE says GROUP BY session ORDER BY min(number)"
OWN = """
    SELECT number, source, body FROM body
    WHERE number IN (SELECT number FROM step WHERE session = ? AND says) ORDER BY number
"""
ROOTS = "SELECT span FROM step WHERE trace = ? AND parent IS NULL AND span IS NOT NULL LIMIT 2"
REPEATED = "SELECT number FROM step JOIN repeated USING (number) WHERE session = ? AND says"


class StepShelf:
    """The steps of all traces of some files, in memory that does not grow with them."""

    def __init__(self) -> None:
        self._spill = Spill(TABLES)
        self._count = 0

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Remove all steps."""
        self._spill.close()

    def put(self, steps: Iterable[Exchange]) -> None:
        """Put down `steps`, of whose records only the place is kept."""
        for step in steps:
            self._count += 1
            says, is_run = bool(step.messages), step.ran is not None
            keys = map(_key, (step.trace, step.session, step.span, step.parent))
            instead = None if step.session else _stand_in(step.record)
            is_call = says and not is_run and step.rank == 0
            self._spill.do(PUT, self._count, *keys, instead, says, is_call, is_run)
            if says:
                kept = replace(step.record, value={}, source=NOWHERE)
                self._spill.put(self._count, step.record.source, replace(step, record=kept))

    def by_session(self) -> Iterator[list[Exchange]]:
        """
        Yield what each session's steps say, in the order in which the sessions first stand.

        The steps are in the file's order, each with its session, and ranked by what stands
        inside of what. A trace that names no session is one itself.
        """
        for statement in SESSIONS:
            self._spill.do(statement)
        self._rank()
        for (session,) in self._spill.rows(IN_ORDER):
            yield list(self._placed(session))

    def root(self, trace: str) -> str:
        """Return the id of the step that is all of a trace; empty where none or several are."""
        found = [span for (span,) in self._spill.rows(ROOTS, as_key(trace))]
        return of_key(found[0]) if len(found) == 1 else ""

    def _rank(self) -> None:
        for _, rows in groupby(self._spill.rows(PLACES), lambda row: row[0]):
            places = (Place(*row[1:]) for row in rows)
            numbers = [(number,) for number in repeating(places)]
            self._spill.do_many("INSERT INTO repeated VALUES (?)", numbers)

    def _placed(self, session: bytes) -> Iterator[Exchange]:
        repeated = {number for (number,) in self._spill.rows(REPEATED, session)}
        for number, source, step in self._spill.pieces(OWN, session):
            record: Record = replace(step.record, source=source)
            rank = 1 if number in repeated else step.rank
            name = of_key(session).partition(APART)[0]
            yield replace(step, record=record, session=name, rank=rank)


def _stand_in(record: Record) -> bytes:
    """Return a key of a session without any id: the third line of another file is another one."""
    return as_key(f"{record.stand_in}{APART}{record.source.name}")


def _key(name: str) -> bytes | None:
    return as_key(name) or None
