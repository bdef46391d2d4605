"""How far the labels have come, and how each reviewer labels: behind a fold, as tables."""

from collections.abc import Sequence

import streamlit as st

from calibration.agreement import reviewer_agreement
from calibration.labels import label_progress, reviewer_consistency, reviewer_habits
from calibration.labels.label_progress import FAILS, LABELS, CriterionProgress
from calibration.labels.reviewer_habits import Habit, Times
from pages.parts import consistency_table
from pages.parts.consistency_table import estimate
from storage import Project

KEY = "progress_fold"


def fold(project: Project) -> None:
    """Draw the fold; what is in it is worked out when it is opened, and not before."""
    box = st.expander("Labels and reviewers, criterion by criterion", key=KEY, on_change="rerun")
    if not box.open:
        return
    versions = reviewer_agreement.newest_versions(project)
    with box:
        _progress(label_progress.listed(project, versions))
        if habits := reviewer_habits.listed(project, versions):
            _habits(habits)
        if again := reviewer_consistency.listed(project, versions):
            st.markdown("**Asked the same twice**")
            consistency_table.show(again)


def _progress(found: Sequence[CriterionProgress]) -> None:
    st.write(
        f"About {LABELS} labels with {FAILS} fails among them give a good judge a fair chance at "
        "the gate. A tie counts as no label until it is settled."
    )
    st.dataframe(
        {
            "Criterion": [one.criterion.name for one in found],
            "Pass or fail": [f"{one.decided:,} of {LABELS}" for one in found],
            "Rarer class": [f"{one.rarer:,} of {FAILS}" for one in found],
            "Fail": [one.fails for one in found],
            "Pass": [one.passes for one in found],
            "Neither": [one.open for one in found],
            "Ties": [one.ties for one in found],
        },
        hide_index=True,
        alt="Labels by criterion and class, against the labels needed",
    )


def _habits(found: Sequence[Habit]) -> None:
    st.write(
        "Stricter than others: what a reviewer fails less what the others fail, on the units that "
        "both decided. An interval with 0 in it tells no difference."
    )
    st.dataframe(
        {
            "Reviewer": [one.reviewer for one in found],
            "Criterion": [one.criterion.name for one in found],
            "Labels": [one.decided for one in found],
            "Fails [95 %]": [estimate(one.fail_rate) for one in found],
            "Shared": [one.shared for one in found],
            "Stricter than others [95 %]": [
                estimate(one.stricter) if one.shared else "–" for one in found
            ],
            "Seconds, median (quartiles)": [_times(one.times) for one in found],
        },
        hide_index=True,
        alt="How strictly and how fast each reviewer labels",
    )


def _times(times: Times | None) -> str:
    if times is None:
        return "–"
    return f"{times.median:.0f} ({times.lower:.0f}–{times.upper:.0f}), n = {times.n:,}"
