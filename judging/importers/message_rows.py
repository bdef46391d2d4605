"""Messages that a transcript writes over several rows, as they stream in."""

from collections.abc import Iterable, Mapping
from typing import Any

from judging.importers.content import CALLS, THOUGHTS, kind_of

Block = Any
# How many of the latest blocks a row may repeat; more has no message that is still written.
REACH = 100


def join(blocks: list[Block], later: Iterable[Block]) -> None:
    """
    Add to the `blocks` of a message those of a row that arrives `later`.

    A call is known by its id. A text (or thought) that begins with an earlier one is a longer
    state of it and takes its place; one that an earlier one begins with is an older state.
    """
    written = set(range(max(0, len(blocks) - REACH), len(blocks)))
    for block in later:
        place = next((at for at in sorted(written) if _is_state_of(blocks[at], block)), None)
        if place is None:
            blocks.append(block)
        else:
            written.discard(place)
            blocks[place] = max(blocks[place], block, key=_length)


def blocks_of(content: Any) -> list[Block]:
    """Return content as a list of blocks; a text is one of them."""
    return [*content] if isinstance(content, list) else [{"type": "text", "text": content}]


def _is_state_of(one: Block, other: Block) -> bool:
    if kind_of(one) in CALLS and kind_of(other) in CALLS:
        return bool(one.get("id")) and one.get("id") == other.get("id")
    known, new = _text(one), _text(other)
    if known is None or new is None or kind_of(one) != kind_of(other):
        return bool(one == other)
    return new.startswith(known) or known.startswith(new)


def _length(block: Block) -> int:
    text = _text(block)
    return len(str(_arguments(block))) if text is None else len(text)


def _arguments(block: Block) -> Any:
    return block.get("input") if isinstance(block, Mapping) else block


def _text(block: Block) -> str | None:
    if isinstance(block, str):
        return block
    kind = kind_of(block)
    text = block.get("thinking" if kind in THOUGHTS else "text") if kind else None
    return text if isinstance(text, str) else None
