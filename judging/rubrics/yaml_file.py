"""Rubric files: YAML in, a version out, and back."""

from enum import StrEnum
from pathlib import Path
from typing import Any

import yaml

from judging.errors import RubricError
from judging.rubrics.criterion import Criterion, Kind, Level, RubricVersion, Sees

FIELDS = ("name", "note", "instructions", "summary_instructions", "author", "criteria")
CRITERION_FIELDS = (
    "key",
    "name",
    "question",
    "pass_when",
    "fail_when",
    "kind",
    "level",
    "sees",
    "applies_when",
    "examples",
    "meaning",
)
ENUMS: dict[str, type[StrEnum]] = {"kind": Kind, "level": Level, "sees": Sees}


def read(text: str, *, where: str = "the rubric") -> RubricVersion:
    """
    Read a rubric from YAML text.

    Args:
        text: A mapping with `name` and `criteria`; docs/formats.md lists the rest.

        where: What an error names: the file's path.

    Returns:
        The version, with number 0 until it is stored.

    Raises:
        RubricError: Naming the line or the criterion that is not as it should be.
    """
    try:
        fields = yaml.safe_load(text)
    except yaml.YAMLError as problem:
        mark = getattr(problem, "problem_mark", None)
        place = f"{where}, line {mark.line + 1}" if mark else where
        raise RubricError(
            f"This is not YAML: {getattr(problem, 'problem', None) or 'it cannot be read'}.",
            where=place,
            fix="Mend the line; a text with a colon needs quotes.",
        ) from problem
    return version_of(_mapping(fields, FIELDS, where), where=where)


def read_file(path: Path) -> RubricVersion:
    """
    Read the rubric in `path`.

    Raises:
        RubricError: If the file is not there, is no text, or is no rubric.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as problem:
        raise RubricError(
            f"The rubric cannot be read: {problem}.", where=str(path), fix="Name a YAML file."
        ) from problem
    return read(text, where=str(path))


def version_of(fields: dict[str, Any], *, where: str = "the rubric") -> RubricVersion:
    """
    Build a version from the fields of a rubric file.

    Raises:
        RubricError: If a field is missing, of another type, or not among those allowed.
    """
    criteria = fields.get("criteria")
    if not isinstance(fields.get("name"), str) or not isinstance(criteria, list):
        raise RubricError(
            "A rubric needs a name and a list of criteria.",
            where=where,
            fix="Begin the file with `name: …` and `criteria:`.",
        )
    texts: dict[str, Any] = {key: _text(fields.get(key), f"{where}, {key}") for key in FIELDS[:-1]}
    built = tuple(
        criterion_of(entry, where=f"{where}, criterion {number}")
        for number, entry in enumerate(criteria, start=1)
    )
    return RubricVersion(number=0, criteria=built, **texts)


def criterion_of(entry: object, *, where: str) -> Criterion:
    """
    Build a criterion from its entry in a rubric file.

    Raises:
        RubricError: If a field is missing, of another type, or not among those allowed.
    """
    fields = _mapping(entry, CRITERION_FIELDS, where)
    if not isinstance(fields.get("key"), str) or not isinstance(fields.get("question"), str):
        raise RubricError(
            "A criterion needs a key and a question.", where=where, fix="Give it both, as text."
        )
    values: dict[str, Any] = {
        name: _text(fields.get(name), f"{where}, {name}")
        for name in ("key", "question", "pass_when", "fail_when", "name")
    }
    values |= {
        name: _choice(fields[name], kind, f"{where}, {name}")
        for name, kind in ENUMS.items()
        if fields.get(name) is not None
    }
    values["applies_when"] = _text(fields.get("applies_when"), f"{where}, applies_when") or None
    values["examples"] = tuple(_texts(fields.get("examples"), f"{where}, examples"))
    values["meaning"] = _number(fields.get("meaning", 1), f"{where}, meaning")
    return Criterion(**values)


def written(version: RubricVersion) -> str:
    """Return `version` as the text of a rubric file that reads back equal, but for its number."""
    fields = {name: getattr(version, name) for name in FIELDS[:-1] if getattr(version, name)}
    fields["criteria"] = [_entry(criterion) for criterion in version.criteria]
    text: str = yaml.safe_dump(fields, sort_keys=False, allow_unicode=True, width=100)
    return text


def _entry(criterion: Criterion) -> dict[str, Any]:
    entry = {name: getattr(criterion, name) for name in CRITERION_FIELDS}
    entry |= {name: str(entry[name]) for name in ENUMS}
    entry["examples"] = list(criterion.examples)
    return {name: value for name, value in entry.items() if value not in (None, "", [])}


def _mapping(value: object, allowed: tuple[str, ...], where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise RubricError(
            f"Here should be named fields, not {value!r:.60}.",
            where=where,
            fix="Write `name: value`, a line each.",
        )
    if unknown := [str(key) for key in value if key not in allowed]:
        raise RubricError(
            f"There is no field {', '.join(unknown)}.",
            where=where,
            fix=f"Use {', '.join(allowed)}.",
        )
    return value


def _text(value: object, where: str) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        raise RubricError(f"{value!r:.60} is not text.", where=where, fix="Put it in quotes.")
    return value.strip()


def _texts(value: object, where: str) -> list[str]:
    if not isinstance(value, list | None):
        raise RubricError(f"{value!r:.60} is no list.", where=where, fix="Write `- text` lines.")
    return [_text(item, where) for item in value or []]


def _number(value: object, where: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise RubricError(f"{value!r:.60} is no count.", where=where, fix="Write 1 or more.")
    return value


def _choice(value: object, kind: type[StrEnum], where: str) -> StrEnum:
    try:
        return kind(str(value))
    except ValueError:
        raise RubricError(
            f"{value!r:.60} is not allowed here.", where=where, fix=f"Use {' or '.join(kind)}."
        ) from None
