"""A file that is there whole or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from judging.errors import SessionFileError


@contextmanager
def output_file(path: Path, *, replaces: bool = False) -> Iterator[TextIO]:
    """
    Open a file to write, which takes its name only when all of it is written.

    Until then, and if writing fails, what was at `path` stays.

    Args:
        path: Where to.

        replaces: Whether it may take the place of a file.

    Raises:
        SessionFileError: If there is a file already, or none can be written there.
    """
    _check_free(path, replaces=replaces)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("x", encoding="utf-8", newline="") as out:
            yield out
            out.flush()
            os.fsync(out.fileno())
        _check_free(path, replaces=replaces)
        part.replace(path)
    except OSError as problem:
        raise SessionFileError(
            f"The file cannot be written: {problem.strerror or problem}.",
            where=str(path),
            fix="Name a file in a folder that is there, with room, and open to you.",
        ) from problem
    finally:
        part.unlink(missing_ok=True)


def _check_free(path: Path, *, replaces: bool) -> None:
    if path.is_dir():
        raise SessionFileError("This is a folder.", where=str(path), fix="Name a file in it.")
    if path.exists() and not replaces:
        raise SessionFileError(
            "There is a file of this name already.",
            where=str(path),
            fix="Name another one, or say --force to replace it.",
        )
