"""A judge's agreement on some sessions and on others."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from calibration.visitors import access
from calibration.visitors.access import Right
from judging.agreement import Cells, Clusters, Estimate, Metric, estimated
from storage import Compared, Project, slices
from storage.slices import SlicedSession

# With fewer, one label more or less moves a recall by 20 points.
FEWEST = 5
# The same for all projects and on every day, so that slices can be compared from one to the next.
LENGTHS = (10, 20, 40)


class By(StrEnum):
    """What sessions are told apart by."""

    AGENT = "agent"
    LENGTH = "length"
    TAG = "tag"
    MONTH = "month"


@dataclass(frozen=True, slots=True)
class Slice:
    """
    The sessions that have something in common.

    Attributes:
        sessions: Their numbers, in order of import.

        groups: How many groups they are of, by which the intervals are clustered.

        kappa: None where the reference has too few of a class there, and so are the recalls on
            failures (`tpr`) and on passes (`tnr`), each where its own class is too small.
    """

    name: str
    sessions: tuple[int, ...]
    groups: int
    cells: Cells
    kappa: Estimate | None
    tpr: Estimate | None
    tnr: Estimate | None

    @property
    def fails(self) -> int:
        """How many units the reference fails."""
        return round(self.cells.reference_fails)

    @property
    def passes(self) -> int:
        """How many units the reference passes."""
        return round(self.cells.reference_passes)


@dataclass(frozen=True, slots=True)
class Sliced:
    """
    All slices in one respect.

    Attributes:
        slices: The largest first; lengths and months in their own order.

        unstated: How many sessions the source says nothing of in this respect: in no slice.
    """

    by: By
    slices: tuple[Slice, ...]
    unstated: int

    @property
    def overlap(self) -> bool:
        """Whether a session is in several slices."""
        numbers = [number for one in self.slices for number in one.sessions]
        return len(numbers) > len(set(numbers))


@access.needs(Right.READ_REPORTS)
def of(project: Project, compared: Compared) -> Mapping[By, Sliced]:
    """Slice what judge and reference decided in every respect that a source says something of."""
    sessions = slices.of(project).of(compared)
    found = {by: _sliced(sessions, by) for by in By}
    return {by: one for by, one in found.items() if one.slices}


def _sliced(sessions: Sequence[SlicedSession], by: By) -> Sliced:
    members: dict[str, list[SlicedSession]] = defaultdict(list)
    unstated = 0
    for session in sessions:
        names = list(_names(session, by))
        unstated += not names
        for name in names:
            members[name].append(session)
    found = [_slice(name, some) for name, some in members.items()]
    if by is By.LENGTH:
        found.sort(key=lambda one: _lengths().index(one.name))
    elif by is By.MONTH:
        found.sort(key=lambda one: one.name)
    else:
        found.sort(key=lambda one: (-one.cells.n, one.name))
    return Sliced(by, tuple(found), unstated)


def _names(session: SlicedSession, by: By) -> Iterator[str]:
    if by is By.LENGTH:
        yield length_of(session.n_turns)
    elif by is By.TAG:
        yield from session.tags
    elif by is By.AGENT and session.agent_model:
        yield session.agent_model
    elif by is By.MONTH and session.started_at:
        yield f"{session.started_at:%Y-%m}"


def length_of(turns: int) -> str:
    """Return what a session of so many turns is called by its length."""
    return _lengths()[sum(turns > bound for bound in LENGTHS)]


def _lengths() -> list[str]:
    """Return what the lengths are called, the shortest first."""
    starts = [bound + 1 for bound in LENGTHS]
    between = [f"{first}–{last} turns" for first, last in zip(starts, LENGTHS[1:], strict=False)]
    return [f"up to {LENGTHS[0]} turns", *between, f"more than {LENGTHS[-1]} turns"]


def _slice(name: str, some: Sequence[SlicedSession]) -> Slice:
    by_group: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for session in some:
        for at, n in enumerate(session.cells):
            by_group[session.group][at] += n
    clusters = Clusters.of(by_group.values())
    cells = clusters.cells
    has_fails, has_passes = (n >= FEWEST for n in (cells.reference_fails, cells.reference_passes))
    return Slice(
        name=name,
        sessions=tuple(session.session for session in some),
        groups=clusters.k,
        cells=cells,
        kappa=estimated(clusters, Metric.KAPPA) if has_fails and has_passes else None,
        tpr=estimated(clusters, Metric.TPR) if has_fails else None,
        tnr=estimated(clusters, Metric.TNR) if has_passes else None,
    )
