"""The decision on what reviewers differ on: what it is, and the form for it."""

from functools import partial

import streamlit as st

from calibration.labels import adjudicating
from calibration.labels.adjudicating import Case
from calibration.visitors import reasons
from calibration.visitors.identity import UNNAMED
from judging.errors import StoreError
from judging.ratings import Outcome
from judging.wording import counted
from pages.parts import way
from pages.parts.outcome import chip
from pages.parts.panel import ANSWERS
from pages.parts.plain import plain
from storage import Project
from storage.adjudications import Settlement

SAID = "conflict_said"
FIELDS = ("outcome", "reason", "unclear")


def show(project: Project, case: Case, viewer: str) -> None:
    """Draw what was decided, or the form; a decision can be made anew, and is never overwritten."""
    if problem := st.session_state.pop(SAID, None):
        st.error(plain(problem))
    if case.newest is None:
        _form(project, case, viewer)
        return
    st.markdown(_settled(case, case.newest))
    way.link(
        "session.py",
        label="What judges say of it",
        icon=":material/forum:",
        query_params={"id": case.line.external_id},
    )
    _earlier(case)
    with st.expander("Decide anew"):
        _form(project, case, viewer)


def _settled(case: Case, one: Settlement) -> str:
    who = plain(one.reviewer or "a rater")
    word = chip(one.outcome, case.criterion.kind).badge if one.outcome else "taken back"
    seen = "" if one.blind is not False else ", who had seen a judge’s answer here"
    return f"{word} by **{who}**{seen}, {one.created_at:%d %b %Y}: {plain(one.reason)}"


def _earlier(case: Case) -> None:
    earlier = case.conflict.settlements[:-1]
    if earlier:
        with st.expander(f"{counted(len(earlier), 'earlier decision')}"):
            for one in earlier:
                st.markdown(_settled(case, one))


def _form(project: Project, case: Case, viewer: str) -> None:
    """Draw the four answers and the reason; a typed reason stays when somebody was quicker."""
    key = _key(case)
    is_named = viewer != UNNAMED
    with st.form(key, border=False):
        st.segmented_control(
            "What holds?",
            ANSWERS,
            format_func=lambda outcome: chip(outcome, case.criterion.kind).text,
            key=f"{key}_outcome",
        )
        st.text_area(
            "Why (required)",
            key=f"{key}_reason",
            height=68,
            max_chars=reasons.LONGEST,
        )
        st.checkbox("The rule itself is unclear here", key=f"{key}_unclear")
        st.form_submit_button(
            "Settle",
            type="primary",
            disabled=not is_named,
            on_click=partial(_settle, project, case, viewer),
        )
    if not is_named:
        st.write("Say who you are first, above: a decision has a name.")
    elif adjudicating.has_seen(project, case, viewer):
        st.markdown(
            ":small[:gray[You were once shown a judge’s answer on this session: your decision "
            "is marked as not blind.]]"
        )


def _settle(project: Project, case: Case, viewer: str) -> None:
    key, state = _key(case), st.session_state
    outcome: Outcome | None = state.get(f"{key}_outcome")
    if outcome is None:
        state[SAID] = "Choose what holds first."
        return
    try:
        adjudicating.settle(
            project,
            case,
            viewer=viewer,
            outcome=outcome,
            reason=state.get(f"{key}_reason") or "",
            is_unclear=bool(state.get(f"{key}_unclear")),
        )
    except StoreError as problem:
        state[SAID] = f"{problem.what} {problem.fix}"
        return
    for field in FIELDS:
        state.pop(f"{key}_{field}", None)


def _key(case: Case) -> str:
    return "conflict_{}_{}_{}".format(*case.unit)
