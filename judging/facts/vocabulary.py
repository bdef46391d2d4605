"""Words and turns of phrase, written so that they can be read."""

import re


def word_set(text: str) -> frozenset[str]:
    """Return the words of `text` as a set."""
    return frozenset(text.split())


def any_of(*phrases: str) -> re.Pattern[str]:
    """
    Return a pattern that finds any of `phrases`, each a regular expression of its own.

    None may hold an unbounded repetition of what can be split in two ways: session text is
    hostile, and a check must stay linear on it.
    """
    return re.compile("|".join(phrases))
