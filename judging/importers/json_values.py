"""JSON as people write it: NaN, numbers too long, text that hides in text."""

import ast
import json
import math
import re
from typing import Any

from judging.importers.importer import UnreadableError

MAX_DEPTH = 64
# Python's own syntax trees take a hundred times the text.
LONGEST_LITERAL = 1 << 20
REPLACED = "Characters that no database stores (NUL, halves of a pair) were replaced."
# A written NUL, or one half of a surrogate pair without the other.
UNSTORABLE_ESCAPE = re.compile(
    r"\\u(?:0000"
    r"|[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])"
    r"|(?<!\\u[dD][89abAB]..\\u)[dD][c-fC-F])"
)
UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


class Spelled(float):
    """A number with a point or exponent that keeps its spelling, for where it is an id."""

    __slots__ = ("spelling",)
    spelling: str

    def __str__(self) -> str:
        return self.spelling


def _spelled(text: str) -> Spelled | None:
    number = Spelled(text)
    number.spelling = text
    return number if math.isfinite(number) else None


def _nothing(_: str) -> None:
    """Return None for NaN and Infinity, which are no values."""


STRICT = json.JSONDecoder(parse_float=_spelled, parse_constant=_nothing)
# Lets raw line breaks stand in strings.
LENIENT = json.JSONDecoder(parse_float=_spelled, parse_constant=_nothing, strict=False)


def parsed(text: str) -> Any:
    """
    Return the value that `text` is.

    NaN and infinities become None; of keys that stand twice, the last counts.

    Raises:
        UnreadableError: If it is no JSON, or nested deeper than 64 levels.
    """
    try:
        value = STRICT.decode(text)
    except json.JSONDecodeError as problem:
        raise UnreadableError(_complaint(text, problem)) from None
    except (RecursionError, ValueError) as problem:
        raise _excess(problem) from None
    check_depth(value, text)
    return value


def held(text: str) -> Any:
    """
    Return the value that a field holds as text, without characters that no database stores.

    Raises:
        UnreadableError: As `parsed`.
    """
    return storable(parsed(text), text)[0]


def parsed_at(text: str, start: int) -> tuple[Any, int]:
    """
    Return the value that begins at `start`, and where it ends.

    Raises:
        UnreadableError: As `parsed`.
    """
    try:
        value, end = LENIENT.raw_decode(text, start)
    except json.JSONDecodeError as problem:
        raise UnreadableError(_complaint(text, problem)) from None
    except (RecursionError, ValueError) as problem:
        raise _excess(problem) from None
    check_depth(value, text[start:end])
    return value, end


def check_depth(value: object, text: str = "") -> None:
    """
    Pass if `value`, parsed from `text`, is nested at most 64 levels deep.

    Raises:
        UnreadableError: If it is nested deeper.
    """
    if text and text.count("{") + text.count("[") <= MAX_DEPTH:
        return
    level = [value]
    for _ in range(MAX_DEPTH):
        level = [
            inner for outer in level for inner in _inside(outer) if type(inner) in (dict, list)
        ]
        if not level:
            return
    raise UnreadableError(f"The value is nested deeper than {MAX_DEPTH} levels.")


def storable(value: Any, text: str) -> tuple[Any, bool]:
    """
    Replace in `value`, parsed from `text`, the characters that no database stores.

    Returns:
        The value, and whether there were any.
    """
    if "\\" not in text or not UNSTORABLE_ESCAPE.search(text):
        return value, False
    # What looks like an escape may be a backslash that is written itself.
    cleaned = _cleaned(value)
    return cleaned, cleaned != value


def storable_text(text: str) -> str:
    """Return `text` with U+FFFD for each character that no database stores."""
    return UNSTORABLE.sub("\ufffd", text)


def container(value: Any) -> Any:
    """
    Return the list or dict that `value` holds as text, up to three layers of quotes deep.

    For fields that should hold one (a list of messages, arguments), never for what was said.
    Reads JSON, then Python's own notation; what is neither stays as it is.
    """
    inner = value
    for _ in range(3):
        if not isinstance(inner, str) or inner.lstrip()[:1] not in ("[", "{", '"'):
            break
        try:
            inner = held(inner)
        except UnreadableError:
            inner = _literal(inner)
            break
    return inner if isinstance(inner, list | dict) else value


def _literal(text: str) -> Any:
    if len(text) > LONGEST_LITERAL:
        return text
    try:
        value = ast.literal_eval(text.strip())
        check_depth(value)
        # Tuples become lists, and keys text; what JSON does not know is no container of ours.
        value = _cleaned(json.loads(json.dumps(value, allow_nan=False)))
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError, UnreadableError):
        return text
    return value


def _inside(value: object) -> Any:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _cleaned(value: Any) -> Any:
    if isinstance(value, str):
        return storable_text(value)
    if isinstance(value, list):
        return [_cleaned(item) for item in value]
    if isinstance(value, dict):
        return {storable_text(key): _cleaned(item) for key, item in value.items()}
    return value


def _excess(problem: RecursionError | ValueError) -> UnreadableError:
    if isinstance(problem, RecursionError):
        return UnreadableError(f"The value is nested deeper than {MAX_DEPTH} levels.")
    return UnreadableError("A number has more digits than can be read. Write it as text.")


def _complaint(text: str, problem: json.JSONDecodeError) -> str:
    place = f"line {problem.lineno}, column {problem.colno}"
    rest = text[problem.pos :].lstrip()
    if not rest or problem.msg.startswith("Unterminated string"):
        return "It is cut off in the middle. Export it again."
    if rest[0] in "]}" and text[: problem.pos].rstrip().endswith(","):
        return f"A comma too many stands before {rest[0]!r} ({place}). Delete it."
    if rest[0] == "'" and "double quotes" in problem.msg:
        return f"This is not JSON: it has single quotes ({place}). Write it with json.dumps."
    return f"This is not JSON: {problem.msg} ({place})."
