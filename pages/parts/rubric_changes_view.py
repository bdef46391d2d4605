"""What changed in a rubric from any other version, who changed it, and what that makes stale."""

from collections.abc import Mapping, Sequence

import pandas as pd
import streamlit as st

from calibration.rubrics import renewal, rubric_changes
from calibration.rubrics.renewal import Labels, Renewal
from calibration.rubrics.rubric_changes import Change, CriterionChange
from calibration.visitors import access
from calibration.visitors.access import Right
from judging.rubrics import RubricVersion
from judging.wording import counted
from pages.parts import comparison_rewording, way
from pages.parts.plain import plain
from storage import Project, StoredVersion

CHANGES: Mapping[Change, str] = {
    Change.ADDED: ":blue-badge[+ Added]",
    Change.REMOVED: ":orange-badge[− Removed]",
    Change.REWORDED: ":blue-badge[Reworded]",
    Change.NEW_MEANING: ":orange-badge[Meaning changed]",
}
ON_ALL = "The instructions were changed, and they bear on every criterion."


def show(project: Project, versions: Sequence[StoredVersion], stored: StoredVersion) -> None:
    """Draw how the version came about, what differs from one that is chosen, and what it costs."""
    others = [version for version in versions if version.id != stored.id]
    if not others:
        st.info("This is the first version.")
        return
    st.markdown(f"How it came about: {plain(lineage(versions, stored))}")
    first = _chosen(others, stored)
    found = rubric_changes.itemised(first.rubric, stored.rubric)
    changed = [one for one in found if one.change is not Change.UNCHANGED]
    st.markdown(f"**{plain(summary(changed, len(found)))}**")
    if first.rubric.instructions != stored.rubric.instructions:
        st.markdown(ON_ALL)
    if access.may(project, Right.RUN) and access.may(project, Right.EDIT_RUBRIC):
        _stale(project, first, stored)
    for one in changed:
        _criterion(one)
    with st.expander("The same, line by line"):
        st.write(f"From {first.rubric.label} to {stored.rubric.label}:")
        lines = rubric_changes.changed_lines(first.rubric, stored.rubric)
        st.code("\n".join(lines) or "They are equal.", language="diff", wrap_lines=True)


def lineage(versions: Sequence[StoredVersion], stored: StoredVersion) -> str:
    """Return the versions that this one came of, the oldest first, with who wrote each and why."""
    by_number = {version.rubric.number: version.rubric for version in versions}
    line: list[RubricVersion] = []
    one: RubricVersion | None = stored.rubric
    while one is not None and one not in line:
        line.insert(0, one)
        one = by_number.get(one.parent) if one.parent else None
    # Its own note stands above.
    return " → ".join([*(_told(version) for version in line[:-1]), stored.rubric.label])


def summary(changed: Sequence[CriterionChange], n: int) -> str:
    """Say on how many criteria anything differs."""
    if not changed:
        return "No criterion differs."
    return f"{len(changed)} of {counted(n, 'criterion').replace('criterions', 'criteria')} differ."


def _told(version: RubricVersion) -> str:
    parts = [part for part in (version.author, version.note) if part]
    return f"{version.label} ({': '.join(parts)})" if parts else version.label


def _chosen(others: Sequence[StoredVersion], stored: StoredVersion) -> StoredVersion:
    labels = {version.rubric.label: version for version in others}
    parents = [v.rubric.label for v in others if v.rubric.number == stored.rubric.parent]
    usual = list(labels).index(parents[0]) if parents else 0
    label = st.selectbox("Changes from", list(labels), usual, key="rubric_from", width=220)
    return labels[label]


def _criterion(one: CriterionChange) -> None:
    with st.container(border=True):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"**{plain(one.criterion.name)}**", width="content")
            st.markdown(CHANGES[one.change], width="content")
        if not one.rewordings:
            st.markdown(plain(one.criterion.question))
        comparison_rewording.words(one.rewordings)


def _stale(project: Project, first: StoredVersion, stored: StoredVersion) -> None:
    """Draw what of labels and verdicts carries over, and what the rest takes."""
    st.markdown("**What carries over**")
    st.markdown(labels_told(renewal.labels(project, first.rubric, stored.rubric)))
    place = (project.store.url, project.number, first.id, stored.id)
    with st.spinner("Reckoning what it takes…"):
        found = _renewed(project, first, stored, (*place, project.agreement.revision()))
    if not found:
        st.markdown(f"No judge has answered {plain(first.rubric.label)}.")
        return
    st.markdown("\n".join(f"- {plain(one.sentence)}" for one in found))
    if any(one.carried and one.stale for one in found):
        st.dataframe(table(found, stored.rubric), hide_index=True, alt="One row a criterion")
    if any(one.left for one in found):
        named = {"rubric": stored.rubric.label}
        icon = ":material/gavel:"
        way.link("run.py", label="Judge it anew", icon=icon, query_params=named)


@st.cache_data(max_entries=50, ttl="10m", show_spinner=False)
def _renewed(
    _project: Project, _first: StoredVersion, _second: StoredVersion, key: tuple[object, ...]
) -> list[Renewal]:
    _ = key
    return renewal.of_all(_project, _first, _second)


def labels_told(found: Sequence[Labels]) -> str:
    """Say how many labels count on, and of which criteria they do not."""
    kept = sum(one.kept for one in found)
    stale = [one for one in found if one.stale]
    told = f"{counted(kept, 'label')} by people count on."
    if not stale:
        return f"{told} None is stale: no criterion has changed its meaning."
    names = ", ".join(plain(one.criterion.name) for one in stale)
    lost = counted(sum(one.stale for one in stale), "label")
    return f"{told} {lost} on {names} count no more, since its author says that it means another."


def table(found: Sequence[Renewal], rubric: RubricVersion) -> pd.DataFrame:
    """Return one row a criterion: what becomes of each judge's verdicts on it."""
    columns: dict[str, list[str]] = {"Criterion": [one.name for one in rubric.criteria]}
    for one in found:
        if one.estimate is not None:
            columns[one.judge.identity.name] = [
                "carries over" if key in one.carried else "stale" for key in rubric.keys
            ]
    return pd.DataFrame(columns)
