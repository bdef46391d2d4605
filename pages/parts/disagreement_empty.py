"""What the page says while there is no disagreement to look at."""

from typing import NoReturn

import streamlit as st

from calibration.revision import disagreeing
from pages.parts import disagreement_filter
from pages.parts.disagreement_filter import Wanted
from pages.parts.plain import plain
from storage import Project


def none_at_all(project: Project, wanted: Wanted) -> NoReturn:
    """Say why there is none: no labels, none where the judge decided, or agreement on all."""
    there = disagreeing.overlap(project, wanted.version, wanted.judge, wanted.reference)
    judge = plain(wanted.judge.identity.name)
    if not there.labelled:
        st.info("There are no labels by this reference on these criteria yet.")
        with st.container(horizontal=True):
            st.page_link("label.py", label="Label sessions", icon=":material/edit_note:")
            st.page_link(
                "import_.py",
                label="Import labels",
                icon=":material/upload_file:",
                query_params={"what": "labels"},
            )
    elif not there.decided:
        st.info(f"{judge} has passed or failed nothing that these labels pass or fail.")
        st.page_link("run.py", label="Run the judge on it", icon=":material/gavel:")
    else:
        st.success(f"{judge} and the labels agree on all {there.decided:,} answers of both.")
        st.page_link("agreement.py", label="Read agreement", icon=":material/balance:")
    st.stop()


def none_in_this(total: int) -> NoReturn:
    """Say that the filters leave nothing out of `total`, offer to clear them, and end the page."""
    st.info(f"No disagreement fits these filters. Without them there are {total:,}.")
    st.button("Clear the filters", key="disagreements_clear", on_click=disagreement_filter.clear)
    st.stop()
