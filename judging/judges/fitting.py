"""A session that is too long for one prompt: which turns stand in it, and which do not."""

import math
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Any, Literal

from judging.judges.fence import ONE_SIDED, line, visible
from judging.rubrics import Sees
from judging.sessions import ToolCall, Turn

Context = Literal["full", "fit", "chunks"]
MARK = "[… {:,} characters clipped …]"
# What the account of a part may take of the limit: some three times what one is asked for, and
# the least that is one.
ACCOUNT_ROOM = 4_000
LEAST_ROOM = 1_000
# The escape of one character, two surrogates.
MOST_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Limits:
    """
    How much of a session a judge reads word for word.

    Attributes:
        characters: The most that the turns and what stands for others take as they are shown,
            escapes counted; and the most that is shown of a part that is told on its own.

        head: How many turns at the beginning stand in their own words.

        tail: The same at the end.

        chunk: How many turns in between make a part; more where there would be too many parts.

    Raises:
        ValueError: If what stands for a part would not leave half of it to the turns, or nothing
            would stand on one side of it.
    """

    characters: int = 40_000
    head: int = 4
    tail: int = 8
    chunk: int = 20

    def __post_init__(self) -> None:
        if self.characters < 2 * ACCOUNT_ROOM or min(self.head, self.tail, self.chunk) < 1:
            raise ValueError(f"At least {2 * ACCOUNT_ROOM} characters, and a turn in each part.")

    def parts(self, turns: int) -> int:
        """Return how many parts so many turns in the middle make; none has room for less."""
        most = self.characters // 2 // LEAST_ROOM
        return min(most, math.ceil(turns / self.chunk))

    def room(self, parts: int) -> int:
        """Return the most that may stand for each of so many parts, in characters as shown."""
        return min(ACCOUNT_ROOM, self.characters // 2 // max(1, parts))

    @classmethod
    def of_json(cls, kept: object) -> "Limits | None":
        """Return the limits in the settings that were kept of a judge; None where it has none."""
        if not isinstance(kept, Mapping) or set(kept) != {field.name for field in fields(cls)}:
            return None
        if any(type(one) is not int for one in kept.values()):
            return None
        try:
            return cls(**kept)
        except ValueError:
            return None


@dataclass(frozen=True, slots=True)
class Fitted:
    """
    A session's turns as far as there is room, under their own numbers.

    Attributes:
        head: The first turns, or all of them where the rest has room as well.

        parts: Those in between, part after part, each to be told on its own.

        tail: The last ones.

        room: The most characters that may stand for each part.
    """

    head: tuple[Turn, ...]
    parts: tuple[tuple[Turn, ...], ...] = ()
    tail: tuple[Turn, ...] = ()
    room: int = ACCOUNT_ROOM

    @property
    def verbatim(self) -> tuple[Turn, ...]:
        """The turns that are read in their own words, some of them clipped."""
        return self.head + self.tail

    @property
    def middle(self) -> tuple[Turn, ...]:
        """The turns that are not."""
        return tuple(turn for part in self.parts for turn in part)


def fitted(turns: Sequence[Turn], limits: Limits, sees: Sees = Sees.CONVERSATION) -> Fitted | None:
    """
    Divide turns that do not fit, and clip what is too long to stand whole.

    Only texts are clipped, a turn's own and those in its calls, the longest first. A part of the
    middle is read on its own, and has as much room as a whole session.

    Returns:
        None where everything fits as it is.
    """
    # What is over by its characters alone need not be measured as it is shown.
    is_over = sum(len(turn.content) for turn in turns) > limits.characters
    if not is_over and _length(turns, sees) <= limits.characters:
        return None
    if len(turns) <= limits.head + limits.tail:
        return Fitted(_squeezed(turns, sees, limits.characters))
    head, end = limits.head, len(turns) - limits.tail
    parts = _parts(turns[head:end], limits)
    room = limits.room(len(parts))
    ends = _squeezed([*turns[:head], *turns[end:]], sees, limits.characters - room * len(parts))
    told = tuple(_squeezed(part, sees, limits.characters) for part in parts)
    return Fitted(ends[:head], told, ends[head:], room)


def _parts(turns: Sequence[Turn], limits: Limits) -> list[Sequence[Turn]]:
    """Divide turns into parts as equal as can be."""
    n = limits.parts(len(turns))
    ends = [len(turns) * part // n for part in range(n + 1)]
    return [turns[begin:end] for begin, end in pairwise(ends)]


def clipped(text: str, most: int) -> str:
    """
    Return `text`, without a part of its middle where it takes more than `most` characters.

    What is shown as an escape counts as long as that, and is kept or left out as one. What is
    hardly longer than the mark for what is missing stays whole.

    Example:
        >>> clipped("a" * 500 + "b" * 500, 50)
        'aaaaaaaaaa[… 980 characters clipped …]bbbbbbbbbb'
    """
    if MOST_SHOWN * len(text) <= most or (len(text) <= most and _size(text) <= most):
        return text
    room = max(0, most - len(MARK.format(len(text)))) // 2
    begin, end = _prefix(text, room), _prefix(text[::-1], room)
    left = text[:begin] + MARK.format(len(text) - begin - end) + text[len(text) - end :]
    size = _size(left)
    return left if size < len(text) or size < _size(text) else text


def _squeezed(turns: Sequence[Turn], sees: Sees, room: int) -> tuple[Turn, ...]:
    """Return the turns with their longest texts clipped, so that all take no more than `room`."""
    sizes = [_size(text) for turn in turns for text in _texts(turn, sees)]
    bare = _length(turns, sees) - sum(sizes)
    most = _ceiling(sizes, room - bare)
    return tuple(_clipped_turn(turn, most) for turn in turns)


def _ceiling(sizes: Sequence[int], room: int) -> int:
    """Return the most that each may take, so that all together take no more than `room`."""
    for n, size in enumerate(sorted(sizes)):
        share = max(0, room) // (len(sizes) - n)
        if size > share:
            return share
        room -= size
    return max(sizes, default=0)


def _length(turns: Sequence[Turn], sees: Sees) -> int:
    return sum(len(line(turn, sees)) + 1 for turn in turns)


def _size(text: str) -> int:
    """Return how many characters `text` is shown in."""
    return len(visible(text)) - 2


def _prefix(text: str, room: int) -> int:
    """Return how many characters at the beginning of `text` are shown in no more than `room`."""
    return bisect_right(list(accumulate(map(_width, text[:room]))), room)


@lru_cache(maxsize=4096)
def _width(character: str) -> int:
    return _size(character)


def _texts(turn: Turn, sees: Sees) -> Iterator[str]:
    """Yield the texts of a turn that are shown and can be clipped."""
    yield turn.content
    if sees is not ONE_SIDED:
        for call in turn.tool_calls:
            yield from _leaves(call.arguments)


def _leaves(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _leaves(one)


def _clipped_turn(turn: Turn, most: int) -> Turn:
    def cut(text: str) -> str:
        return clipped(text, most)

    calls = tuple(_clipped_call(call, cut) for call in turn.tool_calls)
    return replace(turn, content=cut(turn.content), tool_calls=calls)


def _clipped_call(call: ToolCall, cut: Callable[[str], str]) -> ToolCall:
    return replace(call, arguments=_mapped(call.arguments, cut))


def _mapped(value: Any, of: Callable[[str], str]) -> Any:
    """Return a JSON value with every text in it replaced, but for the names of its fields."""
    if isinstance(value, str):
        return of(value)
    if isinstance(value, dict):
        return {name: _mapped(one, of) for name, one in value.items()}
    return [_mapped(one, of) for one in value] if isinstance(value, list) else value
