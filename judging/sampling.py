"""Which sessions to label, drawn so that each had a chance that is known."""

import hashlib
from collections import defaultdict
from collections.abc import Hashable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum


class Design(StrEnum):
    """By what sessions are chosen to be labelled."""

    RANDOM = "random"
    VERDICT = "judge-stratified"
    LENGTH = "length"
    FAMILY = "family"
    CHOSEN = "chosen"


class Ordering(StrEnum):
    """In what order they are handed out."""

    DRAWN = "drawn"
    NEXT_BEST = "next_best"


@dataclass(frozen=True, slots=True)
class Drawn:
    """
    A unit that was drawn.

    Attributes:
        stratum: What it was drawn from; empty where from all alike.

        probability: The chance that it had, 0 < p <= 1.
    """

    name: Hashable
    stratum: str
    probability: float


def draw(
    strata: Mapping[Hashable, str], n: int, seed: str = "", *, half: AbstractSet[str] = frozenset()
) -> list[Drawn]:
    """
    Draw `n` units: as many from each stratum as from any other, or all that it has.

    Without strata (one for all) it is a simple random sample. Half of it can come from some of
    the strata, as many from each of them, and half from the others; what either side lacks, the
    other has more of. The order of a hash of the seed and
    the unit's name takes the place of chance, so that the same units and seed give the same sample.

    Args:
        strata: The stratum of each unit.

        n: How many; all, where there are no more.

        seed: Another one, another sample.

        half: The strata that half of the sample comes from.

    Returns:
        The units, in an order that mixes the strata and tells nothing of them.

    Raises:
        ValueError: If `n` is below 1.

    Example:
        >>> some = {f"s{n}": "fails" if n < 4 else "passes" for n in range(20)}
        >>> sorted({(one.stratum, one.probability) for one in draw(some, 10)})
        [('fails', 1.0), ('passes', 0.375)]

    References:
        Horvitz and Thompson (1952), "A generalization of sampling without replacement from a
        finite universe": what chances that are known, but differ, are good for.
    """
    if n < 1:
        raise ValueError(f"At least one is to be drawn: {n}.")
    members: dict[str, list[Hashable]] = defaultdict(list)
    for name in sorted(strata, key=lambda name: _order(seed, name)):
        members[strata[name]].append(name)
    found = [
        Drawn(name, stratum, size / len(members[stratum]))
        for stratum, size in sizes(
            {key: len(some) for key, some in members.items()}, n, half=half
        ).items()
        for name in members[stratum][:size]
    ]
    return sorted(found, key=lambda one: _order(f"{seed} again", one.name))


def sizes(
    there: Mapping[str, int], n: int, *, half: AbstractSet[str] = frozenset()
) -> dict[str, int]:
    """
    Return how many of `n` units are drawn from each stratum; those without any are left out.

    Example:
        >>> sizes({"fail": 30, "pass": 300, "not_applicable": 5}, 40, half={"fail"})
        {'fail': 20, 'not_applicable': 5, 'pass': 15}
    """
    first = {stratum: size for stratum, size in there.items() if stratum in half}
    rest = {stratum: size for stratum, size in there.items() if stratum not in half}
    wanted = min(n, sum(there.values()))
    of_first = min(sum(first.values()), max((wanted + 1) // 2, wanted - sum(rest.values())))
    if not half:
        return _alike(there, wanted)
    return _alike(first, of_first) | _alike(rest, wanted - of_first)


def _alike(there: Mapping[str, int], n: int) -> dict[str, int]:
    """Share `n` among strata: alike, and what a small one lacks goes to the others."""
    found: dict[str, int] = {}
    left = n
    for at, (stratum, size) in enumerate(sorted(there.items(), key=lambda one: (one[1], one[0]))):
        found[stratum] = min(size, left // (len(there) - at))
        left -= found[stratum]
    return {stratum: size for stratum, size in found.items() if size}


def _order(seed: str, name: Hashable) -> str:
    return hashlib.sha256(f"{seed}\0{name}".encode("utf-8", "surrogatepass")).hexdigest()
