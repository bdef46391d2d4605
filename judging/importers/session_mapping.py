"""Mapping files: which list and which columns of a file that no importer knows are what."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from judging.errors import SessionFileError
from judging.sessions import Role

LONG, PAIRS = ("role", "content"), ("user", "assistant")
OPTIONAL = ("turn", "time", "model", "goal")
COLUMNS = ("id", *LONG, *PAIRS, *OPTIONAL)
FIELDS = ("list", *COLUMNS, "roles")
OTHERS = tuple(role for role in Role if role is not Role.OTHER)


@dataclass(frozen=True, slots=True)
class SessionMapping:
    """
    Where in a file its sessions stand.

    Attributes:
        list: The keys, with dots between, that lead to the list of messages; empty where each
            record or row is a message itself.

        id: The column of the session's id; empty where each list, or file, is a session.

        role: The column that says who speaks.

        content: The column of what is said.

        user: The column of what the user says, where a row is an exchange.

        assistant: The column of what the assistant says, where a row is an exchange.

        turn: The column of the source's own number of a turn.

        time: The column of when it was said.

        model: The column of the model that answered.

        goal: The column of what the user came for.

        roles: What the file's own words for speakers mean.
    """

    list: str = ""
    id: str = ""
    role: str = ""
    content: str = ""
    user: str = ""
    assistant: str = ""
    turn: str = ""
    time: str = ""
    model: str = ""
    goal: str = ""
    roles: Mapping[str, Role] = field(default_factory=dict)

    @property
    def lacks(self) -> str:
        """What has to be named besides before anything can be read, in words; else empty."""
        if self.is_pairs or (self.role and self.content and not (self.user or self.assistant)):
            return ""
        return "Name role and content, or user and assistant where a row is an exchange."

    @property
    def is_pairs(self) -> bool:
        """Whether a row holds what the user says and what the assistant answers."""
        return bool(self.user and self.assistant and not (self.role or self.content))


def read(text: str, *, where: str = "the mapping") -> SessionMapping:
    """
    Read a mapping from YAML text.

    Args:
        text: A line for each of `FIELDS` that the file has; docs/formats.md says what they mean.

        where: What an error names: the file's path.

    Raises:
        SessionFileError: Naming the line or the field that is not as it should be.
    """
    fields = fields_in(text, FIELDS, where)
    columns = {
        name: text_of(fields[name], f"{where}, {name}") for name in fields if name in COLUMNS
    }
    mapping = SessionMapping(
        list=text_of(fields.get("list", ""), f"{where}, list"),
        roles=_roles(fields.get("roles") or {}, f"{where}, roles"),
        **columns,
    )
    if mapping.lacks:
        raise SessionFileError("The mapping is not complete.", where=where, fix=mapping.lacks)
    return mapping


def read_file(path: Path) -> SessionMapping:
    """
    Read the mapping in `path`.

    Raises:
        SessionFileError: If the file is not there, is no text, or is no mapping.
    """
    return read(text_in(path), where=str(path))


def written(mapping: SessionMapping) -> str:
    """Return `mapping` as the text of a file that reads back equal."""
    fields: dict[str, Any] = {name: getattr(mapping, name) for name in ("list", *COLUMNS)}
    fields["roles"] = {word: str(role) for word, role in mapping.roles.items()}
    stated = {name: value for name, value in fields.items() if value}
    text: str = yaml.safe_dump(stated, sort_keys=False, allow_unicode=True, width=100)
    return text


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
        fields = yaml.safe_load(text)
    except yaml.YAMLError as problem:
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


def _roles(value: Any, where: str) -> dict[str, Role]:
    if not isinstance(value, dict):
        raise SessionFileError(
            f"{value!r:.60} says of no word what it means.",
            where=where,
            fix="Write `WORD: user` or `WORD: assistant`, a line each.",
        )
    return {str(word): _role(role, f"{where}, {word}") for word, role in value.items()}


def _role(value: Any, where: str) -> Role:
    if value not in set(OTHERS):
        raise SessionFileError(
            f"{value!r:.60} is no role.", where=where, fix=f"Use {', '.join(OTHERS)}."
        )
    return Role(value)
