"""Disagreements held back from a reviewer who has not labelled their sessions."""

from collections.abc import Sequence
from typing import NoReturn

import streamlit as st

from calibration import disagreeing
from calibration.disagreeing import Disagreement
from pages.parts.plain import counted, plain
from storage import Project

KEY = "disagreements_all"


def seen(
    project: Project, found: Sequence[Disagreement], viewer: str
) -> tuple[list[Disagreement], int]:
    """Return those that the viewer sees, and how many are held back unless they are asked for."""
    harmless = disagreeing.open_to(project, found, viewer)
    shown = list(found) if st.session_state.get(KEY) else harmless
    return shown, len(found) - len(harmless)


def switch(held: int, viewer: str) -> None:
    """Draw the switch that shows those as well."""
    st.toggle(
        f"{held:,} more, not labelled",
        key=KEY,
        persist_state="session",
        help=f"By {plain(viewer)}. A label given after its answers were seen is not blind.",
    )


def all_held(held: int, viewer: str) -> NoReturn:
    """Say that every one is held back, offer the switch, and end the page."""
    st.info(
        f"{plain(viewer)} has labelled other sessions, and none of those with the "
        f"{counted(held, 'disagreement')} here. Whoever has seen the answers cannot label blind."
    )
    switch(held, viewer)
    st.stop()
