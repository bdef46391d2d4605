"""Counts and lists as sentences have them."""

from collections.abc import Sequence


def counted(n: int, noun: str) -> str:
    """
    Return a count with its noun, in the plural where it is not one.

    Example:
        >>> counted(1, "session"), counted(1200, "session")
        ('1 session', '1,200 sessions')
    """
    return f"{n:,} {noun}" if n == 1 else f"{n:,} {noun}s"


def listed(words: Sequence[str]) -> str:
    """
    Return words as a sentence lists them; empty without any.

    Example:
        >>> listed(["goal", "tone", "length"])
        'goal, tone and length'
    """
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))
