"""What an importer is, and what passes through it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Protocol

from judging.sessions import Session


@dataclass(frozen=True, slots=True)
class Source:
    """
    One file to read, wherever its bytes are.

    Attributes:
        name: The file's name as people see it; inside an archive, `archive.zip/inner.jsonl`.

        open: Opens the bytes from the start; called once or more.
    """

    name: str
    open: Callable[[], BinaryIO]

    @classmethod
    def of(cls, path: Path) -> "Source":
        """Return the file at `path`, opened only when read."""
        return cls(str(path), lambda: path.open("rb"))

    @property
    def stem(self) -> str:
        """The name without folders and endings, from which ids are made where a file has none."""
        return Path(self.name).name.split(".")[0]


@dataclass(frozen=True, slots=True)
class Record:
    """
    One parsed piece of a file: a line of JSONL, an item of a JSON array, a row of a table.

    Attributes:
        where: The file and the line (from 1) or index (from 0), for errors.

        value: The parsed JSON value; for a row of a table, a dict of text by column.

        stem: The file's stem.

        number: The line, index + 1 or row of data, from 1.

        alone: Whether it is the only record of its file.
    """

    where: str
    value: Any
    stem: str
    number: int
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """A session, where it stands and the name of the format it was read as."""

    where: str
    session: Session
    format: str


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


class Importer(Protocol):
    """Reads one file format."""

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
