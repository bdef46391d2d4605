"""A logistic regression whose errors know which units belong together."""

from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import expit

from judging.agreement.cells import Array

STEPS = 25
SEPARATED = 25.0


@dataclass(frozen=True, slots=True)
class LogisticFit:
    """
    Coefficients on the scale of log odds.

    Attributes:
        coefficients: One for each column of the design.

        standard_errors: Cluster-robust, with the factor k / (k - 1).

        k: How many clusters; Student's quantile with k - 1 degrees of freedom pays for few.
    """

    coefficients: tuple[float, ...]
    standard_errors: tuple[float, ...]
    k: int


def clustered_logit(
    design: ArrayLike, outcome: ArrayLike, groups: Sequence[Hashable]
) -> LogisticFit | None:
    """
    Fit log odds of `outcome` as a linear function of the design's columns.

    Args:
        design: Shape (units, columns), with a column of ones for the constant.

        outcome: 0 or 1, shape (units,).

        groups: The cluster of each unit.

    Returns:
        The fit; None where the data do not determine it: with fewer than two clusters, with
        columns that depend on each other, or where a column separates the outcomes.

    References:
        Liang and Zeger (1986), Biometrika 73:13, for the errors.
    """
    x, y = np.asarray(design, dtype=np.float64), np.asarray(outcome, dtype=np.float64)
    members: dict[Hashable, list[int]] = defaultdict(list)
    for position, group in enumerate(groups):
        members[group].append(position)
    k = len(members)
    if k < 2 or np.linalg.matrix_rank(x) < x.shape[1]:
        return None
    coefficients = _newton(x, y)
    if coefficients is None:
        return None
    chances = expit(x @ coefficients)
    bread = np.linalg.inv((x.T * (chances * (1 - chances))) @ x)
    scores = x * (y - chances)[:, np.newaxis]
    summed = np.array([scores[rows].sum(axis=0) for rows in members.values()])
    variance = k / (k - 1) * bread @ summed.T @ summed @ bread
    errors = np.sqrt(np.diag(variance))
    return LogisticFit(tuple(coefficients.tolist()), tuple(errors.tolist()), k)


def _newton(x: Array, y: Array) -> Array | None:
    coefficients = np.zeros(x.shape[1])
    for _ in range(STEPS):
        chances = expit(x @ coefficients)
        information = (x.T * (chances * (1 - chances))) @ x
        coefficients = coefficients + np.linalg.solve(information, x.T @ (y - chances))
        # Where a column separates the outcomes, the fit runs off to infinity.
        if np.abs(x @ coefficients).max() > SEPARATED:
            return None
    return coefficients
