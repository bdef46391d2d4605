"""Bring in sessions, labels and verdicts, after a look at what is in the files."""

import streamlit as st

from pages.parts import address, label_upload, opened, session_upload, verdict_upload

WHAT = {
    "sessions": ("Sessions", session_upload.show),
    "labels": ("Labels", label_upload.show),
    "verdicts": ("Verdicts", verdict_upload.show),
}

st.title("Import", anchor=False)
address.settle("what", list(WHAT), "sessions")
chosen = st.segmented_control(
    "What is in the files",
    list(WHAT),
    format_func=lambda what: WHAT[what][0],
    key="what",
    on_change=address.write,
    args=("what",),
    required=True,
    label_visibility="collapsed",
)
opened.project_name()
WHAT[chosen or "sessions"][1]()
