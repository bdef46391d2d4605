"""What was proposed for a criterion before, and what became of it."""

import streamlit as st

from calibration.revision import proposing
from judging.rubrics import Criterion
from judging.wording import counted
from pages.parts import propose_decision, way
from pages.parts.plain import plain
from storage import Project, ProposalState
from storage.proposals import StoredProposal

WORDS = {ProposalState.PUBLISHED: "Published", ProposalState.DISMISSED: "Dismissed"}


def published() -> None:
    """Say what was just published, and what comes next."""
    label = st.session_state.pop(propose_decision.PUBLISHED, None)
    if label is None:
        return
    st.success(f"Published as {plain(label)}. Its labels carry over; have the judge answer it.")
    with st.container(horizontal=True):
        way.link(
            "run.py",
            label="Run the judge under it",
            icon=":material/gavel:",
            query_params={"run": "new", "rubric": label},
        )
        way.link(
            "rubric.py",
            label="Read it",
            icon=":material/checklist:",
            query_params={"rubric": label},
        )


def show(project: Project, rubric: str, criterion: Criterion) -> None:
    """Draw the earlier proposals behind a fold; nothing where there is none."""
    past = proposing.decided(project, rubric, criterion.key)
    if not past:
        return
    versions = {version.id: version.rubric.label for version in project.rubrics.versions(rubric)}
    with st.expander(f"{counted(len(past), 'earlier proposal')}"):
        for one in past:
            st.markdown(_said(one, versions[one.rubric_version]))


def _said(one: StoredProposal, label: str) -> str:
    name = label.partition("@")[0]
    as_ = f" as {name}@{one.published_as}" if one.published_as else ""
    why = f": {one.decided_why}" if one.decided_why else ""
    when = f", {one.decided_at:%d %b %Y}" if one.decided_at else ""
    said = f"{WORDS[one.state]}{as_} by {one.decided_by}{when}{why}"
    return f"**{plain(said)}**  \n:gray[{plain(f'Written by {one.author} for {label}.')}]"
