"""How reviewers label, as JSON: what `reviewers` says beside their agreement."""

from typing import TYPE_CHECKING, Any

from calibration.commands.estimates import estimate_as_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calibration.labels.label_progress import CriterionProgress
    from calibration.labels.reviewer_consistency import Consistency
    from calibration.labels.reviewer_habits import Habit
    from storage import Project, StoredVersion


def document(project: "Project", versions: "Sequence[StoredVersion]") -> dict[str, Any]:
    """Return each reviewer's habits and consistency, and how far the labels have come."""
    from calibration.labels import label_progress, reviewer_consistency, reviewer_habits

    return {
        "habits": [_habit(one) for one in reviewer_habits.listed(project, versions)],
        "consistency": [_again(one) for one in reviewer_consistency.listed(project, versions)],
        "progress": [_progress(one) for one in label_progress.listed(project, versions)],
    }


def _habit(one: "Habit") -> dict[str, Any]:
    times = one.times
    return {
        "reviewer": one.reviewer,
        "criterion": one.criterion.key,
        "decided": one.decided,
        "fails": one.fails,
        "fail_rate": estimate_as_json(one.fail_rate),
        "shared": one.shared,
        "stricter": estimate_as_json(one.stricter),
        "seconds": {
            "n": times.n,
            "lower": times.lower,
            "median": times.median,
            "upper": times.upper,
        }
        if times
        else None,
    }


def _again(one: "Consistency") -> dict[str, Any]:
    return {
        "reviewer": one.reviewer,
        "criterion": one.criterion.key,
        "asked_again": one.all.n,
        "same": one.all.same,
        "by_judge": {
            str(stratum): {"same": share.same, "n": share.n}
            for stratum, share in one.by_stratum.items()
        },
        "decided": one.decided,
        "agreement": estimate_as_json(one.agreement),
        "kappa": estimate_as_json(one.kappa),
        "few_units": one.few,
        "had_seen": one.had_seen,
        "median_days": one.days,
    }


def _progress(one: "CriterionProgress") -> dict[str, Any]:
    labels, rarer = one.missing
    return {
        "criterion": one.criterion.key,
        "fails": one.fails,
        "passes": one.passes,
        "not_decided": one.open,
        "ties": one.ties,
        "labels_missing": labels,
        "rarer_class_missing": rarer,
    }
