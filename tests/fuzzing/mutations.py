"""JSON and tables changed in ways that keep most of their shape."""

import json
import random
from collections.abc import Callable
from copy import deepcopy
from typing import Any

# What stands where something else should.
ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    1e308,
    10**30,
    "",
    "\ud800",
    "\x00",
    "user",
    "[1, [2",
    '{"role": "\\ud800"}',
    '"\\"[[]]\\""',
    "2026-13-45T99:99",
    "999999999999999999",
    [],
    {},
    [[]],
    [None],
    {"": None},
    {"role": "user", "content": [{"type": "text"}]},
)
Place = tuple[Any, Any]
SHUFFLED = 0.1


def mutated(data: bytes, limit: int, seed: int) -> bytes:
    """Return `data` with a few of its values or lines changed; nothing where it is no JSON."""
    order = random.Random(seed)  # noqa: S311  (to be repeated)
    try:
        values = [json.loads(line) for line in data.split(b"\n") if line.strip()]
    except (ValueError, RecursionError):
        try:
            values = [json.loads(data)]
        except (ValueError, RecursionError):
            return b""
    for _ in range(order.randint(1, 4)):
        _change(values, order)
    if order.random() < SHUFFLED:
        order.shuffle(values)
    return "\n".join(map(json.dumps, values)).encode()[:limit]


def _change(values: list[Any], order: random.Random) -> None:
    places = list(_places(values))
    if not places:
        return
    holder, key = order.choice(places)
    order.choice(CHANGES)(holder, key, places, order)


def _places(value: Any) -> list[Place]:
    found: list[Place] = []
    waiting = [value]
    while waiting:
        holder = waiting.pop()
        inner = holder.items() if isinstance(holder, dict) else enumerate(holder)
        for key, item in inner:
            found.append((holder, key))
            if isinstance(item, dict | list):
                waiting.append(item)
    return found


def _odd(holder: Any, key: Any, _: list[Place], order: random.Random) -> None:
    holder[key] = deepcopy(order.choice(ODD))


def _swap(holder: Any, key: Any, places: list[Place], order: random.Random) -> None:
    other, name = order.choice(places)
    holder[key] = deepcopy(other[name])


def _remove(holder: Any, key: Any, _: list[Place], __: random.Random) -> None:
    del holder[key]


def _as_text(holder: Any, key: Any, _: list[Place], __: random.Random) -> None:
    holder[key] = json.dumps(holder[key])


def _wrap(holder: Any, key: Any, _: list[Place], order: random.Random) -> None:
    holder[key] = order.choice(([holder[key]], {"value": holder[key]}))


def _twice(holder: Any, key: Any, _: list[Place], __: random.Random) -> None:
    if isinstance(holder, list):
        holder.append(deepcopy(holder[key]))


CHANGES: tuple[Callable[[Any, Any, list[Place], random.Random], None], ...] = (
    _odd,
    _odd,
    _swap,
    _remove,
    _as_text,
    _wrap,
    _twice,
)
