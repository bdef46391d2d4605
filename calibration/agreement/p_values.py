"""P-values in words."""


def said(value: float) -> str:
    """
    Return a p-value as it is written: never as 0.

    Example:
        >>> [said(p) for p in (0.0004, 0.004, 0.04, 1.0)]
        ['< 0.001', '0.004', '0.04', '1.00']
    """
    return "< 0.001" if value < 0.001 else f"{value:.2f}" if value >= 0.01 else f"{value:.3f}"
