"""The text of primary buttons in dark mode: Streamlit writes it white on whatever colour."""

import streamlit as st

# 8:1 on the theme's light blue, where white has 2:1.
STYLE = '[data-testid^="stBaseButton-primary"] p { color: #0d1f33; }'


def settle() -> None:
    """Set it for this page; in light mode white is right."""
    if st.context.theme.type == "dark":
        st.html(f"<style>{STYLE}</style>")
