"""What there is to do about answers that differ: the views of the Disagreements page."""

from collections.abc import Mapping

import streamlit as st

from pages.parts import address

KEY = "view"
JUDGE, AGAIN, CONFLICTS, UNCLEAR = "judge", "again", "conflicts", "unclear"
NAMES: Mapping[str, str] = {
    JUDGE: "Judge and labels",
    AGAIN: "Answer again",
    CONFLICTS: "Reviewers",
    UNCLEAR: "Unclear rules",
}


def chosen() -> str:
    """Draw the choice of a view, and return the word for it in the address."""
    return address.segments("View", NAMES, JUDGE, key=KEY, label_visibility="collapsed")


def link(view: str, label: str) -> None:
    """Draw a button that leads to another view."""
    st.button(label, key=f"disagreements_to_{view}", type="primary", on_click=go, args=(view,))


def go(view: str) -> None:
    """Lead to another view: the `on_click` of a button."""
    st.session_state[KEY] = view
    st.query_params[KEY] = view
