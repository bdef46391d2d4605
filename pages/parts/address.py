"""Choices that stand in the page's address, so that a link shows what its sender saw."""

from collections.abc import Mapping, Sequence
from typing import Literal
from urllib.parse import urlsplit

import streamlit as st

PAGES = "address_pages"


def settle(key: str, options: Sequence[str], default: str) -> None:
    """
    Set the state of the widget `key` before it is drawn.

    The address decides, then what was chosen before, then the default. Streamlit's own binding
    writes the words that a widget shows; an address should hold the words that commands take.
    """
    asked, is_new = st.query_params.get(key), _is_new_here(key)
    if asked in options:
        st.session_state[key] = asked
    elif st.session_state.get(key) not in options:
        st.session_state[key] = default if default in options else options[0]
    elif is_new:
        # Else the browser would draw the widget as it is without a choice.
        st.session_state[key] = st.session_state[key]


def _is_new_here(key: str) -> bool:
    """Tell whether another page drew the widget `key` last, and remember that this one does."""
    pages, here = st.session_state.setdefault(PAGES, {}), urlsplit(st.context.url or "").path
    was_elsewhere = pages.get(key) not in (None, here)
    pages[key] = here
    return was_elsewhere


def write(key: str) -> None:
    """Put what was chosen into the address: the `on_change` of the widget."""
    st.query_params[key] = st.session_state[key]


def segments(
    label: str,
    options: Mapping[str, str],
    default: str,
    *,
    key: str,
    label_visibility: Literal["visible", "collapsed"] = "visible",
) -> str:
    """
    Draw a choice among a few that stands in the address, and return the word chosen.

    Args:
        label: What it is called.

        options: What each word is shown as.

        default: The word that is chosen at first.

        key: The widget's, and that in the address.

        label_visibility: Whether the label is drawn, or there for screen readers alone.
    """
    settle(key, list(options), default)
    chosen = st.segmented_control(
        label,
        list(options),
        format_func=options.__getitem__,
        key=key,
        on_change=write,
        args=(key,),
        required=True,
        label_visibility=label_visibility,
    )
    return chosen or default
