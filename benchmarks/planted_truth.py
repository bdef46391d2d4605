"""
Judges whose truth is known: how often the intervals hold it, and what the bias checks find.

A judge is drawn with a known kappa, share of failures and strictness, on sessions that are each a
group of their own and on sessions that come in groups of four that are alike. Coverage is the
share of intervals that hold the truth. Each bias check is drawn with nothing planted, where every
flag is a false alarm, and with a planted difference, which it should find. The number after ±
is the Monte-Carlo standard error.
"""

import argparse
import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from judging.agreement import Cells, Clusters, Estimate, Metric, estimated, point
from judging.agreement.bias import BiasState, Check, contrast, shared_confidence
from judging.agreement.same_family import same_family
from judging.agreement.statuses import StatusTable
from judging.ratings import Outcome

REPETITIONS = 2_000
SIZES = (60, 100, 200)
PREVALENCES = (0.1, 0.2, 0.4)
STRICTNESSES = (1.0, 1.4)
KAPPAS = (0.4, 0.6, 0.8, 0.9)
IN_A_GROUP = 4
CORRELATION = 0.4
# The checks that a project of whole sessions makes of one criterion.
CHECKS = 6
ERROR = 0.15
SIDES = (60, 200)
PLANTED = (0.0, 0.1, 0.2, 0.3)
Generator = np.random.Generator
Shares = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Tally:
    """How often something was so, in so many repetitions."""

    x: int
    n: int

    @property
    def rate(self) -> float:
        """The share."""
        return self.x / self.n

    @property
    def error(self) -> float:
        """The Monte-Carlo standard error of the share."""
        return math.sqrt(max(self.rate * (1 - self.rate), 1 / self.n) / self.n)

    def __str__(self) -> str:
        return f"{self.rate:.3f} ±{self.error:.3f}"


def shares(prevalence: float, strictness: float, kappa: float) -> Shares | None:
    """
    Return the shares of (tp, fn, fp, tn) that have this kappa; None where no judge could.

    Args:
        prevalence: The share of units that people fail.

        strictness: How many times as many the judge fails.

        kappa: Cohen's kappa.
    """
    g, h = prevalence, prevalence * strictness
    chance = g * h + (1 - g) * (1 - h)
    both_fail = (kappa * (1 - chance) + chance - 1 + g + h) / 2
    found = (both_fail, g - both_fail, h - both_fail, 1 - g - h + both_fail)
    return found if min(found) > 0 else None


def judges() -> list[Shares]:
    """Return every judge that is drawn."""
    every = itertools.product(PREVALENCES, STRICTNESSES, KAPPAS)
    return [found for one in every if (found := shares(*one))]


@cache
def kappa_of(counts: tuple[int, ...]) -> Estimate:
    """Return kappa with its interval, units each on their own."""
    return estimated(Clusters.independent(counts), Metric.KAPPA)


def holds(found: Estimate, truth: float) -> bool:
    """Tell whether an interval holds the truth; one that is undefined does not."""
    return found.low is not None and found.low <= truth <= (found.high or 0.0)


def alone(generator: Generator, truth: Shares, size: int, times: int) -> Tally:
    """Count the intervals of kappa that hold the truth, over samples of `size` sessions."""
    kappa = point(Cells(*truth), Metric.KAPPA).value or 0.0
    drawn = generator.multinomial(size, truth, size=times).tolist()
    return Tally(sum(holds(kappa_of(tuple(one)), kappa) for one in drawn), times)


def grouped(generator: Generator, truth: Shares, size: int, times: int) -> Tally:
    """Count them where sessions come in groups of four that are alike."""
    kappa = point(Cells(*truth), Metric.KAPPA).value or 0.0
    spread = (1 - CORRELATION) / CORRELATION
    held = 0
    for _ in range(times):
        of_group = generator.dirichlet(spread * np.array(truth), size=size // IN_A_GROUP)
        cells = draw(generator, of_group)
        held += holds(estimated(Clusters.of(cells.tolist()), Metric.KAPPA), kappa)
    return Tally(held, times)


def draw(generator: Generator, of_group: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the cells of groups of four sessions with these shares, shape (groups, 4)."""
    clipped = np.clip(of_group, 1e-12, None)
    return generator.multinomial(IN_A_GROUP, clipped / clipped.sum(axis=1, keepdims=True))


def coverage(name: str, draws: Callable[..., Tally], times: int) -> None:
    """Print how the intervals of kappa cover, over every judge and size."""
    for size in SIZES:
        generator = np.random.default_rng([2026, size, crc32(name.encode())])
        found = [draws(generator, truth, size, times) for truth in judges()]
        mean = Tally(sum(one.x for one in found), sum(one.n for one in found))
        worst = min(found, key=lambda one: one.rate)
        print(f"{name:12}  {size:4}  {len(found):6}  {mean}  {worst}", flush=True)


def short_turns(generator: Generator, side: int, planted: float) -> BiasState:
    """Draw turns that people pass, short and long ones, and check what length does."""
    short, long = generator.binomial(side, [ERROR + planted, ERROR])
    units = Clusters.of(
        [[int(n < short), 1, 0, 0] for n in range(side)]
        + [[0, 0, int(n < long), 1] for n in range(side)]
    )
    names = ("short turns", "long turns")
    return contrast(Check.SHORT_CORRECT, units, names, shared_confidence(CHECKS)).state


def own_family(generator: Generator, side: int, planted: float) -> BiasState:
    """Draw failures of the judge's own family's agents and of others, and check the passes."""
    own, others = generator.binomial(side, [ERROR + planted, ERROR])
    none = Cells(0, 0, 0, 0)
    missed, found = Cells(0, 1, 0, 0), Cells(1, 0, 0, 0)
    groups = [
        (missed, none, int(own)),
        (found, none, side - int(own)),
        (none, missed, int(others)),
        (none, found, side - int(others)),
    ]
    return same_family(groups, shared_confidence(CHECKS)).check.state


def unread(generator: Generator, side: int, planted: float) -> BiasState:
    """Draw units that the judge could not score, and see whether it is told to be no accident."""
    fails, passes = generator.binomial(side, [0.05 + planted, 0.05])
    counts = {
        (Outcome.FAIL, Outcome.NOT_SCORED): int(fails),
        (Outcome.FAIL, Outcome.FAIL): side - int(fails),
        (Outcome.PASS, Outcome.NOT_SCORED): int(passes),
        (Outcome.PASS, Outcome.PASS): side - int(passes),
    }
    found = StatusTable(counts).missingness(shared_confidence(CHECKS))
    is_seen = found.low is not None and (found.low > 0 or (found.high or 0.0) < 0)
    return BiasState.FLAGGED if is_seen else BiasState.INCONCLUSIVE


def flags(name: str, check: Callable[..., BiasState], times: int, sides: Sequence[int]) -> None:
    """Print how often a check flags, with nothing planted and with more and more."""
    for side in sides:
        generator = np.random.default_rng([2027, side, crc32(name.encode())])
        found = []
        for planted in PLANTED:
            states = [check(generator, side, planted) for _ in range(times)]
            found.append(Tally(states.count(BiasState.FLAGGED), times))
        print(f"{name:12}  {side:4}  {'  '.join(map(str, found))}", flush=True)


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repetitions", type=int, default=REPETITIONS)
    times = parser.parse_args().repetitions
    print(f"95 % intervals of kappa, {times:,} samples of each judge.")
    print("sessions         n  judges  mean coverage  worst judge")
    coverage("each alone", alone, times)
    coverage("groups of 4", grouped, times)
    print(f"\nShare of checks that flag, {times:,} samples each, by the difference planted.")
    print(f"check         side  {'  '.join(f'{planted:<12.1f}' for planted in PLANTED)}")
    flags("short turns", short_turns, times, SIDES)
    flags("own family", own_family, times, SIDES)
    flags("not scored", unread, times, SIDES)


if __name__ == "__main__":
    main()
