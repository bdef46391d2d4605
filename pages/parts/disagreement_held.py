"""Disagreements held back from a reviewer: not labelled, or not yet answered again."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

import streamlit as st

from calibration.labels import asking_again
from calibration.revision import disagreeing
from calibration.revision.disagreeing import Disagreement
from calibration.visitors.identity import UNNAMED
from judging.wording import counted
from pages.parts import disagreement_views
from pages.parts.disagreement_filter import Wanted
from pages.parts.plain import plain
from storage import Project

KEY = "disagreements_all"


@dataclass(frozen=True, slots=True)
class Held:
    """
    How many disagreements a viewer does not see unless they ask for them.

    Attributes:
        unlabelled: On sessions that the viewer, who has labelled others, has not labelled.

        waiting: On sessions that the viewer is still to answer again, blind.

        asked: How many answers that is.
    """

    unlabelled: int
    waiting: int
    asked: int

    @property
    def total(self) -> int:
        """How many disagreements are held back."""
        return self.unlabelled + self.waiting


def seen(
    project: Project, wanted: Wanted, found: Sequence[Disagreement], viewer: str
) -> tuple[list[Disagreement], Held]:
    """Return those that the viewer sees, and how many are held back unless they are asked for."""
    labelled = disagreeing.open_to(project, found, viewer)
    again = asking_again.Round()
    if viewer != UNNAMED:
        again = asking_again.round_of(project, wanted.version, wanted.judge, viewer)
    harmless = [one for one in labelled if one.session.id not in again.sessions]
    shown = list(found) if st.session_state.get(KEY) else harmless
    held = Held(len(found) - len(labelled), len(labelled) - len(harmless), len(again.waiting))
    return shown, held


def switch(held: Held, viewer: str) -> None:
    """Draw the switch that shows those as well, and the way to answer again first."""
    if held.waiting:
        disagreement_views.link(disagreement_views.AGAIN, f"Answer {held.asked:,} again first")
    st.toggle(
        f"Show {held.total:,} held back",
        key=KEY,
        persist_state="session",
        help=f"{_why(held)} by {plain(viewer)}. An answer given after the others were seen is not "
        "blind.",
    )


def all_held(held: Held, viewer: str) -> NoReturn:
    """Say that every one is held back and why, offer the next step, and end the page."""
    if held.waiting:
        st.info(
            f"First {plain(viewer)} answers {counted(held.asked, 'question')} again, without "
            "sight of any answer: those on which the judge differs, mixed with as many on which "
            f"it agrees. Then the {counted(held.waiting, 'disagreement')} can be looked into."
        )
    if held.unlabelled:
        st.info(
            f"{plain(viewer)} has labelled other sessions, and none of those with the "
            f"{counted(held.unlabelled, 'disagreement')} here. Whoever has seen the answers "
            "cannot label blind."
        )
    switch(held, viewer)
    st.stop()


def _why(held: Held) -> str:
    if held.unlabelled and held.waiting:
        return "Not labelled, or not answered again,"
    return "Not answered again" if held.waiting else "Not labelled"
