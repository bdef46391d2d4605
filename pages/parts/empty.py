"""What a page says while there is nothing to show."""

from typing import NoReturn

import streamlit as st

from calibration import projects, sample_project, settings
from pages.parts import opened


def no_sessions() -> NoReturn:
    """Say that there are no sessions, offer the two ways to get some, and end the page."""
    with st.container(border=True):
        st.subheader("No sessions yet")
        st.write(
            "Import the conversations that your agent had, or load the sample: two dozen "
            "sessions written for it, labelled by two reviewers and judged by an example judge."
        )
        with st.container(horizontal=True, vertical_alignment="center"):
            st.button("Load the sample", type="primary", key="empty_sample", on_click=load_sample)
            st.page_link("import_.py", label="Import sessions", icon=":material/upload_file:")
    st.stop()


def load_sample() -> None:
    """Create the sample project's content in the visitor's project."""
    name = st.session_state.get("project_name") or settings.project_name()
    sample_project.add_to(projects.new_or_existing(opened.store(), name))
