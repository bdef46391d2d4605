"""What of a prompt a service would read from its cache, reckoned before anything is sent."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from judging.judges.attempts import Body
from judging.judges.estimate import most_tokens
from judging.judges.usage import Usage

# How far before a mark a service looks for what it has kept.
LOOK_BACK = 20
# What is shorter is not kept: 1,024 tokens of prose, which count for more here. Models differ, and
# none says so but by its bill.
SHORTEST = 1_600


@dataclass(frozen=True, slots=True)
class Block:
    """A text of a prompt, and whether the service is to keep all up to its end."""

    text: str
    is_marked: bool = False


@dataclass(slots=True)
class PromptCache:
    """
    The beginnings of prompts that a service has kept, if it keeps all that it is asked to.

    It may not: a few minutes without a request end it, and requests that are sent at once find
    nothing of each other.

    Attributes:
        is_asked: Whether any request has asked it to keep something.
    """

    is_asked: bool = False
    _kept: set[str] = field(default_factory=set)

    def usage(self, request: Body, output: int) -> Usage:
        """Return what the next request takes, and keep what it marks; `output` is its answer's."""
        blocks = blocks_of(request)
        texts = [block.text for block in blocks]
        marks = [end for end, block in enumerate(blocks, start=1) if block.is_marked]
        self.is_asked |= bool(marks)
        marks = [end for end in marks if _tokens(texts[:end]) >= SHORTEST]
        beginnings = _beginnings(request, texts)
        found = [
            end
            for mark in marks
            for end in range(max(1, mark - LOOK_BACK), mark + 1)
            if beginnings[end - 1] in self._kept
        ]
        read, marked = (_tokens(texts[: max(ends, default=0)]) for ends in (found, marks))
        self._kept |= {beginnings[end - 1] for end in marks}
        write = max(0, marked - read)
        rest = _tokens(texts) - read - write
        return Usage(rest, cache_write=write, cache_read=read, output=output)


def blocks_of(request: Body) -> list[Block]:
    """Return what a model reads of a request, in order."""
    contents = [request.get("system", []), *(one["content"] for one in request["messages"])]
    return [block for content in contents for block in _blocks(content)]


def _blocks(content: str | Sequence[Mapping[str, Any]]) -> list[Block]:
    """Return the blocks of a content, which is one text or several."""
    if isinstance(content, str):
        return [Block(content)]
    return [Block(block["text"], "cache_control" in block) for block in content]


def _tokens(texts: Sequence[str]) -> int:
    return most_tokens("\n".join(texts))


def _beginnings(request: Body, texts: Sequence[str]) -> list[str]:
    """Return what the prompt up to the end of each block is known by: the form is a part of it."""
    form = {name: part for name, part in request.items() if name not in {"system", "messages"}}
    so_far = hashlib.sha256(json.dumps(form, sort_keys=True).encode())
    found = []
    for text in texts:
        so_far.update(json.dumps(text).encode())
        found.append(so_far.hexdigest())
    return found
