"""The workbench: a session, the next ones on standby, and the panel beside them."""

import gc
import hashlib
from dataclasses import dataclass
from functools import cache, partial

import streamlit as st

from calibration.labels import labelling
from calibration.labels.labelling import LabelDesk
from pages.parts import label_end, label_state, panel, transcript
from pages.parts.label_state import LabelState
from pages.parts.panel import PanelView
from pages.parts.transcript import TranscriptView
from storage import Project, StoredJudge, StoredVersion
from storage.label_queues import StoredQueue


@dataclass(frozen=True, slots=True)
class Bench:
    """Who labels what: nothing of it changes while somebody labels."""

    project: Project
    reviewer: str
    version: StoredVersion
    judge: StoredJudge | None
    queue: StoredQueue | None = None

    @property
    def key(self) -> str:
        """The panel's place on the page, another one for each reviewer, rubric and queue."""
        words = [self.project.name, self.reviewer, self.version.rubric.label]
        words += [self.queue.name] if self.queue else []
        return f"label_panel_{hashlib.sha256(repr(words).encode()).hexdigest()[:12]}"

    def desk(self, state: LabelState) -> LabelDesk:
        """Lay out what lies before the reviewer; a session that is gone gives way to the next."""
        if state.at and state.at not in self.project.sessions.numbers([state.at]):
            state.at = ""
        desk = labelling.desk(
            self.project, self.reviewer, self.version, self.judge, at=state.at, queue=self.queue
        )
        # From here on it stays at hand, also once it waits no more.
        state.at = desk.tasks[0].session.external_id if desk.tasks else ""
        return desk

    def earlier(self, desk: LabelDesk) -> str | None:
        """Return the session before the one at hand: imported, or in a queue finished, before."""
        if desk.place or not desk.tasks:
            return desk.place.earlier if desk.place else None
        return self.project.sessions.neighbours(desk.tasks[0].session.external_id)[0]


@cache
def _unburden() -> None:
    """
    Spare Streamlit most of its search for garbage.

    It looks through all objects after each run, and its answer waits meanwhile: here every key
    is a run. What was imported by now is no garbage, and nearly all there is.
    """
    gc.collect()
    gc.freeze()


@st.fragment
def show(bench: Bench) -> None:
    """Draw the bench. What the browser sends runs this alone, and not the page around it."""
    _unburden()
    state = label_state.current()
    desk = bench.desk(state)
    sessions = {task.session.external_id: task.session for task in desk.tasks}
    left, right = st.columns([3, 2], gap="medium")
    with left, st.container(gap=None):
        for slot, name in enumerate(state.place(list(sessions))):
            if name:
                view = TranscriptView(sessions[name], focus=_focus(state, name))
                key = f"label_transcript_{slot}"
                transcript.show(view, key=key, standby=True, labelling=True)
        if not sessions:
            label_end.show(bench.project, bench.version, desk)
    with right:
        _panel(bench, state, desk)


def _panel(bench: Bench, state: LabelState, desk: LabelDesk) -> None:
    view = PanelView(
        desk=desk,
        project=bench.project.name,
        judge=bench.judge.identity.name if bench.judge else "",
        earlier=bench.earlier(desk),
        visit=state.visit,
        acked=state.acked,
        refused=state.refused,
    )
    panel.show(view, key=bench.key, on_events=partial(_receive, bench))


def _receive(bench: Bench) -> None:
    """Keep what came in. Whose desk it is was settled when the panel was drawn."""
    receipt = labelling.receive(bench.project, bench.reviewer, panel.received(bench.key))
    state = label_state.current()
    state.remember(receipt.kept, receipt.refused)
    if receipt.at is not None:
        state.at = receipt.at


def _focus(state: LabelState, name: str) -> int | None:
    """Return the turn that the address leads to, in the session that it leads to."""
    turn = st.query_params.get("turn", "")
    return int(turn) if name == state.asked and turn.isdecimal() else None
