"""Conflicts held back from whoever settles: not labelled, or not yet answered again, blind."""

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from calibration.labels import asking_again
from calibration.labels.adjudicating import Case
from calibration.labels.asking_again import Pending
from calibration.revision import disagreeing
from calibration.visitors.identity import UNNAMED
from judging.wording import counted
from pages.parts import chosen, disagreement_views
from pages.parts.plain import plain
from storage import Project

KEY = "conflicts_all"


@dataclass(frozen=True, slots=True)
class Held:
    """
    What a viewer does not see unless they ask for it.

    Attributes:
        shown: The conflicts that they see at no cost.

        unlabelled: How many are on sessions that the viewer, who labels, has not labelled.

        waiting: How many are on sessions that the viewer is still to answer again, blind.

        pending: The newest round that holds one back; None where none does.
    """

    shown: tuple[Case, ...]
    unlabelled: int
    waiting: int
    pending: Pending | None


def of(project: Project, found: Sequence[Case], viewer: str) -> Held:
    """Tell which conflicts a viewer sees, and which are held back from them."""
    unlabelled = disagreeing.held_from(project, viewer, {case.line.id for case in found})
    rounds = [] if viewer == UNNAMED else asking_again.pending(project, viewer)
    asked = {session for one in rounds for session in one.round.sessions}
    labelled = [case for case in found if case.line.id not in unlabelled]
    shown = tuple(case for case in labelled if case.line.id not in asked)
    held_back = {case.line.id for case in labelled} & asked
    return Held(
        shown,
        len(found) - len(labelled),
        len(labelled) - len(shown),
        next((one for one in rounds if one.round.sessions & held_back), None),
    )


def seen(project: Project, found: Sequence[Case], viewer: str) -> list[Case]:
    """Draw the way to what is held back, and return what is to be shown: it may be nothing."""
    held = of(project, found, viewer)
    if not (held.unlabelled or held.waiting):
        return list(found)
    asks = bool(st.session_state.get(KEY))
    if not held.shown and not asks:
        _explain(held, viewer)
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        if held.pending:
            _answer_first(project, held.pending, is_next=not held.shown)
        st.toggle(
            f"Show {held.unlabelled + held.waiting:,} held back",
            key=KEY,
            persist_state="session",
            help=f"{_why(held)} by {plain(viewer)}. An answer given after others’ were seen is not "
            "blind.",
        )
    return list(found if asks else held.shown)


def _answer_first(project: Project, pending: Pending, *, is_next: bool) -> None:
    words = chosen.judges_under(project, pending.version).items()
    disagreement_views.link(
        disagreement_views.AGAIN,
        f"Answer {len(pending.round.waiting):,} again first",
        look="primary" if is_next else "secondary",
        rubric=pending.version.rubric.label,
        judge=next(word for word, judge in words if judge.id == pending.judge.id),
    )


def _explain(held: Held, viewer: str) -> None:
    if held.waiting and held.pending:
        st.info(
            f"First {plain(viewer)} answers {counted(len(held.pending.round.waiting), 'question')} "
            "again, without sight of any answer. Then the "
            f"{counted(held.waiting, 'conflict')} on these sessions can be settled."
        )
    if held.unlabelled:
        st.info(
            f"{plain(viewer)} has labelled other sessions, and none of those with the "
            f"{counted(held.unlabelled, 'conflict')} here. Whoever has seen the answers cannot "
            "label blind."
        )


def _why(held: Held) -> str:
    if held.unlabelled and held.waiting:
        return "Not labelled, or not answered again,"
    return "Not answered again" if held.waiting else "Not labelled"
