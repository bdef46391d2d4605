"""How a judge's agreement went on: from version to version of its rubric, and from run to run."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from calibration.visitors import access
from calibration.visitors.access import Right
from judging.agreement import Cells, Clusters, Estimate, Metric, Pattern, estimated
from storage import Compared, Project, StoredVersion

# Each is counted by itself, and more are no longer told apart in a plot.
MOST = 24


@dataclass(frozen=True, slots=True)
class Point:
    """
    What one judge comes to at one time, on what was labelled of it.

    Attributes:
        name: The version, `conversation@2`, or the run, `run 7`.

        judge: Its name; with the start of its fingerprint where two are called the same.

        meaning: What the criterion means there; only points of one meaning are of one kind.

        at: When the version was saved, or the run began.

        cells: The units that both sides decided.
    """

    name: str
    judge: str
    meaning: int
    at: datetime
    kappa: Estimate
    cells: Cells

    @property
    def n(self) -> int:
        """How many units both sides decided."""
        return round(self.cells.n)


@dataclass(frozen=True, slots=True)
class Trend:
    """
    One criterion over time, the earliest point first.

    Attributes:
        judge: The name of the judge that is looked at.

        meaning: What the criterion means in the version that is looked at.

        versions: The rubric's versions under which this judge has answered.

        runs: The newest runs under the version that is looked at, of this judge and of others.

        unlabelled: How many versions and runs have no unit that both sides decided.
    """

    judge: str
    meaning: int
    versions: tuple[Point, ...]
    runs: tuple[Point, ...]
    unlabelled: int


@access.needs(Right.READ_REPORTS)
def of(project: Project, version: StoredVersion, compared: Compared) -> Trend:
    """Follow one criterion over the versions of its rubric, and over the runs under this one."""
    names = _judges(project)
    versions = list(_versions(project, version, compared, names))
    runs = list(_runs(project, version, compared, names))
    found = [point for point in (*versions, *runs) if point.n]
    return Trend(
        names[compared.judge],
        compared.meaning,
        tuple(point for point in versions if point.n),
        tuple(point for point in runs if point.n),
        len(versions) + len(runs) - len(found),
    )


def _versions(
    project: Project, version: StoredVersion, compared: Compared, names: dict[int, str]
) -> Iterable[Point]:
    answered = {number for number, judge in project.verdicts.pairs() if judge == compared.judge}
    theirs = project.rubrics.versions(version.rubric.name)
    asked = [
        (one, criterion)
        for one in theirs
        if one.id in answered
        for criterion in one.rubric.criteria
        if criterion.key == compared.criterion
    ]
    for one, criterion in asked[-MOST:]:
        then = replace(compared, rubric_version=one.id, meaning=criterion.meaning, run=None)
        label, judge = one.rubric.label, names[compared.judge]
        yield _point(project, then, label, judge, one.created_at)


def _runs(
    project: Project, version: StoredVersion, compared: Compared, names: dict[int, str]
) -> Iterable[Point]:
    same = [line for line in project.runs.listed() if line.rubric == version.rubric.label]
    for line in same[MOST - 1 :: -1]:
        judge = project.runs.work(line.id).judge
        then = replace(compared, judge=judge, run=line.id)
        yield _point(project, then, f"run {line.id}", names[judge], line.created_at)


def _point(project: Project, then: Compared, name: str, judge: str, at: datetime) -> Point:
    counts = project.agreement.counts(then)
    patterns = [Pattern(Cells(p.tp, p.fn, p.fp, p.tn), p.groups) for p in counts.patterns]
    clusters = Clusters.of_patterns(patterns)
    return Point(name, judge, then.meaning, at, estimated(clusters, Metric.KAPPA), clusters.cells)


def _judges(project: Project) -> dict[int, str]:
    kept = project.judges.listed()
    named: Sequence[str] = [judge.identity.name for judge in kept]
    return {
        judge.id: name if named.count(name) == 1 else f"{name} · {judge.fingerprint[:8]}"
        for judge, name in zip(kept, named, strict=True)
    }
