"""Which sessions are for looking and revising, and which are the sealed test."""

import hashlib
from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from statistics import median_low

SHARE = 0.6


class Part(StrEnum):
    """Which sessions count: all but the sealed ones, as long as nothing else is asked for."""

    DEVELOP = "develop"
    TEST = "test"
    ALL = "all"


DEVELOP, TEST = Part.DEVELOP, Part.TEST


@dataclass(frozen=True, slots=True)
class Splittable:
    """
    A session as far as it matters for the split.

    Attributes:
        name: Its id.

        group: The task or template that it shares with others: they stay together.

        likeness: Sessions with the same one are near-duplicates and stay together, whatever
            their groups.

        traits: What the two splits should have alike: whether people fail it, whose agent it is.

        length: Its turns; splits get short, middling and long sessions alike.

        is_used: Whether a rubric or a judge has been shown it: such a one is never in the test.

        given: The split that it is in already; it never moves, and takes its like along.
    """

    name: str
    group: str
    likeness: Hashable = None
    traits: tuple[Hashable, ...] = ()
    length: int = 0
    is_used: bool = False
    given: str | None = None


def split(
    sessions: Sequence[Splittable], share: float = SHARE, seed: str = ""
) -> Mapping[str, str]:
    """
    Return the split of each of `sessions` that is in none yet, by name.

    Sessions that belong together are in one split. In each stratum (traits and length in thirds)
    they are taken in the order of a hash of the seed and what they share, so the same sessions
    and seed give the same split, in whatever order they come.

    Args:
        sessions: All there are, those that are in a split among them.

        share: How many of each stratum are to be in the test, as a share of its sessions.

        seed: Another one, another split.

    Returns:
        `develop` or `test` by name. Of all that there are, taken stratum by stratum, the test has
        its share but for half of what stays together last.

    Raises:
        ValueError: If the share is not between 0 and 1.

    Example:
        >>> some = [Splittable(f"s{n}", group=f"task {n // 2}") for n in range(10)]
        >>> found = split(some)
        >>> sorted(found.values()).count("test"), found["s0"] == found["s1"]
        (6, True)
    """
    if not 0 < share < 1:
        raise ValueError(f"The share of the test lies between 0 and 1: {share}.")
    together = _together(sessions)
    thirds = _thirds([session.length for session in sessions])
    strata: dict[Hashable, list[_Cluster]] = defaultdict(list)
    for members in together:
        cluster = _Cluster(members, _order(seed, members))
        strata[cluster.stratum(thirds)].append(cluster)
    ordered = (_in_order(strata[key]) for key in sorted(strata, key=repr))
    return _assigned(chain.from_iterable(ordered), share)


@dataclass(frozen=True, slots=True)
class _Cluster:
    """Sessions that stay together, and the place of them all in a stratum."""

    members: Sequence[Splittable]
    order: str

    @property
    def given(self) -> str | None:
        """The split that they are bound to; a session that was shown binds them to develop."""
        given = {one.given for one in self.members if one.given}
        if any(one.is_used for one in self.members) and TEST not in given:
            return DEVELOP
        # Two that were apart before they became alike: what is sealed stays so.
        return TEST if TEST in given else next(iter(given), None)

    def stratum(self, thirds: Sequence[int]) -> Hashable:
        traits = [one.traits for one in self.members]
        length = median_low([one.length for one in self.members])
        commonest = max(sorted(set(traits), key=repr), key=traits.count)
        return commonest, sum(length > limit for limit in thirds)


def _assigned(clusters: Iterable[_Cluster], share: float) -> dict[str, str]:
    """Fill the test up to its share, cluster by cluster, stratum after stratum."""
    found: dict[str, str] = {}
    seen = tested = 0
    for cluster in clusters:
        n = len(cluster.members)
        lacks = share * (seen + n) - tested
        where = cluster.given or (TEST if lacks > n / 2 else DEVELOP)
        seen, tested = seen + n, tested + n * (where == TEST)
        found |= {one.name: where for one in cluster.members if one.given is None}
    return found


def _in_order(clusters: Iterable[_Cluster]) -> list[_Cluster]:
    """Return clusters as they are taken: what is bound counts first."""
    return sorted(clusters, key=lambda one: (one.given is None, one.order))


def _together(sessions: Iterable[Splittable]) -> list[list[Splittable]]:
    """Return the sessions that stay together: of one group, or alike, directly or by others."""
    leader: dict[Hashable, Hashable] = {}

    def first(key: Hashable) -> Hashable:
        while leader.setdefault(key, key) != key:
            leader[key] = leader[leader[key]]
            key = leader[key]
        return key

    for one in sessions:
        if one.likeness is not None:
            leader[first(("like", one.likeness))] = first(("group", one.group))
    found: dict[Hashable, list[Splittable]] = defaultdict(list)
    for one in sessions:
        found[first(("group", one.group))].append(one)
    return list(found.values())


def _order(seed: str, members: Iterable[Splittable]) -> str:
    shared = min(one.group for one in members)
    return hashlib.sha256(f"{seed}\0{shared}".encode("utf-8", "surrogatepass")).hexdigest()


def _thirds(lengths: Sequence[int]) -> tuple[int, int]:
    """Return the lengths that part the shortest third from the rest, and the longest."""
    ordered = sorted(lengths) or [0]
    n = len(ordered)
    return ordered[max(0, n // 3 - 1)], ordered[max(0, 2 * n // 3 - 1)]
