"""Words and turns of phrase, written so that they can be read."""

import re
from collections.abc import Iterator
from dataclasses import dataclass


def word_set(text: str) -> frozenset[str]:
    """Return the words of `text` as a set."""
    return frozenset(text.split())


@dataclass(frozen=True, slots=True)
class Phrases:
    """
    Turns of phrase to be found in a text.

    Attributes:
        phrases: Each a regular expression of its own.

        pattern: Finds any of them.

        having: Whatever is found holds one of these; empty where nothing is known to be in all.
            Most sentences hold none, and looking for a word is far quicker than for a pattern.
    """

    phrases: tuple[str, ...]
    pattern: re.Pattern[str]
    having: tuple[str, ...] = ()

    def search(self, text: str) -> re.Match[str] | None:
        """Return the first place where one is found."""
        return self.pattern.search(text) if self.may_be_in(text) else None

    def match(self, text: str) -> re.Match[str] | None:
        """Return the one that `text` begins with."""
        return self.pattern.match(text)

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """Yield every place where one is found."""
        return self.pattern.finditer(text) if self.may_be_in(text) else iter(())

    def may_be_in(self, text: str) -> bool:
        """Tell whether one can be found in `text`, without looking for it."""
        return not self.having or any(map(text.__contains__, self.having))


def any_of(*phrases: str, having: str = "") -> Phrases:
    """
    Return what finds any of `phrases`, each a regular expression of its own.

    None may hold an unbounded repetition of what can be split in two ways: session text is
    hostile, and a check must stay linear on it.

    Args:
        phrases: In lower case.

        having: Parts of words with a bar between, one of which is in whatever a phrase finds.
    """
    return Phrases(phrases, re.compile("|".join(phrases)), tuple(filter(None, having.split("|"))))


def together(*several: Phrases) -> Phrases:
    """
    Return what finds the phrases of all of `several`.

    Where it cannot be in what a whole turn says, no sentence of it need be looked at.
    """
    phrases = tuple(phrase for one in several for phrase in one.phrases)
    words = {word for one in several for word in one.having}
    # What holds "misread" holds "read": the longer one tells nothing more.
    shortest = sorted(word for word in words if not any(o in word for o in words - {word}))
    is_hinted = all(one.having for one in several)
    return any_of(*phrases, having="|".join(shortest) if is_hinted else "")
