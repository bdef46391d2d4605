"""What the page says while there is nothing to compare."""

from typing import NoReturn

import streamlit as st

from pages.parts import empty, way
from pages.parts.comparison_sides import What

RUN, LABEL = ":material/gavel:", ":material/edit_note:"
IMPORT = ":material/upload_file:"


def no_pair(what: What, *, is_judged: bool) -> NoReturn:
    """Say what is missing for two sides, where to get it, and end the page."""
    if not is_judged:
        empty.no_verdicts()
    if what is What.VERSIONS:
        st.info(
            "No judge has answered two versions of a rubric yet. Save a second version, then have "
            "the same judge answer it."
        )
    else:
        st.info("No rubric version has been answered by two judges yet. Run a second one.")
    with st.container(horizontal=True):
        if what is What.VERSIONS:
            way.link("rubric.py", label="Edit the rubric", icon=":material/checklist:")
        way.link("run.py", label="Run a judge", icon=RUN)
        way.link("import_.py", label="Import verdicts", icon=IMPORT)
    st.stop()


def nothing_in_common() -> NoReturn:
    """Say that no unit has a label and both verdicts, where to get them, and end the page."""
    st.info(
        "Nothing that these labels pass or fail has been passed or failed by both sides: there is "
        "nothing to compare yet."
    )
    with st.container(horizontal=True):
        way.link("label.py", label="Label sessions", icon=LABEL)
        way.link("import_.py", label="Import labels", icon=IMPORT, query_params={"what": "labels"})
        way.link("run.py", label="Run a judge", icon=RUN)
    st.stop()
