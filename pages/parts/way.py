"""Ways from page to page: only to those that are open to the visitor."""

from pathlib import PurePath
from typing import Any

import streamlit as st

from calibration.visitors import access
from calibration.visitors.access import Standing

KEY = "way_standing"


def settle(found: Standing) -> None:
    """Remember what the visitor is here, for this run of the page."""
    st.session_state[KEY] = found


def is_open(page: str) -> bool:
    """Tell whether a page, by its file, is one that the visitor may open."""
    found = st.session_state.get(KEY)
    return isinstance(found, Standing) and access.may_open(found, PurePath(page).stem)


def link(page: str, **given: Any) -> None:
    """Draw a link to a page as Streamlit does; nothing where the page is not for the visitor."""
    if is_open(page):
        st.page_link(page, **given)
