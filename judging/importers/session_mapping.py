"""Mapping files: which list and which columns of a file that no importer knows are what."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from judging.errors import SessionFileError
from judging.importers.mapping_file import as_yaml, fields_in, text_in, text_of
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
    return as_yaml(fields)


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
