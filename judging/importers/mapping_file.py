"""Mapping files as YAML, whatever they map."""

from pathlib import Path
from typing import Any

import yaml

from judging.errors import SessionFileError


class _Loader(yaml.SafeLoader):
    """Takes no aliases, by which a few lines can stand for more than memory holds."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.AliasEvent):
            mark = self.peek_event().start_mark  # type: ignore[no-untyped-call]
            raise yaml.composer.ComposerError(None, None, "it has an alias", mark)
        return super().compose_node(parent, index)


def text_in(path: Path) -> str:
    """
    Return the text of a mapping file.

    Raises:
        SessionFileError: If it is not there, or no text.
    """
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as problem:
        raise SessionFileError(
            f"The mapping cannot be read: {problem}.", where=str(path), fix="Name a YAML file."
        ) from problem


def fields_in(text: str, allowed: tuple[str, ...], where: str) -> dict[str, Any]:
    """
    Return the fields of a mapping file.

    Raises:
        SessionFileError: If it is not YAML, or has others than those allowed.
    """
    try:
        fields = yaml.load(text, _Loader)  # noqa: S506  (a safe one)
    except (yaml.YAMLError, RecursionError) as problem:
        mark = getattr(problem, "problem_mark", None)
        raise SessionFileError(
            f"This is not YAML: {getattr(problem, 'problem', None) or 'it cannot be read'}.",
            where=f"{where}, line {mark.line + 1}" if mark else where,
            fix="Mend the line; a name with a colon needs quotes.",
        ) from problem
    if not isinstance(fields, dict):
        raise SessionFileError(
            f"Here should be named fields, not {fields!r:.60}.",
            where=where,
            fix="Write `content: COLUMN`, a line each.",
        )
    if unknown := [str(key) for key in fields if key not in allowed]:
        raise SessionFileError(
            f"A mapping has no field {', '.join(unknown)}.",
            where=where,
            fix=f"Use {', '.join(allowed)}.",
        )
    return fields


def text_of(value: Any, where: str) -> str:
    """
    Return the name of a column; empty for none.

    Raises:
        SessionFileError: If it is no text.
    """
    if value is None:
        return ""
    if not isinstance(value, str):
        raise SessionFileError(
            f"{value!r:.60} is no column.", where=where, fix="Put the column's name in quotes."
        )
    return value


def as_yaml(fields: dict[str, Any]) -> str:
    """Return those of `fields` that say something as YAML, in their order."""
    stated = {name: value for name, value in fields.items() if value}
    text: str = yaml.safe_dump(stated, sort_keys=False, allow_unicode=True, width=100)
    return text
