"""How each reviewer labels: how strictly, beside others, and how fast."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean, quantiles

from calibration.visitors import access
from calibration.visitors.access import Right
from judging.agreement import Clusters, Estimate
from judging.agreement.clustered_rate import clustered_wilson
from judging.agreement.means import clustered_mean
from judging.ratings import DECIDED, Outcome
from judging.rubrics import Criterion
from storage import Project, StoredVersion, label_tallies, rater_units
from storage.rater_units import Rated, RaterUnit

FEWEST_TIMES = 2


@dataclass(frozen=True, slots=True)
class Times:
    """The quartiles of the seconds that a unit took, idle time left out, and how many had one."""

    lower: float
    median: float
    upper: float
    n: int


@dataclass(frozen=True, slots=True)
class Habit:
    """
    One reviewer on one criterion; people's labels that count, whether blind or not.

    Attributes:
        decided: Units that the reviewer passes or fails.

        fail_rate: The share of them that fails. Reviewers see different sessions, so by itself
            it says nothing of leniency.

        shared: Units that another reviewer passes or fails as well.

        stricter: On these, the share that the reviewer fails less the share that the others
            fail, unit by unit: above 0 is stricter than they, below 0 more lenient.

        times: None where fewer than two units have a time.
    """

    reviewer: str
    criterion: Criterion
    decided: int
    fails: int
    fail_rate: Estimate
    shared: int
    stricter: Estimate
    times: Times | None


@access.needs(Right.SEE_ALL)
def listed(project: Project, versions: Sequence[StoredVersion]) -> list[Habit]:
    """Return it criterion by criterion, for each reviewer with a name who decided on a unit."""
    names = {r.id: r.name for r in project.reviewers.listed() if not r.is_slot}
    criteria = {(c.key, c.meaning): c for v in versions for c in v.rubric.criteria}
    return [habit for criterion in criteria.values() for habit in _of(project, criterion, names)]


def _of(project: Project, criterion: Criterion, names: Mapping[int, str]) -> Iterable[Habit]:
    units = list(rater_units.of(project).units(Rated(criterion.key, criterion.meaning)))
    spent = label_tallies.seconds(project, criterion.key, criterion.meaning)
    by_name = sorted(names, key=lambda reviewer: names[reviewer])
    for who in by_name:
        mine = [unit for unit in units if unit.ratings.get(who) in DECIDED]
        if mine:
            yield _habit(names[who], criterion, who, mine, spent.get(who, []))


def _habit(
    name: str, criterion: Criterion, who: int, mine: Sequence[RaterUnit], spent: Sequence[float]
) -> Habit:
    fails: dict[str, list[int]] = defaultdict(list)
    beyond: dict[str, list[float]] = defaultdict(list)
    for unit in mine:
        own = _fails(unit.ratings[who])
        fails[unit.group].append(own)
        others = [_fails(o) for other, o in unit.ratings.items() if other != who and o in DECIDED]
        if others:
            beyond[unit.group].append(own - mean(others))
    rates = ((sum(some), len(some) - sum(some)) for some in fails.values())
    differences = ((sum(some), len(some)) for some in beyond.values())
    return Habit(
        name,
        criterion,
        decided=len(mine),
        fails=sum(map(sum, fails.values())),
        fail_rate=clustered_wilson(Clusters.of(rates, width=2)),
        shared=sum(map(len, beyond.values())),
        stricter=clustered_mean(Clusters.of(differences, width=2)),
        times=_times(spent),
    )


def _fails(outcome: Outcome) -> int:
    return int(outcome is Outcome.FAIL)


def _times(spent: Sequence[float]) -> Times | None:
    if len(spent) < FEWEST_TIMES:
        return None
    lower, median, upper = quantiles(spent, n=4, method="inclusive")
    return Times(lower, median, upper, len(spent))
