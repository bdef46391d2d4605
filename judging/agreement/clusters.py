"""Clusters of units that are alike, and what they leave of the sample size."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import stdtrit

from judging.agreement.cells import Array, Cells
from judging.agreement.kappa_interval import normal_quantile

FEW = 10
SMOOTHING = 0.5


@dataclass(frozen=True, slots=True)
class Pattern:
    """
    How many groups hold exactly these cells.

    Attributes:
        cells: The table of one group's units.

        count: The number of groups with that table.
    """

    cells: Cells
    count: int = 1


@dataclass(frozen=True, eq=False, slots=True)
class Clusters:
    """
    One additive vector a cluster, equal ones collapsed: all that an interval needs to know.

    Attributes:
        vectors: The distinct vectors, shape (u, d); all-zero ones do not occur.

        counts: How many clusters have each, shape (u,).
    """

    vectors: Array
    counts: Array

    @classmethod
    def of(cls, rows: Iterable[Sequence[float]], width: int = 4) -> "Clusters":
        """Collapse one row of `width` numbers a cluster; rows of zeros say nothing and go."""
        return cls.counted(((row, 1) for row in rows), width)

    @classmethod
    def counted(cls, rows: Iterable[tuple[Sequence[float], float]], width: int = 4) -> "Clusters":
        """Take rows with their multiplicities, as a GROUP BY gives them, in any order."""
        merged: dict[tuple[float, ...], float] = defaultdict(float)
        for row, count in rows:
            if count and any(row):
                merged[tuple(row)] += count
        kept = sorted(merged)
        vectors = np.array(kept, dtype=np.float64).reshape(-1, width)
        return cls(vectors, np.array([merged[row] for row in kept], dtype=np.float64))

    @classmethod
    def of_patterns(cls, patterns: Iterable[Pattern]) -> "Clusters":
        """Take patterns of cells; the columns are tp, fn, fp, tn."""
        return cls.counted((p.cells.counts, p.count) for p in patterns)

    @classmethod
    def independent(cls, counts: Sequence[float]) -> "Clusters":
        """Take each unit as a cluster of its own, from the totals of each column."""
        rows = np.eye(len(counts)).tolist()
        return cls.counted(zip(rows, counts, strict=True), width=len(counts))

    @property
    def k(self) -> int:
        """The number of clusters with at least one unit."""
        return int(self.counts.sum())

    @property
    def totals(self) -> Array:
        """The sum over clusters, shape (d,)."""
        return self.counts @ self.vectors

    @property
    def cells(self) -> Cells:
        """The total as a table; the columns must be tp, fn, fp, tn."""
        return Cells(*self.totals.tolist())

    @property
    def are_single_units(self) -> bool:
        """Whether no cluster holds more than one unit, so that nothing is clustered."""
        return bool((self.vectors.sum(axis=1) <= 1 + 1e-9).all())

    def groups_with(self, columns: Sequence[int]) -> int:
        """How many clusters have a unit in one of these columns."""
        present = self.vectors[:, list(columns)].any(axis=1)
        return int(self.counts[present].sum())

    def projected(self, columns: ArrayLike) -> "Clusters":
        """Map each vector by a matrix of shape (d, new d); clusters that become zero go."""
        vectors = self.vectors @ np.asarray(columns, dtype=np.float64)
        kept = vectors.any(axis=1)
        return Clusters(vectors[kept], self.counts[kept])


def design_effect(
    clusters: Clusters, influence: Array, expected: Array, confidence: float = 0.95
) -> float | None:
    """
    By how much clustering divides the number of units, for the statistic with this influence.

    The inflation of the variance, never below 1, times the square of Student's over the normal
    quantile, which pays for estimating it from few clusters.

    Args:
        clusters: Vectors whose columns partition the units of a cluster.

        influence: How far a unit in each column pulls the statistic, shape (d,), taken at
            smoothed totals so that it does not vanish where nobody disagrees.

        expected: The counts at which independent units would have their variance, shape (d,).

        confidence: The level of the interval to come.

    Returns:
        The effect, 1 or more; exactly 1 where no cluster holds two units. None with fewer
        than two clusters, whose variance nobody can tell.

    References:
        Kish (1965), Survey Sampling; Yang and Zhou (2014) on linearised kappa variances.
    """
    inflated = inflation(clusters, influence, expected)
    if inflated is None:
        return None
    if clusters.are_single_units:
        return 1.0
    quantile = student_quantile(confidence, clusters.k - 1) / normal_quantile(confidence)
    return max(1.0, inflated) * quantile**2


def inflation(clusters: Clusters, influence: Array, expected: Array) -> float | None:
    """
    The variance of a statistic from clusters over its variance from as many independent units.

    Args:
        clusters: Columns as for `design_effect`.

        influence: As for `design_effect`.

        expected: As for `design_effect`.

    Returns:
        The ratio; below 1 where units of a cluster differ more than units of several do, and
        1 where no unit moves the statistic. None with fewer than two clusters.
    """
    if clusters.k < 2:
        return None
    pulls = clusters.vectors @ influence
    clustered = clusters.k / (clusters.k - 1) * float(clusters.counts @ pulls**2)
    independent = float(expected @ influence**2)
    return clustered / independent if independent else 1.0


def student_quantile(confidence: float, degrees: float) -> float:
    """The t that leaves (1 - confidence) / 2 above it."""
    return float(stdtrit(degrees, 0.5 + confidence / 2))


def standard_error(clusters: Clusters, influence: Array) -> float | None:
    """
    The linearised standard error of a statistic from independent clusters.

    Args:
        clusters: Vectors whose columns partition the units of a cluster.

        influence: How far a unit in each column pulls the statistic, shape (d,), times n.

    Returns:
        The error; None with fewer than two clusters.

    References:
        Yang and Zhou (2014), Statistics in Medicine, on kappa from clustered pairs.
    """
    k = clusters.k
    if k < 2:
        return None
    pulls = clusters.vectors @ influence
    variance = k / (k - 1) * float(clusters.counts @ pulls**2)
    return float(np.sqrt(variance)) / float(clusters.totals.sum())
