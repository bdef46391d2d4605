"""The queue that a reviewer labels from: chosen in the address, else the first with work left."""

from collections.abc import Mapping
from functools import partial

import streamlit as st

from calibration.labels import queueing
from calibration.labels.labelling import LabelDesk
from pages.parts import address, label_state
from pages.parts.plain import plain
from storage import Project, StoredVersion
from storage.label_queues import StoredQueue

KEY = "queue"
NONE = queueing.NONE


def chosen(project: Project, reviewer: str) -> StoredQueue | None:
    """
    Draw the choice among open queues and return it; None, and nothing, where none is open.

    One that was closed under its reviewer stays chosen, so that they are told and go on from it.
    """
    queues = {queue.name: queue for queue in queueing.open_ones(project)}
    closed = _closed(project, queues)
    if not queues and closed is None:
        return None
    first = queueing.first_for(project, reviewer)
    known = queues | ({closed.name: closed} if closed else {})
    address.settle(KEY, [*known, NONE], first.name if first else next(iter(known)))
    with st.container(width=240):
        name = st.selectbox(
            "Queue",
            [*known, NONE],
            format_func=partial(_word, closed),
            key=KEY,
            persist_state="session",
            label_visibility="collapsed",
            on_change=_go,
            args=(project, reviewer, tuple(queues.values())),
        )
    return known.get(name)


def _closed(project: Project, queues: Mapping[str, StoredQueue]) -> StoredQueue | None:
    """Return the queue that the address, or this tab, stands at, if it was closed."""
    asked = st.query_params.get(KEY, "")
    name = asked or str(st.session_state.get(KEY, ""))
    if not name or name == NONE or name in queues:
        return None
    found = queueing.closed(project, name)
    if asked and found is None:
        st.toast(f"There is no queue {plain(asked)}.")
    return found


def _word(closed: StoredQueue | None, name: str) -> str:
    if name == NONE:
        return "All sessions"
    return f"{plain(name)} (closed)" if closed and closed.name == name else plain(name)


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
    closed = ". It was closed: what you have at hand you can still finish"
    done = f"**{desk.place.done:,} of {desk.place.total:,} in this queue**"
    return f"{done}{closed if desk.place.is_closed else ''}"


def go(name: str) -> None:
    """Go to the first session that waits in a queue, or in none: the `on_click` of a button."""
    label_state.current().at = ""
    kept = {key: st.query_params[key] for key in st.query_params if key not in ("session", "turn")}
    st.query_params.from_dict({**kept, KEY: name})


def _go(project: Project, reviewer: str, queues: tuple[StoredQueue, ...]) -> None:
    """Go to another queue, and let go of what stands by in the others."""
    name = st.session_state[KEY]
    go(name)
    for queue in queues:
        if queue.name != name:
            queueing.release(project, queue, reviewer)
