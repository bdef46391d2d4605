"""Words that were taken over from a session, where a rubric should hold for all of them."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping

# So many words in a row are no chance, if they come to so many characters.
RUN = 6
LONG = 20
CODE = 4
# A word; of scripts without spaces, one character.
WORD = re.compile(r"[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]|[^\W_]+")

Run = tuple[str, ...]


class Copied:
    """
    Finds runs of six words or more, and numbers and codes, that a text has from a session.

    Letter case, punctuation and spacing make no difference.

    Args:
        sessions: What is said in each, by its name.

        allowed: Texts whose words may be used all the same: those of the rubric as it is.

    Example:
        >>> said = {"s1": ["My parcel 4711A went to the wrong house again."]}
        >>> copied = Copied(said, allowed=[])
        >>> copied.source("Fails if my parcel 4711b went to the wrong house again.")
        's1'
        >>> copied.source("Fails if order 4711a is wrong."), copied.source("A wrong house.")
        ('s1', None)
    """

    def __init__(self, sessions: Mapping[str, Iterable[str]], allowed: Iterable[str]) -> None:
        kept = {run for text in allowed for run in _runs(text)}
        self._sources: dict[Run, str] = {}
        for name, texts in sessions.items():
            for text in texts:
                for run in _runs(text):
                    if run not in kept:
                        self._sources.setdefault(run, name)

    def source(self, text: str) -> str | None:
        """Return the name of a session that `text` repeats words or a code of; None for none."""
        return next((self._sources[run] for run in _runs(text) if run in self._sources), None)


def _runs(text: str) -> Iterator[Run]:
    """Yield every shortest run that is long enough, and every code on its own."""
    words = WORD.findall(unicodedata.normalize("NFKC", text).casefold())
    for at, word in enumerate(words):
        if len(word) >= CODE and any(map(str.isdigit, word)):
            yield (word,)
        end, n = at + RUN, sum(map(len, words[at : at + RUN]))
        while n < LONG and end < len(words):
            n += len(words[end])
            end += 1
        if end <= len(words) and n >= LONG:
            yield tuple(words[at:end])
