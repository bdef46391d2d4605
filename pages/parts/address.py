"""Choices that stand in the page's address, so that a link shows what its sender saw."""

from collections.abc import Sequence

import streamlit as st


def settle(key: str, options: Sequence[str], default: str) -> None:
    """
    Set the state of the widget `key` before it is drawn.

    The address decides, then what was chosen before, then the default. Streamlit's own binding
    writes the words that a widget shows; an address should hold the words that commands take.
    """
    asked = st.query_params.get(key)
    if asked in options:
        st.session_state[key] = asked
    elif st.session_state.get(key) not in options:
        st.session_state[key] = default if default in options else options[0]


def write(key: str) -> None:
    """Put what was chosen into the address: the `on_change` of the widget."""
    st.query_params[key] = st.session_state[key]
