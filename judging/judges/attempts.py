"""Asking until there is an answer, or a reason why there is none."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from judging.judges.outcomes import PASSING, REPAIRABLE, Fate, Reader, Reply, outcome
from judging.judges.reply import Answer

MOST = 8
MOST_UNREACHED = 3
LONGEST_WAIT = 600.0
LONGEST_BACKOFF = 8.0
# The names that services have for the room for an answer.
ROOMS = ("max_tokens", "max_completion_tokens")

Body = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Attempt:
    """
    One request and what became of it.

    Attributes:
        usage: The tokens that were counted, and are paid for, even without an answer.

        category: Of a refusal, the kind that the service names.

        waited: The seconds of waiting before it.
    """

    fate: Fate
    reply: Reply
    stop_reason: str = ""
    category: str = ""
    usage: Mapping[str, int] = field(default_factory=dict)
    waited: float = 0.0


@dataclass(frozen=True, slots=True)
class Call:
    """
    One question put to the model, with every attempt it took; never empty of them.

    Attributes:
        keys: The criteria asked.

        request: The request as first sent; it holds no key.

        answer: None where there is none; the last attempt says why.
    """

    keys: tuple[str, ...]
    request: Body
    attempts: tuple[Attempt, ...]
    answer: Answer | None = None

    @property
    def last(self) -> Attempt:
        """The attempt that settled it."""
        return self.attempts[-1]

    @property
    def usage(self) -> Mapping[str, int]:
        """The tokens of all attempts together, by the service's names."""
        total: Counter[str] = Counter()
        for attempt in self.attempts:
            total.update(attempt.usage)
        return dict(total)

    @property
    def seconds(self) -> float:
        """How long the service took, without the waits."""
        return sum(attempt.reply.seconds for attempt in self.attempts)


class Watch(Protocol):
    """Sees every request before it is sent; what it raises leaves the question unanswered."""

    def before(self, number: int, request: Body) -> None:
        """Learn that the request of attempt `number`, from 1, is about to be sent."""
        ...

    def after(self, number: int, attempt: Attempt) -> None:
        """Learn what became of an attempt that is not the last."""
        ...

    def sleep(self, seconds: float) -> None:
        """Wait before the next attempt."""
        ...


@dataclass(frozen=True, slots=True)
class Waiting:
    """Sees nothing, and waits."""

    sleep: Callable[[float], None]

    def before(self, number: int, request: Body) -> None:
        """Let it go."""

    def after(self, number: int, attempt: Attempt) -> None:
        """Let it pass."""


def as_it_is(attempt: Attempt) -> Body | None:  # noqa: ARG001  (what a line may do instead)
    """Leave the request in its shape, whatever came of it."""
    return None


@dataclass(frozen=True, slots=True)
class Line:
    """
    A way to the service.

    Attributes:
        send: Sends a request once.

        watch: Told of every attempt, and waits between them.

        chance: Returns a number from 0 to 1, to keep waits from falling together.

        reshape: Told of every attempt; returns the request in another shape where it was the
            shape that the service did not take.
    """

    send: Callable[[Body], Reply]
    watch: Watch
    chance: Callable[[], float]
    reshape: Callable[[Attempt], Body | None] = as_it_is


def ask(line: Line, request: Body, keys: tuple[str, ...], reads: Reader | None = None) -> Call:
    """
    Send `request` until it is answered, is refused for good, or would wait too long.

    What cannot be read is asked for once more, with twice the room where it was cut off. What
    passes by itself is waited for: as long as the service says, else for longer and longer,
    up to 8 attempts and 600 seconds in all. Another shape of the request is tried at once.
    What is no answer on criteria is read by `reads`.
    """
    attempts: list[Attempt] = []
    body, wait = request, 0.0
    while True:
        if wait:
            line.watch.sleep(wait)
        number = len(attempts) + 1
        line.watch.before(number, body)
        attempt, answer = _attempt(line.send(body), keys, reads, waited=wait)
        reshaped = line.reshape(attempt)
        if reshaped is not None and attempt.fate not in REPAIRABLE:
            attempt = replace(attempt, fate=Fate.RESHAPED)
        attempts.append(attempt)
        wait = _wait(attempts, line.chance)
        if not _goes_on(attempts, wait):
            return Call(keys, request, tuple(attempts), answer)
        line.watch.after(number, attempt)
        body = reshaped or (roomier(body) if attempt.fate is Fate.TRUNCATED else body)


def replayed(request: Body, reply: str, keys: tuple[str, ...], reads: Reader | None = None) -> Call:
    """Return the call that was answered with the text `reply` before, read anew."""
    return of_one(request, Reply(200, reply), keys, reads)


def of_one(request: Body, reply: Reply, keys: tuple[str, ...], reads: Reader | None = None) -> Call:
    """Return the call that one reply is all of, however it came."""
    attempt, answer = _attempt(reply, keys, reads, waited=0.0)
    return Call(keys, request, (attempt,), answer)


def _attempt(
    reply: Reply, keys: tuple[str, ...], reads: Reader | None, *, waited: float
) -> tuple[Attempt, Answer | None]:
    fate, sent, answer = outcome(reply, keys, reads)
    attempt = Attempt(fate, reply, sent.stop_reason, sent.category, sent.usage, waited)
    return attempt, answer


def roomier(body: Body) -> Body:
    """Return a request with twice the room for an answer."""
    return {**body, **{name: 2 * body[name] for name in ROOMS if name in body}}


def _goes_on(attempts: list[Attempt], wait: float) -> bool:
    fate = attempts[-1].fate
    if fate is Fate.RESHAPED:
        return True
    if fate in REPAIRABLE:
        return sum(attempt.fate in REPAIRABLE for attempt in attempts) == 1
    most = MOST_UNREACHED if fate is Fate.UNREACHABLE else MOST
    tried = sum(attempt.fate is not Fate.RESHAPED for attempt in attempts)
    waited = sum(attempt.waited for attempt in attempts) + wait
    return fate in PASSING and tried < most and waited <= LONGEST_WAIT


def _wait(attempts: list[Attempt], chance: Callable[[], float]) -> float:
    last = attempts[-1]
    if last.fate not in PASSING:
        return 0.0
    if last.reply.retry_after:
        return last.reply.retry_after
    failures = sum(attempt.fate in PASSING for attempt in attempts)
    longest = min(LONGEST_BACKOFF, 0.5 * 2.0 ** (failures - 1))
    return longest * (0.5 + 0.5 * chance())
