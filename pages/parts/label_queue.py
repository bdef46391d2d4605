"""The queue that a reviewer labels from: chosen in the address, else the first with work left."""

import streamlit as st

from calibration import queueing
from calibration.labelling import LabelDesk
from pages.parts import address, label_state
from pages.parts.plain import plain
from storage import Project, StoredVersion
from storage.label_queues import StoredQueue

KEY = "queue"
NONE = queueing.NONE


def chosen(project: Project, reviewer: str) -> StoredQueue | None:
    """Draw the choice among open queues and return it; None, and nothing, where none is open."""
    queues = {queue.name: queue for queue in queueing.open_ones(project)}
    asked = st.query_params.get(KEY, "")
    if asked and asked != NONE and asked not in queues:
        st.toast(f"The queue {plain(asked)} is closed, or was never there.")
    if not queues:
        return None
    first = queueing.first_for(project, reviewer)
    address.settle(KEY, [*queues, NONE], first.name if first else next(iter(queues)))
    with st.container(width=240):
        name = st.selectbox(
            "Queue",
            [*queues, NONE],
            format_func=lambda name: "All sessions" if name == NONE else plain(name),
            key=KEY,
            persist_state="session",
            label_visibility="collapsed",
            on_change=_go,
            args=(project, reviewer, tuple(queues.values())),
        )
    return queues.get(name)


def version(project: Project, queue: StoredQueue | None) -> StoredVersion | None:
    """Say what a queue asks, and return it; None where that is each reviewer's to choose."""
    found = queueing.version_of(project, queue) if queue else None
    if found:
        st.markdown(f":gray[{plain(found.rubric.label)}]", width="content")
    return found


def progress(desk: LabelDesk) -> str:
    """Return how far the reviewer is, or the queue, in a line."""
    if desk.place is None:
        return f"**{desk.done:,} of {desk.total:,} labelled**"
    return f"**{desk.place.done:,} of {desk.place.total:,} in this queue**"


def _go(project: Project, reviewer: str, queues: tuple[StoredQueue, ...]) -> None:
    """Go to another queue, and let go of what stands by in the others."""
    name = st.session_state[KEY]
    label_state.current().at = ""
    kept = {key: st.query_params[key] for key in st.query_params if key not in ("session", "turn")}
    st.query_params.from_dict({**kept, KEY: name})
    for queue in queues:
        if queue.name != name:
            queueing.release(project, queue, reviewer)
