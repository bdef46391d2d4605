"""Files in memory, and what comes out of them."""

import io
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from judging.importers import Found, Item, Rejected, Skipped, Source, read_all
from judging.importers.importer import Record, Unit
from judging.sessions import Session

EXAMPLES = Path(__file__).parents[2] / "examples"


def file(content: str | bytes, name: str = "file.json") -> Source:
    """Return a file called `name` that holds `content`."""
    held = content.encode() if isinstance(content, str) else content
    return Source(name, lambda: io.BytesIO(held))


def lines(*values: Any, name: str = "file.jsonl") -> Source:
    """Return a JSONL file with a value a line."""
    return file("".join(json.dumps(value) + "\n" for value in values), name)


def items(*sources: Source, format: str | None = None) -> list[Item]:  # noqa: A002  (as in read_all)
    """Return all that importing `sources` gives."""
    return list(read_all(sources, format=format))


def sessions(*sources: Source, format: str | None = None) -> list[Session]:  # noqa: A002  (as in read_all)
    """Return the sessions in `sources`."""
    return [item.session for item in items(*sources, format=format) if isinstance(item, Found)]


def session(value: Any) -> Session:
    """Return the only session in a JSON file of `value`."""
    (only,) = sessions(file(json.dumps(value)))
    return only


def chat(*texts: str, **fields: Any) -> dict[str, Any]:
    """Return a record in which user and assistant say `texts` by turns."""
    roles = ("user", "assistant") * len(texts)
    messages = [{"role": role, "content": text} for role, text in zip(roles, texts, strict=False)]
    return {**fields, "messages": messages}


def left_out(found: Iterable[Item]) -> list[tuple[str, str]]:
    """Return where each rejected or skipped piece stands, and why."""
    return [(item.where, item.reason) for item in found if isinstance(item, Rejected | Skipped)]


def record(value: Any, unit: Unit = Unit.FILE) -> Record:
    """Return a record that holds `value`."""
    return Record("file.json", value, file(""), 1, unit)
