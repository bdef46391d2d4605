"""Whose name goes under something: the visitor's, or one that is typed."""

import streamlit as st

from calibration.visitors import identity
from pages.parts import label_gate
from storage import Project

WIDTH = 220


def ask(project: Project, key: str) -> str:
    """Return the visitor's name; draw a field for it where it is not known."""
    return label_gate.reviewer(project) or st.text_input(
        "Your name", key=key, max_chars=identity.LONGEST_NAME, width=WIDTH
    )
