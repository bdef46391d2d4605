"""What an importer is, and what passes through it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, BinaryIO, Protocol

from judging.sessions import Session

# Of the files that are looked at in folders and archives.
ENDINGS = frozenset(
    (
        ".json",
        ".jsonl",
        ".ndjson",
        ".csv",
        ".tsv",
        ".tab",
        ".psv",
        ".gz",
        ".zip",
        ".eval",
        ".parquet",
    )
)
# Texts are looked at only where they begin as a conversation does.
TEXTS = frozenset((".txt", ".md"))


@dataclass(frozen=True, slots=True)
class Source:
    """
    One file to read, wherever its bytes are.

    Attributes:
        name: The file's name as people see it; inside an archive, `archive.zip/inner.jsonl`.

        open: Opens the bytes from the start; called once or more.

        within: The folder or archive that was named, and this is a file of; empty for a file
            that was named itself.
    """

    name: str
    open: Callable[[], BinaryIO]
    within: str = ""

    @classmethod
    def of(cls, path: Path, within: str = "") -> "Source":
        """Return the file at `path`, opened only when read."""
        return cls(str(path), lambda: path.open("rb"), within)

    @property
    def stem(self) -> str:
        """The name without folders and known endings: ids where a file has none, and groups."""
        name = Path(self.name)
        while name.suffix.lower() in ENDINGS | TEXTS:
            name = name.with_suffix("")
        return name.name

    @property
    def ending(self) -> str:
        """The last ending in lower case, with its dot: a hint only, since names lie."""
        return Path(self.name).suffix.lower()


class Unit(StrEnum):
    """What a record is of its file."""

    LINE = "line"
    ITEM = "item"
    ROW = "row"
    FILE = "file"


@dataclass(frozen=True, slots=True)
class Record:
    """
    One parsed piece of a file: a line of JSONL, an item of a JSON array, a row of a table.

    Attributes:
        where: The file and the line or item, both from 1, for errors.

        value: The parsed JSON value; for a row of a table, a dict of text by column.

        source: The file.

        number: The line, item or row of data, from 1.

        unit: What the number counts; FILE where the record is all that the file holds.

        notes: What reading the bytes had to mend, for the session's warnings.
    """

    where: str
    value: Any
    source: Source
    number: int
    unit: Unit
    notes: tuple[str, ...] = ()

    @property
    def stand_in(self) -> str:
        """The id of a session that names none: `line-3`, the file's stem, or `stem#3`."""
        if self.unit is Unit.LINE:
            return f"line-{self.number}"
        stem = self.source.stem
        return stem if self.unit is Unit.FILE else f"{stem}#{self.number}"


@dataclass(frozen=True, slots=True)
class Found:
    """
    A session, and how it was found.

    Attributes:
        where: Where it stands.

        session: Itself.

        format: The name of the format that it was read as.

        apart: How many calls of other agents stand within it.

        is_aside: Whether it is of another agent's calls within a session, which are left out
            unless somebody wants them.

        unclear_date: One of its dates, which can be read in two ways, so that it has no times;
            empty where none is.
    """

    where: str
    session: Session
    format: str
    unclear_date: str = ""
    apart: int = 0
    is_aside: bool = False


@dataclass(frozen=True, slots=True)
class Rejected:
    """A piece that cannot be read, and why: one sentence, what to do included."""

    where: str
    reason: str


@dataclass(frozen=True, slots=True)
class Skipped:
    """A piece left out on purpose (an equal session seen before, a file of another kind)."""

    where: str
    reason: str


Item = Found | Rejected | Skipped


class UnreadableError(Exception):
    """
    A record cannot be read: caught by whoever reads it, and turned into a `Rejected`.

    Args:
        reason: One sentence, and what to do.

        place: Where inside the record, as a suffix of its `where`: `message 3`.
    """

    def __init__(self, reason: str, place: str = "") -> None:
        self.reason, self.place = reason, place
        super().__init__(reason)


class Importer(Protocol):
    """
    Reads one file format.

    One whose sessions go on from one file to the next, of what was named alone or of one folder
    or archive, has `across_files = True`.
    """

    @property
    def name(self) -> str:
        """The format in short, as `--format` takes it: `chat_messages`."""
        ...

    @property
    def title(self) -> str:
        """The format as a person would say it, for the import page and the docs."""
        ...

    def recognises(self, record: Record) -> bool:
        """Tell from the record's keys whether it is in this format."""
        ...

    def sessions(self, records: Iterator[Record]) -> Iterator[Item]:
        """
        Yield what `records` hold, in file order: sessions found, records rejected with a reason.

        Memory stays flat in the number of records, unless a session's rows may stand apart.
        """
        ...
