"""What there is to do about answers that differ: the views of the Disagreements page."""

from collections.abc import Mapping
from typing import Literal

import streamlit as st

from calibration.visitors import access
from calibration.visitors.access import Right
from pages.parts import address
from storage import Project

KEY = "view"
JUDGE, AGAIN, CONFLICTS, UNCLEAR = "judge", "again", "conflicts", "unclear"
NAMES: Mapping[str, str] = {
    JUDGE: "Judge and labels",
    AGAIN: "Answer again",
    CONFLICTS: "Reviewers",
    UNCLEAR: "Unclear rules",
}
# The others show what reviewers said of sessions that one has not labelled.
FOR_REVIEWERS = (JUDGE, AGAIN)


def chosen(project: Project) -> str:
    """Draw the choice among the views that are for the visitor, and return its word."""
    may = access.may(project, Right.SEE_ALL)
    names = {view: name for view, name in NAMES.items() if may or view in FOR_REVIEWERS}
    return address.segments("View", names, JUDGE, key=KEY, label_visibility="collapsed")


def link(
    view: str,
    label: str,
    *,
    look: Literal["primary", "secondary"] = "primary",
    **place: str,
) -> None:
    """Draw a button that leads to another view, and to a rubric or a judge in it."""
    key = f"disagreements_to_{view}"
    st.button(label, key=key, type=look, on_click=go, args=(view,), kwargs=place)


def go(view: str, **place: str) -> None:
    """Lead to another view: the `on_click` of a button."""
    st.session_state[KEY] = view
    for name, word in {KEY: view, **place}.items():
        st.query_params[name] = word
