"""What `judging rubric diff` prints."""

from collections import Counter
from typing import TYPE_CHECKING, Any

from calibration.commands import printing
from calibration.runs.money import usd

if TYPE_CHECKING:
    from calibration.rubrics.renewal import Labels, Renewal
    from judging.rubrics import RubricVersion
    from storage import Project, StoredVersion


def document(
    project: "Project", first: "StoredVersion", second: "StoredVersion", renewed: "list[Renewal]"
) -> dict[str, Any]:
    """Return the changes, what becomes of the labels, and what it takes to judge anew, as JSON."""
    from calibration.rubrics import renewal, rubric_changes

    found = rubric_changes.itemised(first.rubric, second.rubric)
    labels = {
        one.criterion.key: one for one in renewal.labels(project, first.rubric, second.rubric)
    }
    return {
        "first": _version(first.rubric),
        "second": _version(second.rubric),
        "lines": rubric_changes.changed_lines(first.rubric, second.rubric),
        "criteria": [
            {
                "criterion": one.criterion.key,
                "change": str(one.change),
                "fields": [part.field for part in one.rewordings],
                "labels": _labels(labels.get(one.criterion.key)),
            }
            for one in found
        ],
        "renewals": [_renewal(one) for one in renewed],
    }


def show(first: "StoredVersion", second: "StoredVersion", renewed: "list[Renewal]") -> None:
    """Print what changed, criterion by criterion and line by line, and what it takes to renew."""
    from calibration.rubrics.rubric_changes import changed_lines

    print(_sentence(first.rubric, second.rubric))
    lines = changed_lines(first.rubric, second.rubric)
    if lines:
        print("", *lines, sep="\n")
    for one in renewed:
        print()
        print(one.sentence)
        if one.carried and one.stale:
            rows = [(key, "carries over") for key in one.carried]
            rows += [(key, "stale") for key in one.stale]
            printing.table(("criterion", "its verdicts"), rows)


def _sentence(first: "RubricVersion", second: "RubricVersion") -> str:
    from calibration.rubrics import rubric_changes

    if not rubric_changes.changed_lines(first, second):
        return f"{first.label} and {second.label} are equal."
    found = rubric_changes.itemised(first, second)
    counts = Counter(str(one.change).replace("_", " ") for one in found)
    said = ", ".join(f"{n:,} {change}" for change, n in counts.items())
    return f"From {first.label} to {second.label}, by criteria: {said}."


def _version(rubric: "RubricVersion") -> dict[str, Any]:
    return {
        "rubric": rubric.label,
        "parent": rubric.parent,
        "author": rubric.author,
        "note": rubric.note,
    }


def _labels(found: "Labels | None") -> dict[str, int] | None:
    return None if found is None else {"kept": found.kept, "stale": found.stale}


def _renewal(one: "Renewal") -> dict[str, Any]:
    estimate = one.estimate
    return {
        "judge": one.judge.identity.name,
        "carried": list(one.carried),
        "stale": list(one.stale),
        "sessions": one.sessions,
        "left": one.left,
        "calls": None if estimate is None else estimate.calls,
        "reused": None if estimate is None else estimate.reused,
        "cost_usd": None if estimate is None else usd(estimate.cost),
        "sentence": one.sentence,
    }
