"""Which sessions to label, drawn so that each had a chance that is known."""

import hashlib
from collections import defaultdict
from collections.abc import Hashable, Mapping
from dataclasses import dataclass


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


def draw(strata: Mapping[Hashable, str], n: int, seed: str = "") -> list[Drawn]:
    """
    Draw `n` units: as many from each stratum as from any other, or all that it has.

    Without strata (one for all) it is a simple random sample. The order of a hash of the seed and
    the unit's name takes the place of chance, so that the same units and seed give the same sample.

    Args:
        strata: The stratum of each unit.

        n: How many; all, where there are no more.

        seed: Another one, another sample.

    Returns:
        The units, in an order that mixes the strata and tells nothing of them.

    Raises:
        ValueError: If `n` is below 1.

    Example:
        >>> some = {f"s{n}": "fails" if n < 4 else "passes" for n in range(20)}
        >>> sorted({(one.stratum, one.probability) for one in draw(some, 10)})
        [('fails', 1.0), ('passes', 0.375)]
    """
    if n < 1:
        raise ValueError(f"At least one is to be drawn: {n}.")
    members: dict[str, list[Hashable]] = defaultdict(list)
    for name in sorted(strata, key=lambda name: _order(seed, name)):
        members[strata[name]].append(name)
    found = [
        Drawn(name, stratum, size / len(members[stratum]))
        for stratum, size in _sizes({key: len(some) for key, some in members.items()}, n).items()
        for name in members[stratum][:size]
    ]
    return sorted(found, key=lambda one: _order(f"{seed} again", one.name))


def _sizes(there: Mapping[str, int], n: int) -> dict[str, int]:
    """Share `n` among strata: alike, and what a small one lacks goes to the others."""
    sizes: dict[str, int] = {}
    left = min(n, sum(there.values()))
    for at, (stratum, size) in enumerate(sorted(there.items(), key=lambda one: (one[1], one[0]))):
        sizes[stratum] = min(size, left // (len(there) - at))
        left -= sizes[stratum]
    return {stratum: size for stratum, size in sizes.items() if size}


def _order(seed: str, name: Hashable) -> str:
    return hashlib.sha256(f"{seed}\0{name}".encode("utf-8", "surrogatepass")).hexdigest()
