"""What a visitor has chosen: a rubric version, a judge, a reference. Kept from page to page."""

from typing import Literal

import streamlit as st

from calibration.agreement import reporting
from calibration.visitors.identity import UNNAMED
from pages.parts import address
from storage import Project, StoredJudge, StoredVersion

LabelVisibility = Literal["visible", "hidden", "collapsed"]


def version(
    project: Project, *, judged: bool = False, label_visibility: LabelVisibility = "visible"
) -> StoredVersion | None:
    """
    Draw the choice of a rubric version and return it, newest verdicts first.

    Args:
        project: Whose rubrics.

        judged: Whether to offer only versions that have verdicts.

        label_visibility: Whether the word above the choice is drawn.
    """
    versions = {v.rubric.label: v for v in project.rubrics.versions()}
    pairs = project.verdicts.pairs()
    with_verdicts = [number for number, _ in reversed(pairs)]
    ranked = sorted(
        versions.values(),
        key=lambda v: with_verdicts.index(v.id) if v.id in with_verdicts else len(pairs),
    )
    labels = [v.rubric.label for v in ranked if not judged or v.id in with_verdicts]
    if not labels:
        return None
    chosen = _selected(
        "Rubric", sorted(labels), labels[0], key="rubric", label_visibility=label_visibility
    )
    return versions[chosen]


def judge(
    project: Project,
    under: StoredVersion | None,
    *,
    label_visibility: LabelVisibility = "visible",
) -> StoredJudge | None:
    """Draw the choice among judges with verdicts under a version and return it; None without."""
    labels = judges_under(project, under) if under else {}
    if not labels:
        return None
    first = next(iter(labels))
    return labels[
        _selected("Judge", list(labels), first, key="judge", label_visibility=label_visibility)
    ]


def judges_under(project: Project, version: StoredVersion) -> dict[str, StoredJudge]:
    """Return the judges with verdicts under a version, by the word that stands in addresses."""
    judges = project.judges.listed(rubric_version=version.id)
    names = [j.identity.name for j in judges]
    return {
        j.identity.name
        if names.count(j.identity.name) == 1
        else f"{j.identity.name} · {j.fingerprint[:8]}": j
        for j in judges
    }


def reference(project: Project) -> str:
    """Draw the choice of whose labels count and return its word."""
    named = [r.name for r in project.reviewers.listed() if not r.is_slot]
    reviewers = [name for name in named if name != UNNAMED]
    words = {"person": "people", "program": "programs", "model": "models"}
    options = [*map(str, project.labels.makers()), *reviewers] or ["person"]
    default = str(reporting.default_reference(project))
    return _selected("Held against labels by", options, default, key="reference", words=words)


def _selected(
    label: str,
    options: list[str],
    default: str,
    *,
    key: str,
    words: dict[str, str] | None = None,
    label_visibility: LabelVisibility = "visible",
) -> str:
    address.settle(key, options, default)
    chosen = st.selectbox(
        label,
        options,
        key=key,
        persist_state="session",
        label_visibility=label_visibility,
        format_func=lambda option: (words or {}).get(option, option),
        on_change=address.write,
        args=(key,),
    )
    return str(chosen)
