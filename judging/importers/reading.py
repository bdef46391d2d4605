"""Files to sessions: each record goes to the importer that recognises it."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby

from judging.errors import SessionFileError
from judging.importers.envelopes import opened
from judging.importers.importer import Importer, Item, Record, Rejected, Skipped, Source, Unit
from judging.importers.json_values import container
from judging.importers.rating_shapes import is_rating
from judging.importers.records import pieces

# An item of a list in an envelope, in a list, in text.
DEEPEST = 5
SHOWN_KEYS, SHOWN_LETTERS = 12, 40
FIX = (
    'Give each session an id and "messages" with role and content, or a table the columns'
    " session_id, role and content; or name its own columns in a mapping."
)
RATINGS = (
    "These are labels or verdicts, not sessions. Bring them in with judging labels import, or"
    " judging verdicts import, or under Labels on the Import page."
)
Leaf = tuple[Importer | None, Record]


def read(
    sources: Iterable[Source],
    importers: Iterable[Importer],
    format: str | None = None,  # noqa: A002  (the command's own word)
) -> Iterator[Item]:
    """
    Yield the sessions of `sources` in file order, and what is rejected or skipped.

    The first of `importers` that recognises a record reads it. A record that none does is
    opened if it is a list or an envelope, else rejected with its keys. Nothing is all or
    nothing here: that is the caller's to decide.

    Args:
        sources: Files and archives, read in order.

        importers: In the order in which they are asked.

        format: The name of the only importer to use; None to tell by the records.

    Raises:
        SessionFileError: If no importer is called `format`.
    """
    chosen = tuple(importers)
    if format is None:
        return _Reading(chosen).items(sources)
    return read_as(sources, named(format, chosen))


def read_as(sources: Iterable[Source], importer: Importer) -> Iterator[Item]:
    """Yield what `importer` makes of every record of `sources`, also of those it does not know."""
    return _Reading((importer,), is_told=True).items(sources)


def named(name: str, importers: Iterable[Importer]) -> Importer:
    """
    Return the importer called `name`.

    Raises:
        SessionFileError: If there is none; the fix lists all.
    """
    known = {importer.name: importer for importer in importers}
    if name not in known:
        raise SessionFileError(
            f"There is no format {name!r}.", fix=f"Choose one of {', '.join(known)}."
        )
    return known[name]


class _Reading:
    def __init__(self, importers: tuple[Importer, ...], *, is_told: bool = False) -> None:
        self._importers = importers
        # Who is told the format asks its importer why a record is none.
        self._last = importers[0] if is_told else None
        # Rejected and skipped pieces, until the session before them is out.
        self._waiting: list[Rejected | Skipped] = []
        # All rows of a table have the same columns, so one of them tells: whose they are, and
        # whether only once what their cells hold is read.
        self._table: tuple[Source, Importer | None, bool] | None = None

    def items(self, sources: Iterable[Source]) -> Iterator[Item]:
        groups = groupby(self._recognised(sources), _together)
        for _, group in groups:
            importer, record = next(group)
            for item in importer.sessions(_records(record, group)):
                yield from self._waited()
                yield item
        yield from self._waited()

    def _recognised(self, sources: Iterable[Source]) -> Iterator[tuple[Importer, Record]]:
        told_of = ""
        for piece in (piece for source in sources for piece in pieces(source)):
            if not isinstance(piece, Record):
                self._waiting.append(piece)
                continue
            for importer, record in self._leaves(piece):
                if importer is not None:
                    yield importer, record
                    continue
                # Of a table, and of the answers in a file, the first tells of all.
                is_one_of_many = record.unit is Unit.ROW or is_rating(record.value)
                if not is_one_of_many or record.source.name != told_of:
                    told_of = record.source.name if is_one_of_many else told_of
                    self._waiting.append(_unknown(record))

    def _leaves(self, record: Record, depth: int = 0) -> Iterator[Leaf]:
        importer, record = self._importer(record)
        inner = None if importer or depth == DEEPEST else opened(record)
        if inner is None:
            yield importer or self._last, record
            return
        for item in inner:
            yield from self._leaves(item, depth + 1)

    def _importer(self, record: Record) -> Leaf:
        """Return who reads a record, with the record as it is then read."""
        if self._table and record.unit is Unit.ROW and self._table[0] is record.source:
            _, importer, is_inner = self._table
            return importer, _with_containers(record) if is_inner else record
        is_row = record.unit is Unit.ROW
        place, read = self._first(record), record
        if is_row or place == len(self._importers):
            # What cells hold may tell a format that goes before that of the columns' names.
            inner = _with_containers(record)
            within = self._first(inner) if inner is not record else place
            place, read = (within, inner) if within < place else (place, read)
        importer = self._importers[place] if place < len(self._importers) else None
        self._table = (record.source, importer, read is not record) if is_row else None
        return importer, read

    def _first(self, record: Record) -> int:
        """Return the place of the first importer that recognises a record; else their number."""
        places = (n for n, i in enumerate(self._importers) if i.recognises(record))
        return next(places, len(self._importers))

    def _waited(self) -> Iterator[Rejected | Skipped]:
        yield from self._waiting
        self._waiting.clear()


def _with_containers(record: Record) -> Record:
    """Return a record with the lists and objects that its fields hold as text; itself if none."""
    if not isinstance(record.value, dict):
        return record
    value = {name: container(inner) for name, inner in record.value.items()}
    return record if value == record.value else replace(record, value=value)


def _together(leaf: tuple[Importer, Record]) -> tuple[str, str]:
    """Return what records have in common that are read as one: of a table, the file."""
    importer, record = leaf
    is_across = getattr(importer, "across_files", False)
    return importer.name, record.source.within if is_across else record.source.name


def _records(first: Record, rest: Iterator[tuple[Importer, Record]]) -> Iterator[Record]:
    yield first
    for _, record in rest:
        yield record


def _unknown(record: Record) -> Rejected | Skipped:
    if is_rating(record.value):
        # Exports of trackers have such files beside those of the sessions.
        kind = Skipped if record.source.within else Rejected
        return kind(record.source.name, RATINGS)
    if isinstance(record.value, dict) and record.value:
        is_row = record.unit is Unit.ROW
        where = record.source.name if is_row else record.where
        return Rejected(where, f"{_found(record.value, is_row=is_row)} {FIX}")
    if isinstance(record.value, list | dict):
        return Rejected(record.where, f"There is nothing in it. {FIX}")
    return Rejected(record.where, f"Here stands {record.value!r:.40}, not a session. {FIX}")


def _found(keys: Iterable[str], *, is_row: bool) -> str:
    shown = [f"{key:.{SHOWN_LETTERS}}" for key in keys]
    more = ", …" if len(shown) > SHOWN_KEYS else ""
    kind = "columns" if is_row else "keys"
    return f"No known format has the {kind} {', '.join(shown[:SHOWN_KEYS])}{more}."
