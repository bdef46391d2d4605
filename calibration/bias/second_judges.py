"""A judge beside one of another family: is it milder with agents of its own?"""

from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass, replace

from calibration.agreement.held import Held
from calibration.bias import own_family
from judging.agreement import Clusters, Estimate
from judging.agreement.same_family import second_judge
from judging.rubrics import Criterion
from storage import Project, StoredJudge, leniency_units
from storage.leniency_units import GroupLeniency, Half


def remark(project: Project, held: Held, criterion: Criterion, confidence: float) -> str:
    """
    Say how much milder a judge is with its own family's agents than another judge is.

    The other one is of a known and another family, and has decided on most of the same units. Each
    unit is its own control, so that how hard it is drops out, and no label is needed. Agents of
    that judge's own family are left out while there are others: it may favour them in its turn.

    Returns:
        Sentences; empty without such a judge, or where one side has no agents.
    """
    own = own_family.of(held.judge.identity)
    rows = [_beside(project, held, other, criterion) for other in _others(project, held)]
    beside = max(rows, key=lambda row: row.own.n + row.others.n, default=None)
    if beside is None or not own or not beside.compares:
        return ""
    found = _estimate(beside.groups, confidence)
    if found.value is None or found.low is None or found.high is None:
        return ""
    ends = f"{100 * found.low:+.0f} to {100 * found.high:+.0f}"
    said = (
        f"Beside {beside.name}, of another family, and whatever the labels, it passes "
        f"{_more(beside.own)} by its own family’s agents and {_more(beside.others)} by others: "
        f"{100 * found.value:+.0f} points for its own ({ends})."
    )
    if beside.has_rival:
        said += f" These others are of {beside.name}’s family, so it may be that judge’s leaning."
    return said


@dataclass(frozen=True, slots=True)
class _Beside:
    """
    What two judges say of the same units.

    Attributes:
        has_rival: Whether the agents of other families are of the second judge's own.
    """

    name: str
    groups: list[GroupLeniency]
    has_rival: bool

    @property
    def own(self) -> Half:
        """What the groups come to on agents of the first judge's family."""
        return _total([group.own for group in self.groups])

    @property
    def others(self) -> Half:
        """The same on agents of others."""
        return _total([group.others for group in self.groups])

    @property
    def compares(self) -> bool:
        """Whether there is something on either side."""
        return bool(self.own.n and self.others.n)


def _total(halves: Sequence[Half]) -> Half:
    return Half(
        sum(half.first for half in halves),
        sum(half.second for half in halves),
        sum(half.alike for half in halves),
    )


def _more(half: Half) -> str:
    more = half.first - half.second
    return f"{abs(more):,} {'fewer' if more < 0 else 'more'} of {half.n:,}"


def _others(project: Project, held: Held) -> Iterator[StoredJudge]:
    own = own_family.of(held.judge.identity)
    for judge in project.judges.listed(rubric_version=held.version.id):
        if own_family.of(judge.identity) not in ("", own):
            yield judge


def _beside(project: Project, held: Held, other: StoredJudge, criterion: Criterion) -> _Beside:
    first, second = (side.on(criterion) for side in (held, replace(held, judge=other)))
    own, rival = (own_family.of(judge.identity) for judge in (held.judge, other))
    name = other.identity.name
    without = _Beside(name, leniency_units.of(project, first, second, own, rival), has_rival=False)
    if without.compares:
        return without
    return _Beside(name, leniency_units.of(project, first, second, own), has_rival=True)


def _estimate(groups: list[GroupLeniency], confidence: float) -> Estimate:
    rows = [([*astuple(group.own), *astuple(group.others)], 1.0) for group in groups]
    return second_judge(Clusters.counted(rows, width=6), confidence)
