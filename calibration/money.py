"""Money as people read it."""


def dollars(cost: int | None) -> str:
    """Return micro-dollars as people read them; of a small sum, its first two digits that count."""
    if cost is None:
        return "unknown price"
    digits = min(max(2, 8 - len(str(cost))), 6) if cost else 2
    return f"${cost / 1_000_000:,.{digits}f}"
