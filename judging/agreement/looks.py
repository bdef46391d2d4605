"""What each further look at the same test set costs."""

from dataclasses import dataclass

from scipy.special import ndtri

MANY = 5


@dataclass(frozen=True, slots=True)
class Look:
    """
    The share of the error rate that one look may spend.

    Attributes:
        number: The how-manyeth look at this test set for this criterion, from 1.

        alpha: The one-sided error rate of this look.
    """

    number: int
    alpha: float

    @property
    def confidence(self) -> float:
        """The two-sided level whose lower end is this look's one-sided bound."""
        return 1 - 2 * self.alpha

    @property
    def z(self) -> float:
        """The normal quantile of the one-sided bound."""
        return float(ndtri(1 - self.alpha))

    @property
    def wants_fresh_labels(self) -> bool:
        """Whether so many looks were had that a new test set is the better way."""
        return self.number > MANY


def look(number: int, alpha: float = 0.05) -> Look:
    """
    Spend alpha / (i (i + 1)) on look i, so that any number of looks together spends alpha.

    Args:
        number: The how-manyeth look, from 1.

        alpha: The one-sided error rate of all looks together.

    Raises:
        ValueError: If `number` is below 1.

    Example:
        >>> [round(look(i).alpha, 4) for i in (1, 2, 3)]
        [0.025, 0.0083, 0.0042]
        >>> round(sum(look(i).alpha for i in range(1, 10_000)), 4)
        0.05

    References:
        A union bound; see Dwork et al. (2015), Science 349:636, for why looks must be paid for.
    """
    if number < 1:
        raise ValueError(f"Looks are counted from 1: {number}.")
    return Look(number, alpha / (number * (number + 1)))
