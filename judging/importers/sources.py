"""Paths to sources: files, folders and standard input."""

import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import BinaryIO
from weakref import finalize

from judging.errors import SessionFileError
from judging.importers.importer import ENDINGS, TEXTS, Source
from judging.importers.texts import holds_conversation

STANDARD_INPUT = "-"


def sources(paths: Iterable[Path]) -> Iterator[Source]:
    """
    Yield the file at each path, for a folder those in it and its folders, in order of name.

    In folders, hidden files and endings that hold no sessions are passed over. `-` is standard
    input, kept in a temporary file so that it can be read twice.

    Raises:
        SessionFileError: If there is nothing at a path, or nothing to read in a folder.
    """
    for path in paths:
        if str(path) == STANDARD_INPUT:
            yield Source("stdin", _Spool(sys.stdin.buffer))
        elif path.is_dir():
            yield from _inside(path)
        elif path.exists():
            yield Source.of(path)
        else:
            raise SessionFileError(
                "There is no such file.",
                where=str(path),
                fix="Name a file, a folder, or - for standard input.",
            )


def _inside(folder: Path) -> Iterator[Source]:
    found = False
    for name in _names(folder):
        found = True
        yield Source.of(name, str(folder))
    if not found:
        raise SessionFileError(
            "The folder holds no file of sessions.",
            where=str(folder),
            fix=f"Put files in it that end with {', '.join(sorted(ENDINGS))}.",
        )


def _names(folder: Path) -> Iterator[Path]:
    for at, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            path = Path(at, name)
            if not name.startswith(".") and _is_looked_at(path):
                yield path


def _is_looked_at(path: Path) -> bool:
    ending = path.suffix.lower()
    return ending in ENDINGS or (ending in TEXTS and holds_conversation(Source.of(path)))


class _Spool:
    """A stream written to a temporary file, which goes when nobody can ask for it any more."""

    def __init__(self, stream: BinaryIO) -> None:
        with NamedTemporaryFile(prefix="judging-", delete=False) as copy:
            self._path = Path(copy.name)
            finalize(self, self._path.unlink, missing_ok=True)
            shutil.copyfileobj(stream, copy)

    def __call__(self) -> BinaryIO:
        return self._path.open("rb")
