"""Where reviewers differ with each other: their labels side by side, and the decision."""

from collections import Counter
from collections.abc import Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from calibration.agreement import reviewer_agreement
from calibration.labels import adjudicating
from calibration.labels.adjudicating import Case, State
from judging.wording import counted
from pages.parts import (
    conflict_decision,
    conflict_held,
    disagreement_list,
    disagreement_place,
    rail,
    second_look_viewer,
    transcript,
    way,
)
from pages.parts.disagreement_list import Entry
from pages.parts.marks import Answer
from pages.parts.outcome import chip
from pages.parts.rail import Rail
from pages.parts.transcript import TranscriptView
from storage import Project

LIST = "conflicts_list"
RAIL = "max(12rem, calc(100vh - 44rem))"
WORDS = {
    State.UNSETTLED: "a tie, unsettled",
    State.MAJORITY: "by majority",
    State.SETTLED: "settled",
}


def show(project: Project, said: DeltaGenerator) -> None:
    """Draw the conflicts, and one of them with what is to be decided."""
    found = adjudicating.cases(project, reviewer_agreement.newest_versions(project))
    if not found:
        st.success("No two reviewers’ labels that count differ on anything.")
        way.link("label.py", label="Label sessions", icon=":material/edit_note:")
        return
    said.markdown(_summary(found))
    viewer = second_look_viewer.name(project)
    found = conflict_held.seen(project, found, viewer)
    if not found:
        return
    here = disagreement_place.named(found) or _waits(found)
    disagreement_place.go(here.unit)
    _desk(project, found, here, viewer)


def _desk(project: Project, found: Sequence[Case], here: Case, viewer: str) -> None:
    session = adjudicating.opened(project, here, viewer=viewer)
    answers = tuple(
        Answer(here.criterion, label, label.reviewer or f"rater {label.slot}")
        for label in here.labels
    )
    first, second, third = st.columns([2, 3.2, 4.4], gap="small")
    with first:
        entries = [_entry(case) for case in found]
        disagreement_list.show(entries, here.unit, key=LIST, on_chosen=_choose)
    with second:
        # No fact that code finds either: the rules judge is made of them.
        view = Rail(session, (here.criterion,), answers)
        rail.show(view, key="conflicts_rail", height=RAIL)
        conflict_decision.show(project, here, viewer)
        _steps(found, here)
    with third:
        cited = [cited.turn for answer in answers for cited in answer.rating.citations]
        focus = disagreement_place.looked_at() or here.turn or min(cited, default=None)
        transcript.show(TranscriptView(session, answers, focus=focus), key="conflicts_transcript")


def _summary(found: Sequence[Case]) -> str:
    states = Counter(case.state for case in found)
    ties = [counted(states[State.UNSETTLED], "unsettled tie")] if states[State.UNSETTLED] else []
    others = [f"{states[s]:,} {WORDS[s]}" for s in (State.MAJORITY, State.SETTLED) if states[s]]
    parts = [*ties, *others]
    return (
        f"**{counted(len(found), 'unit')} on which reviewers differ**: {', '.join(parts)}. "
        "A tie counts as no answer until somebody settles it."
    )


def _entry(case: Case) -> Entry:
    settled = case.newest
    word = chip(settled.outcome, case.criterion.kind).word if settled else ""
    looks = (f"Settled: {word}",) if settled else ()
    votes = Counter(label.outcome for label in case.labels)
    about = ", ".join(f"{n} {chip(o, case.criterion.kind).word}" for o, n in votes.items())
    about += "" if settled else f"; {WORDS[case.state]}"
    return Entry(case.criterion, case.line, case.turn, about, looks)


def _choose() -> None:
    unit = disagreement_list.chosen(LIST)
    if unit:
        disagreement_place.go(unit)


def _waits(found: Sequence[Case]) -> Case:
    return next((case for case in found if case.state is State.UNSETTLED), found[0])


def _steps(found: Sequence[Case], here: Case) -> None:
    """Draw the way to the neighbours, and to the next one that nobody has settled."""
    earlier, later = disagreement_place.neighbours(found, here)
    at = found.index(here)
    waiting = [one for one in (*found[at + 1 :], *found[:at]) if one.state is State.UNSETTLED]
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        _step("Previous", earlier)
        _step("Next", later)
        _step("Next unsettled", waiting[0] if waiting else None)
        st.markdown(f":small[:gray[{at + 1:,} of {len(found):,}]]", width="content")


def _step(label: str, target: Case | None) -> None:
    st.button(
        label,
        key=f"conflicts_{label.lower().replace(' ', '_')}",
        disabled=target is None,
        on_click=disagreement_place.go,
        args=(target.unit if target else ("", "", 0),),
    )
