"""Texts put together by the words that they share."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

# Words of every rationale, whatever it is about.
COMMON = frozenset(
    {
        *("agent", "agents", "assistant", "assistants", "customer", "customers", "user", "users"),
        *("conversation", "criterion", "judge", "label", "labels", "session", "sessions", "turn"),
        *("turns", "fail", "failed", "fails", "failure", "pass", "passed", "passes"),
        *("said", "say", "says", "did", "didn", "does", "doesn", "isn", "wasn"),
    }
)
WORD = r"[^\W\d_]{3,24}"
# Of distances between 0, the same words, and 1, none in common.
FAR = 0.85
# Beyond so many, distances of all pairs take too long: groups are then looked for by centre.
PAIRS = 1_500
CENTRES = 12
TERMS = 3


@dataclass(frozen=True, slots=True)
class Cluster:
    """
    Some of the texts, by their places.

    Attributes:
        terms: The words that tell them from all others, at most three, the most telling first;
            empty where they share none.
    """

    members: tuple[int, ...]
    terms: tuple[str, ...]


class WordClusters:
    """
    Finds which of some texts share words: TF-IDF, then average linkage of cosine distances.

    The same texts in the same order always give the same clusters.

    References:
        Spärck Jones (1972), Journal of Documentation 28:11, for the weights; Sokal and Michener
        (1958), University of Kansas Science Bulletin 38:1409, for the linkage.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = [text if re.search(WORD, text) else "" for text in texts]

    def of(self, places: Sequence[int]) -> list[Cluster]:
        """
        Return the clusters among the texts at these places, the largest first.

        What shares its words with no other comes together in the last cluster, without terms.
        """
        worded = [place for place in places if self._has_words(place)]
        sets = [found for found in self._sets(worded) if len(found) > 1]
        together = sorted(sets, key=lambda found: (-len(found), found[0]))
        rest = sorted(set(places).difference(*together))
        found = [Cluster(tuple(one), tuple(self._terms(one))) for one in together]
        if len(rest) == 1:
            return [*found, Cluster(tuple(rest), tuple(self._terms(rest)))]
        return [*found, Cluster(tuple(rest), ())] if rest else found

    @cached_property
    def _weighed(self) -> tuple[Any, Any]:
        """The matrix of weights, texts by words, and the words; no matrix where there are none."""
        from sklearn.feature_extraction.text import (  # noqa: PLC0415  (takes a second)
            ENGLISH_STOP_WORDS,
            TfidfVectorizer,
        )

        stop = sorted(ENGLISH_STOP_WORDS | COMMON)
        vectorizer = TfidfVectorizer(token_pattern=WORD, stop_words=stop, sublinear_tf=True)
        words = vectorizer.build_analyzer()
        if not any(words(text) for text in self._texts):
            return None, ()
        matrix = vectorizer.fit_transform(self._texts)
        return matrix, vectorizer.get_feature_names_out()

    def _has_words(self, place: int) -> bool:
        matrix, _ = self._weighed
        return matrix is not None and matrix[[place]].nnz > 0

    def _sets(self, places: Sequence[int]) -> list[list[int]]:
        if len(places) < 2:
            return [list(places)] if places else []
        matrix, _ = self._weighed
        labels = _labelled(matrix[list(places)])
        sets: dict[int, list[int]] = {}
        for place, label in zip(places, labels, strict=True):
            sets.setdefault(label, []).append(place)
        return list(sets.values())

    def _terms(self, places: Sequence[int]) -> Iterator[str]:
        """Yield the words that weigh most here beyond what they weigh elsewhere."""
        matrix, words = self._weighed
        if matrix is None:
            return
        here = matrix[list(places)].mean(axis=0).A1
        others = sorted(set(range(matrix.shape[0])).difference(places))
        there = matrix[others].mean(axis=0).A1 if others else 0 * here
        telling = here - there
        for at in sorted(range(len(words)), key=lambda at: (-telling[at], words[at]))[:TERMS]:
            if telling[at] > 0:
                yield str(words[at])


def _labelled(matrix: Any) -> list[int]:
    """Return the cluster of each row, by number."""
    from sklearn.cluster import AgglomerativeClustering, KMeans  # noqa: PLC0415  (takes a second)

    if matrix.shape[0] > PAIRS:
        kinds = {tuple(sorted(row.indices)) for row in matrix}
        centres = KMeans(min(CENTRES, len(kinds)), n_init=1, random_state=0)
        found = centres.fit_predict(matrix)
    else:
        far = AgglomerativeClustering(
            n_clusters=None, metric="cosine", linkage="average", distance_threshold=FAR
        )
        found = far.fit_predict(matrix.toarray())
    return [int(label) for label in found]
