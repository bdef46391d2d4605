"""What a service bills that keeps the beginnings of requests: made up after published rules."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

# A marker finds what was kept at most so many blocks before it.
LOOK_BACK = 20
CHARACTERS_A_TOKEN = 4
WRITE, READ = 1.25, 0.05


@dataclass
class PrefixCache:
    """
    Keeps what requests mark, for as long as it lives.

    Attributes:
        kept: A digest of each beginning that was marked.
    """

    kept: set[str] = field(default_factory=set)

    def usage(self, body: Mapping[str, Any]) -> dict[str, int]:
        """Return the counts of tokens that a request is billed with, under the service's names."""
        blocks = [*body["system"], *(b for m in body["messages"] for b in m["content"])]
        ends, sizes = _ends(blocks), [len(b["text"]) // CHARACTERS_A_TOKEN for b in blocks]
        marked = [n for n, block in enumerate(blocks) if "cache_control" in block]
        read = max((_found(n, ends, self.kept) for n in marked), default=0)
        written = marked[-1] + 1 if marked else 0
        self.kept |= {ends[n] for n in marked}
        return {
            "cache_read_input_tokens": sum(sizes[:read]),
            "cache_creation_input_tokens": sum(sizes[read:written]),
            "input_tokens": sum(sizes[max(read, written) :]),
        }


def _found(marker: int, ends: Sequence[str], kept: set[str]) -> int:
    """Return how many blocks up to a marker were kept before, looked for from its end."""
    for n in range(marker, max(-1, marker - LOOK_BACK), -1):
        if ends[n] in kept:
            return n + 1
    return 0


def _ends(blocks: Sequence[Mapping[str, Any]]) -> list[str]:
    digest, found = hashlib.sha256(), []
    for block in blocks:
        digest.update(f"{len(block['text'])}:{block['text']}".encode())
        found.append(digest.hexdigest())
    return found


def equivalent(usage: Mapping[str, int]) -> float:
    """Return the tokens of a request's input at the price of those that nothing kept."""
    return (
        usage["input_tokens"]
        + WRITE * usage["cache_creation_input_tokens"]
        + READ * usage["cache_read_input_tokens"]
    )
