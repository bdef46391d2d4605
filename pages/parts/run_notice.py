"""A word from a click to the page that it leads to."""

import streamlit as st

from judging.errors import JudgingError
from pages.parts.plain import plain

KEY = "run_notice"


def leave(error: JudgingError, *, is_shown: bool = False) -> None:
    """Keep why a click did nothing, to be said once; `is_shown` where the page shows the way."""
    st.session_state[KEY] = f"{error.what} It is shown here." if is_shown else str(error.what)


def is_left() -> bool:
    """Tell whether there is something to say that has not been said."""
    return KEY in st.session_state


def show() -> None:
    """Say what was left, if anything."""
    if text := st.session_state.pop(KEY, ""):
        st.info(plain(text), icon=":material/info:")
