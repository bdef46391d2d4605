"""How far the reviewers have come, and what ran last."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

import streamlit as st

from calibration.labels import reviewer_progress
from calibration.labels.reviewer_progress import ReviewerProgress
from judging.ratings import Outcome
from judging.rubrics import Criterion
from judging.wording import counted
from pages.parts import progress_table, run_state, run_time, way
from pages.parts.plain import plain
from storage import Project, RunLine

SHOWN = 6


def show(project: Project) -> None:
    """Draw both side by side, each with the way to more."""
    left, right = st.columns(2, gap="medium")
    with left, st.container(border=True, height="stretch", gap="small"):
        st.markdown("**Reviewers**")
        _reviewers(reviewer_progress.listed(project), project.sessions.count())
    progress_table.fold(project)
    with right, st.container(border=True, height="stretch", gap="small"):
        st.markdown("**Last run**")
        _run(next((run for run in project.runs.listed(limit=10) if not run.is_imported), None))


def mine(project: Project) -> None:
    """Draw how far the visitor has come, and the way on."""
    sessions = project.sessions.count()
    one = replace(reviewer_progress.mine(project), name="You")
    with st.container(border=True, gap="small"):
        st.markdown("**Your sessions**")
        st.progress(min(1.0, one.begun / max(1, sessions)), text=_labelled(one, sessions))
        if st.button("Label sessions", type="primary", key="home_label"):
            st.switch_page("label.py")
    if answers := reviewer_progress.my_answers(project):
        _answers(answers)


def _answers(answers: Mapping[Criterion, Counter[Outcome]]) -> None:
    st.markdown("**Your answers**")
    st.dataframe(
        {
            "Criterion": [criterion.name for criterion in answers],
            "Fail": [said[Outcome.FAIL] for said in answers.values()],
            "Pass": [said[Outcome.PASS] for said in answers.values()],
            "Neither": [
                said.total() - said[Outcome.FAIL] - said[Outcome.PASS] for said in answers.values()
            ],
        },
        hide_index=True,
        alt="Your answers by criterion and class",
    )


def _reviewers(reviewers: list[ReviewerProgress], sessions: int) -> None:
    if not reviewers:
        st.write("Nobody has labelled yet.")
    for one in reviewers[:SHOWN]:
        st.progress(min(1.0, one.begun / max(1, sessions)), text=_labelled(one, sessions))
    if more := reviewers[SHOWN:]:
        st.markdown(f":gray[And {counted(len(more), 'reviewer')} more.]")


def _labelled(one: ReviewerProgress, sessions: int) -> str:
    open_ = one.begun - one.complete
    rest = f", {open_:,} of them in part" if open_ else ""
    return f"{plain(one.name)}: {one.begun:,} of {counted(sessions, 'session')}{rest}"


def _run(run: RunLine | None) -> None:
    if run is None:
        st.write("No judge has run here yet.")
        return
    noun = run_state.noun(run.level)
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        st.markdown(run_state.CHIPS[run.status].badge, width="content")
        st.markdown(plain(f"{run.judge} under {run.rubric}"), width="content")
        st.markdown(f":gray[{plain(run_time.said(run.created_at))}]", width="content")
    st.write(f"{run.scored:,} of {counted(run.units, noun)} scored.")
    way.link(
        "run.py",
        label="See the run",
        icon=":material/gavel:",
        query_params={"run": str(run.id)},
    )
