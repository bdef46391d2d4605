"""A judge beside one of another family: is it milder with agents of its own?"""

from collections.abc import Iterator
from dataclasses import replace

from calibration import own_family
from calibration.held import Held
from judging.agreement import Clusters, Estimate
from judging.agreement.same_family import second_judge
from judging.rubrics import Criterion
from storage import Project, StoredJudge, leniency_units
from storage.leniency_units import GroupLeniency


def remark(project: Project, held: Held, criterion: Criterion, confidence: float) -> str:
    """
    Say how much milder a judge is with its own family's agents than another judge is.

    The other one is of a known and another family, and has decided on most of the same units. Each
    unit is its own control, so that how hard it is drops out, and no label is needed.

    Returns:
        One sentence; empty without such a judge, or where one side has no agents.
    """
    own = own_family.of(held.judge.identity)
    rows = [(other, _groups(project, held, other, criterion)) for other in _others(project, held)]
    other, groups = max(rows, key=lambda row: _units(row[1]), default=(None, []))
    if other is None or not own:
        return ""
    found = _estimate(groups, confidence)
    if found.value is None or found.low is None or found.high is None:
        return ""
    ends = f"{100 * found.low:+.0f} to {100 * found.high:+.0f}"
    return (
        f"Beside {other.identity.name}, of another family, on the same {_units(groups):,} units, "
        f"it passes {100 * found.value:+.0f} points more of its own family’s agents than of "
        f"others ({ends}), whatever their labels."
    )


def _others(project: Project, held: Held) -> Iterator[StoredJudge]:
    own = own_family.of(held.judge.identity)
    for judge in project.judges.listed(rubric_version=held.version.id):
        if own_family.of(judge.identity) not in ("", own):
            yield judge


def _groups(
    project: Project, held: Held, other: StoredJudge, criterion: Criterion
) -> list[GroupLeniency]:
    first, second = (side.on(criterion) for side in (held, replace(held, judge=other)))
    return leniency_units.of(project, first, second, own_family.of(held.judge.identity))


def _units(groups: list[GroupLeniency]) -> int:
    """Count what can be compared: nothing where one side is empty."""
    own, others = (sum(getattr(g, side)[1] for g in groups) for side in ("own", "others"))
    return own + others if own and others else 0


def _estimate(groups: list[GroupLeniency], confidence: float) -> Estimate:
    rows = [([*group.own, *group.others], 1.0) for group in groups]
    return second_judge(Clusters.counted(rows, width=4), confidence)
