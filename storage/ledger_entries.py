"""What is written into the ledger of calls, and what is read from it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from judging.judges.usage import Usage
from judging.ratings import Problem, Verdict
from storage.completeness import Answer
from storage.tables import CallStatus


@dataclass(frozen=True, slots=True)
class Asked:
    """
    A request about to be sent.

    Attributes:
        turn: The turn that is judged; 0 for the session as a whole.

        criterion: The criteria asked, with commas between; empty for all of the rubric's.

        sample: Which of the answers to the same question it asks for, from 1.

        attempt: From 1, counted on over restarts.

        cache_key: The SHA-256 of the request.

        request: The request itself; None where it is the one that was sent before.

        most: What it may cost at most, in micro-dollars, where the run has a ceiling.
    """

    run: int
    session: int
    turn: int
    criterion: str
    attempt: int
    cache_key: str
    request: Mapping[str, Any] | None = None
    most: int | None = None
    sample: int = 1


@dataclass(frozen=True, slots=True)
class Settled:
    """
    What became of a request.

    Attributes:
        call: Its number in the ledger.

        usage: None where nothing was counted.

        cost: In micro-dollars; None where there is no price for it.

        reply: The body as it came; empty where none did.

        latency_ms: None where it was not sent alone.

        problem: What the question ended in, if this is the attempt that ended it.

        is_free: Whether it is known that there is nothing to pay, although nothing was counted.
    """

    call: int
    status: CallStatus
    usage: Usage | None = None
    cost: int | None = None
    reply: str = ""
    request_id: str = ""
    http_status: int = 0
    error: str = ""
    latency_ms: int | None = 0
    problem: Problem | None = None
    is_free: bool = False


@dataclass(frozen=True, slots=True)
class Judged:
    """
    The verdicts on one session, and the calls that they came of.

    Attributes:
        calls: By turn, criterion and sample; several where a verdict was made of several answers.
    """

    answer: Answer
    session: int
    verdicts: Sequence[Verdict]
    calls: Mapping[tuple[int, str, int], Sequence[int]]


@dataclass(frozen=True, slots=True)
class Reusable:
    """The reply to an equal request, paid for before."""

    call: int
    reply: str
