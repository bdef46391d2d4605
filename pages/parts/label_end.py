"""What a reviewer sees when nothing waits any more."""

import streamlit as st

from calibration import labelling
from calibration.labelling import LabelDesk
from pages.parts import way
from pages.parts.plain import counted, plain
from storage import Project, StoredVersion


def show(project: Project, version: StoredVersion, desk: LabelDesk) -> None:
    """Say that it is done, who labelled how much, and where to go next."""
    if not desk.total:
        st.header("Nothing to label", anchor=False)
        st.write("No session has a turn of the assistant, which is what this rubric asks about.")
        return
    # The place where transcripts stand has no gaps of its own.
    with st.container():
        st.header("Nothing left for you", anchor=False)
        rubric, sessions = plain(version.rubric.label), counted(desk.total, "session")
        st.write(f"You have answered all of {rubric}: {sessions}.")
        done = labelling.done(project, version)
        st.dataframe(
            {"Reviewer": list(done), "Sessions labelled": list(done.values())},
            hide_index=True,
            width="content",
            alt="Who labelled how many sessions",
        )
        way.link("agreement.py", label="Read agreement", icon=":material/balance:")
