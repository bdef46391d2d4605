"""A session with what was answered about it: the transcript on the left, the rail on the right."""

import streamlit as st

from pages.parts import rail, transcript
from pages.parts.rail import Rail
from pages.parts.transcript import TranscriptView


def show(view: TranscriptView, beside: Rail, *, key: str, height: str = "") -> None:
    """Draw both, each in a scroller of its own; on a narrow screen the rail stands below."""
    left, right = st.columns([3, 2], gap="medium")
    with left:
        transcript.show(view, key=f"{key}_transcript", height=height)
    with right:
        rail.show(beside, key=f"{key}_rail", height=height)
