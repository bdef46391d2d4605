"""How far a reviewer says the same when asked twice: test and retest."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from statistics import median

from calibration.visitors import access
from calibration.visitors.access import Right
from judging.agreement import Cells, Clusters, Estimate, Metric, estimated
from judging.agreement.panel import OVERLAP_MINIMUM
from judging.ratings import DECIDED
from judging.rubrics import Criterion
from storage import Project, StoredVersion, Stratum, repeats
from storage.repeats import Repeat

ENOUGH_DAYS = 7


@dataclass(frozen=True, slots=True)
class Share:
    """How many of so many answers were the same both times."""

    same: int
    n: int


@dataclass(frozen=True, slots=True)
class Consistency:
    """
    One reviewer's first and second answers to one criterion.

    Half of the units were drawn since a judge differs there, which are the harder ones: over all
    labels a reviewer is likely to be more consistent than this. So both halves are told apart.

    Attributes:
        all: Over all four answers.

        agreement: The share of decided pairs that are the same, with its interval.

        kappa: Cohen's, first against second, over the pairs that both pass or fail.

        decided: How many pairs those are.

        few: Whether they are so few that kappa should be shown greyed.

        by_stratum: Where the judge differed from the first label, and where it agreed.

        had_seen: How many second answers were given by somebody who had at some time, though not
            while answering, been shown the judge's verdict or a peer's label on the session.

        days: The median time from first to second answer, in days.
    """

    reviewer: str
    criterion: Criterion
    all: Share
    agreement: Estimate
    kappa: Estimate
    decided: int
    few: bool
    by_stratum: dict[Stratum, Share]
    had_seen: int
    days: float

    @property
    def is_soon(self) -> bool:
        """Whether half of the answers came so soon that they may have been remembered."""
        return self.days < ENOUGH_DAYS


@access.needs(Right.SEE_ALL)
def listed(project: Project, versions: Sequence[StoredVersion]) -> list[Consistency]:
    """Return it criterion by criterion, and reviewer by reviewer; empty while nobody was asked."""
    return _all(project, versions)


@access.needs(Right.LOOK_AGAIN)
def mine(project: Project, versions: Sequence[StoredVersion], viewer: str) -> list[Consistency]:
    """Return a reviewer's own, criterion by criterion."""
    name = access.who(project, viewer).name
    return [one for one in _all(project, versions) if one.reviewer == name]


def _all(project: Project, versions: Sequence[StoredVersion]) -> list[Consistency]:
    criteria = {(c.key, c.meaning): c for v in versions for c in v.rubric.criteria}
    return [
        _of(reviewer, criterion, tuple(some))
        for (key, meaning), criterion in criteria.items()
        for reviewer, some in _by_reviewer(repeats.of(project).listed(key, meaning))
    ]


def _by_reviewer(found: Iterable[Repeat]) -> Iterable[tuple[str, Iterable[Repeat]]]:
    whose = attrgetter("reviewer")
    return groupby(sorted(found, key=whose), key=whose)


def _of(reviewer: str, criterion: Criterion, found: Sequence[Repeat]) -> Consistency:
    decided = [one for one in found if one.first in DECIDED and one.again in DECIDED]
    by_group = groupby(sorted(decided, key=attrgetter("group")), key=attrgetter("group"))
    clusters = Clusters.of(
        Cells.from_pairs((one.first, one.again) for one in some).counts for _, some in by_group
    )
    return Consistency(
        reviewer,
        criterion,
        all=_share(found),
        agreement=estimated(clusters, Metric.OBSERVED_AGREEMENT),
        kappa=estimated(clusters, Metric.KAPPA),
        decided=len(decided),
        few=len(decided) < OVERLAP_MINIMUM,
        by_stratum={s: _share([one for one in found if one.stratum == s]) for s in Stratum},
        had_seen=sum(one.had_seen for one in found),
        days=median(one.gap.total_seconds() / 86_400 for one in found),
    )


def _share(found: Sequence[Repeat]) -> Share:
    return Share(sum(one.first == one.again for one in found), len(found))
