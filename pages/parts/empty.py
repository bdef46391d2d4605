"""What a page says while there is nothing to show."""

from typing import NoReturn

import streamlit as st

from calibration import sample_project
from pages.parts import opened, way


def no_sessions() -> NoReturn:
    """Say that there are no sessions, offer the two ways to get some, and end the page."""
    if not way.is_open("import_.py"):
        st.info("No sessions yet: a lead brings them in.")
        st.stop()
    with st.container(border=True):
        st.header("No sessions yet")
        st.write(
            "Import the conversations that your agent had, or load the sample: two dozen "
            "sessions written for it, labelled by two reviewers and judged by an example judge."
        )
        with st.container(horizontal=True, vertical_alignment="center"):
            st.button("Load the sample", type="primary", key="empty_sample", on_click=load_sample)
            way.link("import_.py", label="Import sessions", icon=":material/upload_file:")
    st.stop()


def no_verdicts() -> NoReturn:
    """Say that no judge has answered, where to have one answer, and end the page."""
    st.info("No judge has answered yet. Run one, or import the verdicts of one you have.")
    with st.container(horizontal=True):
        way.link("run.py", label="Run a judge", icon=":material/gavel:")
        way.link("import_.py", label="Import verdicts", icon=":material/upload_file:")
    st.stop()


def no_labels() -> NoReturn:
    """Say that the reference has no label on what is asked, where to get some, and end the page."""
    st.info(
        "There are no labels by this reference on these criteria yet. Import labels, or choose "
        "whose labels count above."
    )
    way.link("import_.py", label="Import labels", query_params={"what": "labels"})
    st.stop()


def load_sample() -> None:
    """Create the sample project's content in the visitor's project."""
    sample_project.add_to(opened.project_or_new())
