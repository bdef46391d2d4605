"""Faults of a model's service, so many of each, that come again wherever they are expected."""

import hashlib
import json
import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache
from itertools import accumulate
from typing import Any, Self

from tests.model_server import USAGE, Request, Step, fails, says


class Fault(StrEnum):
    """What a unit meets: once, when it is first asked, but for a refusal."""

    RATE_LIMIT = "rate_limit"
    OVERLOAD = "overload"
    ERROR = "error"
    MALFORMED = "malformed"
    TRUNCATED = "truncated"
    REFUSAL = "refusal"
    NONE = "none"


Shares = Mapping[Fault, int]
# Per cent of the units; the rest meets nothing.
SHARES: Shares = {
    Fault.RATE_LIMIT: 8,
    Fault.OVERLOAD: 4,
    Fault.ERROR: 3,
    Fault.MALFORMED: 3,
    Fault.TRUNCATED: 3,
    Fault.REFUSAL: 2,
}
CALM: Shares = {}

# Words in a row, with no edge inside a word, and nothing that a reader might take for markup.
QUOTABLE = re.compile(
    r"(?<!\S)[^\W_](?:(?<=\S) (?=\S)|[^\s\\*_`#>|]){6,78}[^\W_](?=[.?!,;:]?(?:\s|$))"
)


@dataclass(frozen=True)
class Storm:
    """
    A policy by which some units meet a fault first, and all that are answered are answered well.

    Everything is drawn from the transcript's lines of JSON alone, not from the lines around
    them: the same session meets the same, in whatever order, after a restart and behind a fence
    of another key.

    Attributes:
        shares: Per cent of the units, as likely as that; `over` makes them exact.

        bounds: Up to which draw, from 0 to 1, each fault of `shares` is met, in their order.
    """

    seed: int = 0
    shares: Shares = field(default_factory=lambda: SHARES)
    bounds: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        likely = tuple(total / 100 for total in accumulate(self.shares.values()))
        object.__setattr__(self, "bounds", self.bounds or likely)

    @classmethod
    def over(cls, transcripts: Iterable[str], seed: int = 0, shares: Shares = SHARES) -> Self:
        """Return a storm with exactly these shares of `transcripts`, which all differ."""
        draws = sorted(_draw(seed, "fault", one) for one in transcripts)
        ranks = [round(total * len(draws) / 100) for total in accumulate(shares.values())]
        return cls(seed, shares, tuple([*draws, 1.0][rank] for rank in ranks))

    def __call__(self, request: Request, before: int) -> Step:
        """Return the step for a request whose unit was asked so many times before."""
        transcript = request.transcript
        kind = self.kind(transcript)
        usage = USAGE | {"input_tokens": len(transcript) // 4}
        if kind is Fault.REFUSAL or (before == 0 and kind is not Fault.NONE):
            return replace(_met(kind, usage), kind=kind)
        return says(json.dumps(self.answer(transcript, request.keys)), usage=usage)

    def kind(self, transcript: str) -> Fault:
        """Return what `transcript` meets."""
        draw = _draw(self.seed, "fault", transcript)
        return [*self.shares, Fault.NONE][bisect_right(self.bounds, draw)]

    def outcome(self, transcript: str, key: str) -> str:
        """Return the verdict on the criterion `key`: a pass as often as a fail."""
        return "pass" if _draw(self.seed, key, transcript) < 0.5 else "fail"

    def answer(self, transcript: str, keys: Iterable[str]) -> dict[str, Any]:
        """Return an answer in due form, which counts the turns and quotes what stands in them."""
        objects = (json.loads(line) for line in _lines(transcript))
        turns = [one for one in objects if "turn" in one]
        criteria = {
            key: {
                "reason": f"So it seems for {key}.",
                **_evidence(turns, _draw(self.seed, f"turn {key}", transcript)),
                "verdict": self.outcome(transcript, key),
            }
            for key in keys
        }
        return {
            "turns_seen": len(turns),
            "criteria": criteria,
            "findings": [],
            "injection_suspected": False,
        }


def quotable(text: str) -> str:
    """Return some words of `text` that are sure to be found in it; none if it has none such."""
    return next((words for words in QUOTABLE.findall(text) if words.isprintable()), "")


def _lines(transcript: str) -> list[str]:
    lines = transcript.split("\n")
    return [one for one in lines if one.startswith("{") and not one.startswith('{"found"')]


def _draw(seed: int, what: str, transcript: str) -> float:
    """Return a number from 0 to 1 that is the same each time."""
    digest = hashlib.sha256(f"{seed} {what} {_digest(transcript)}".encode()).digest()
    return int.from_bytes(digest[:8]) / 2**64


@lru_cache(maxsize=64)
def _digest(transcript: str) -> str:
    return hashlib.sha256("\n".join(_lines(transcript)).encode()).hexdigest()


def _met(kind: Fault, usage: Mapping[str, Any]) -> Step:
    match kind:
        case Fault.RATE_LIMIT:
            return fails(429, "rate_limit_error", retry_after_ms="20")
        case Fault.OVERLOAD:
            return fails(529, "overloaded_error")
        case Fault.MALFORMED:
            return says('{"turns_seen": 4, "criteria": pass}', usage=usage)
        case Fault.TRUNCATED:
            return says('{"turns_seen": 4, "criteria": {', "max_tokens", usage=usage)
        case Fault.REFUSAL:
            details = {"type": "refusal", "category": "cyber", "explanation": None}
            return says("", "refusal", stop_details=details, usage=usage)
    return fails(500)


def _evidence(turns: list[dict[str, Any]], draw: float) -> dict[str, Any]:
    """Cite a turn that has words to quote, from a chance one on; none where no turn has any."""
    first = int(draw * len(turns))
    for turn in turns[first:] + turns[:first]:
        if quote := quotable(turn["text"]):
            return {"cited_turns": [turn["turn"]], "quote": quote}
    return {"cited_turns": [], "quote": ""}
