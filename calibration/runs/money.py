"""Money as people read it."""

MICRO = 1_000_000
# In dollars: the database counts micro-dollars, and to about two thousand dollars of them.
HIGHEST_CEILING = 2_000


def micro(amount: float) -> int:
    """Return dollars in micro-dollars; of an amount above nothing, one or more."""
    return max(round(amount * MICRO), 1 if amount > 0 else 0)


def dollars(cost: int | None) -> str:
    """Return micro-dollars as people read them; of a small sum, its first two digits that count."""
    if cost is None:
        return "unknown price"
    digits = min(max(2, 8 - len(str(cost))), 6) if cost else 2
    return f"${cost / MICRO:,.{digits}f}"


def usd(cost: int | None) -> float | None:
    """Return micro-dollars as dollars; None stays none."""
    return None if cost is None else cost / MICRO
