"""A bundle run on sessions: how many pass, criterion by criterion, and whether that is enough."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import islice

from judging.bundle.bundle import Bundle
from judging.ratings import DECIDED, Outcome, Problem, Verdict
from judging.sessions import Session

BATCH = 200


@dataclass(frozen=True, slots=True)
class Failed:
    """A unit that fails, and why; turn 0 is the session as a whole."""

    session: str
    turn: int
    reason: str


@dataclass(frozen=True, slots=True)
class CriterionCheck:
    """
    What a judge says of sessions on one criterion.

    Attributes:
        outcomes: How many units have each outcome, those that are not scored among them.

        problems: Why those are not, by problem.

        minimum: The share of decided units that has to pass; None where nothing is asked for.

        failed: The units that fail, in the order of the sessions.
    """

    criterion: str
    outcomes: Mapping[Outcome, int]
    problems: Mapping[Problem, int] = field(default_factory=dict)
    minimum: float | None = None
    failed: Sequence[Failed] = ()

    @property
    def decided(self) -> int:
        """How many units pass or fail."""
        return sum(self.outcomes.get(outcome, 0) for outcome in DECIDED)

    @property
    def pass_rate(self) -> float | None:
        """The share of them that passes; None where nothing is decided."""
        return self.outcomes.get(Outcome.PASS, 0) / self.decided if self.decided else None

    @property
    def is_met(self) -> bool | None:
        """
        Whether enough pass, whatever became of the units that are not scored.

        Returns:
            None where nothing is asked for, where nothing is decided, or where it would be
            answered otherwise if those that are not scored all failed, or all passed.
        """
        if self.minimum is None or self.pass_rate is None:
            return None
        passes, missing = (self.outcomes.get(one, 0) for one in (Outcome.PASS, Outcome.NOT_SCORED))
        of_all = self.decided + missing
        least, most = passes / of_all >= self.minimum, (passes + missing) / of_all >= self.minimum
        return least if least == most else None


def check(
    bundle: Bundle,
    sessions: Iterable[Session],
    minimums: Mapping[str, float],
    *,
    concurrency: int = 8,
    progress: Callable[[int], None] = lambda _: None,
) -> tuple[CriterionCheck, ...]:
    """
    Judge sessions with a bundle, and count what is said, criterion by criterion.

    Args:
        bundle: The judge and its rubric.

        sessions: A few hundred at most are held in memory at a time.

        minimums: The share that has to pass, by criterion.

        concurrency: How many sessions are judged at once.

        progress: Told how many sessions are done.

    Raises:
        JudgeError: If the judge cannot be asked at all.
    """
    outcomes: dict[str, Counter[Outcome]] = {key: Counter() for key in bundle.rubric.keys}
    problems: dict[str, Counter[Problem]] = {key: Counter() for key in bundle.rubric.keys}
    failed: dict[str, list[Failed]] = {key: [] for key in bundle.rubric.keys}
    with ThreadPoolExecutor(concurrency) as pool:
        for done, given in enumerate(_judged(bundle, sessions, pool), start=1):
            for verdict in given:
                outcomes[verdict.criterion][verdict.outcome] += 1
                if verdict.problem:
                    problems[verdict.criterion][verdict.problem] += 1
                if verdict.outcome is Outcome.FAIL:
                    failed[verdict.criterion].append(_failed(verdict))
            progress(done)
    return tuple(
        CriterionCheck(key, outcomes[key], problems[key], minimums.get(key), tuple(failed[key]))
        for key in bundle.rubric.keys
    )


def _judged(
    bundle: Bundle, sessions: Iterable[Session], pool: ThreadPoolExecutor
) -> Iterator[tuple[Verdict, ...]]:
    left = iter(sessions)
    while batch := list(islice(left, BATCH)):
        yield from pool.map(bundle.judge, batch)


def _failed(verdict: Verdict) -> Failed:
    return Failed(verdict.session, verdict.turn, verdict.rationale)
