"""McNemar's test: do two answers to the same units differ in one direction?"""

import math
from dataclasses import dataclass

from scipy.special import bdtr, chdtrc


@dataclass(frozen=True, slots=True)
class McNemar:
    """
    The test on the units whose two answers differ.

    Attributes:
        p_exact: The exact two-sided p; 1 where no unit differs.

        p_mid: The mid-p variant, less conservative; 1 where no unit differs.

        chi2: The statistic without correction; None where no unit differs.

        chi2_corrected: Edwards' continuity-corrected statistic; None where no unit differs.

        p_chi2: The large-sample p of `chi2`; None where no unit differs.
    """

    p_exact: float
    p_mid: float
    chi2: float | None
    chi2_corrected: float | None
    p_chi2: float | None


def mcnemar_test(first: int, second: int) -> McNemar:
    """
    Test whether units of the one kind of difference are as many as units of the other.

    Units are taken as independent; where they come in clusters, report the counts and draw
    the conclusion from a clustered interval.

    Args:
        first: Units on which only the first answer is yes.

        second: Units on which only the second is.

    Example:
        Of 1600 people, 150 stopped approving of a prime minister and 86 began to.

        >>> round(mcnemar_test(150, 86).chi2, 4)
        17.3559
        >>> mcnemar_test(0, 0).p_exact
        1.0

    References:
        McNemar (1947), Psychometrika 12:153; Fagerland, Lydersen and Laake (2013), BMC Medical
        Research Methodology 13:91, for the mid-p; Agresti (1990), p. 350, for the example.
    """
    n, fewer = first + second, min(first, second)
    if not n:
        return McNemar(1.0, 1.0, None, None, None)
    tail = float(bdtr(fewer, n, 0.5))
    exact = min(1.0, 2 * tail)
    mid = min(1.0, 2 * tail - math.comb(n, fewer) / 2**n)
    plain = (first - second) ** 2 / n
    corrected = max(0, abs(first - second) - 1) ** 2 / n
    return McNemar(exact, mid, plain, corrected, float(chdtrc(1, plain)))
