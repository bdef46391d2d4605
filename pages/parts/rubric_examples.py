"""The examples of a rubric, and the form that adds one."""

from functools import partial

import streamlit as st

from calibration.rubrics import examples
from calibration.rubrics.examples import LONGEST, NewExample
from calibration.visitors import access
from calibration.visitors.access import Right
from judging.errors import JudgingError
from judging.ratings import Outcome
from judging.rubrics import Criterion
from pages.parts.outcome import chip
from pages.parts.plain import plain
from storage import Project, StoredVersion

SAID = "rubric_example_said"


def show(project: Project, version: StoredVersion) -> None:
    """Draw what examples there are, criterion by criterion, and the form."""
    st.write(
        "An example shows the judge a case that people have settled. Its session is never in the "
        "sealed test: what a judge was shown cannot be asked of it."
    )
    given = [criterion for criterion in version.rubric.criteria if criterion.examples]
    for criterion in given:
        st.markdown(f"**{plain(criterion.name)}**")
        for example in criterion.examples:
            st.write(plain(example))
    if not given:
        st.markdown(f":gray[{plain(version.rubric.label)} has no examples yet.]")
    if access.may(project, Right.EDIT_RUBRIC):
        _form(project, version)


def _form(project: Project, version: StoredVersion) -> None:
    if refused := st.session_state.pop(SAID, None):
        st.error(refused)
    key = f"rubric_{version.id}_example"
    with st.container(border=True):
        st.markdown("**A new example**")
        left, right = st.columns(2)
        criterion: Criterion = left.selectbox(
            "Criterion",
            version.rubric.criteria,
            format_func=lambda one: one.name,
            key=f"{key}_criterion",
        )
        offered = examples.offered(project, criterion)
        if not offered:
            st.write(
                "People have not settled on pass or fail for this criterion on any session that "
                "may be shown."
            )
            return
        right.selectbox(
            "Session, and what people settled",
            list(offered),
            format_func=partial(_offer, offered, criterion),
            key=f"{key}_session_{criterion.key}",
        )
        st.text_area(
            "The case and what decides it, in your own words",
            max_chars=LONGEST,
            height=90,
            key=f"{key}_text_{criterion.key}",
        )
        st.text_input("Your name", key=f"{key}_author", width=260)
        st.button(
            "Save as a new version",
            type="primary",
            key=f"{key}_save",
            on_click=partial(_save, project, version, criterion.key, key),
        )


def _offer(offered: dict[str, Outcome], criterion: Criterion, name: str) -> str:
    return f"{name}: {chip(offered[name], criterion.kind).text}"


def _save(project: Project, version: StoredVersion, criterion: str, key: str) -> None:
    new = NewExample(
        criterion=criterion,
        session=st.session_state[f"{key}_session_{criterion}"],
        text=st.session_state[f"{key}_text_{criterion}"],
        author=st.session_state[f"{key}_author"].strip(),
    )
    try:
        saved = examples.add(project, version, new)
    except JudgingError as error:
        st.session_state[SAID] = f"{plain(error.what)} {plain(error.fix)}"
        return
    st.session_state["rubric_saved"] = saved.rubric.label
    st.query_params["rubric"] = saved.rubric.label
