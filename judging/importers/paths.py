"""Places inside parsed JSON, named by their keys with dots between."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from judging.importers.json_values import container


@dataclass(frozen=True, slots=True)
class Placed:
    """
    An object of a list, and where it stands.

    Attributes:
        objects: The objects around it, the outermost first, and last the object itself.

        at: Its place in each list on the way, from 1.
    """

    objects: tuple[dict[str, Any], ...]
    at: tuple[int, ...] = ()


def value_at(value: Any, path: str) -> Any:
    """
    Return what stands at `path` inside an object, or None.

    A key that has dots itself is found as it is written.

    Example:
        >>> value_at({"author": {"kind": "bot"}, "a.b": 1}, "author.kind")
        'bot'
        >>> value_at({"author": {"kind": "bot"}, "a.b": 1}, "a.b")
        1
    """
    return next((found for found, rest in _steps(value, path) if not rest), None)


def has(value: Any, path: str) -> bool:
    """Tell whether there is such a place as `path`, be it empty."""
    return any(not rest for _, rest in _steps(value, path))


def objects_at(value: Any, path: str) -> Iterator[Placed]:
    """
    Yield the objects of the list at `path`, through all lists on the way.

    Args:
        value: Parsed JSON.

        path: Where the list is; empty for `value` itself.
    """
    yield from _objects(value, path, (), ())


def _objects(
    value: Any, path: str, around: tuple[dict[str, Any], ...], at: tuple[int, ...]
) -> Iterator[Placed]:
    inner = container(value)
    if isinstance(inner, list):
        for number, item in enumerate(inner, 1):
            yield from _objects(item, path, around, (*at, number))
    elif isinstance(inner, dict) and not path:
        yield Placed((*around, inner), at)
    elif isinstance(inner, dict):
        found = next(((v, rest) for v, rest in _heads(inner, path) if v is not None), None)
        if found:
            yield from _objects(*found, (*around, inner), at)


def _steps(value: Any, path: str) -> Iterator[tuple[Any, str]]:
    """Yield what stands under each beginning of `path`, and what is left of it."""
    if not isinstance(value, dict):
        return
    for found, rest in _heads(value, path):
        yield found, rest
        if rest:
            yield from _steps(container(found), rest)


def _heads(value: dict[str, Any], path: str) -> Iterator[tuple[Any, str]]:
    """Yield the values under the keys with which `path` begins, the longest key first."""
    parts = path.split(".")
    for length in range(len(parts), 0, -1):
        key = ".".join(parts[:length])
        if key in value:
            yield value[key], ".".join(parts[length:])
