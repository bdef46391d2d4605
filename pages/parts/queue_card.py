"""One queue: how far it is, who has what, and what to do about it."""

from collections.abc import Sequence

import streamlit as st

from calibration.labels import queueing
from calibration.labels.queueing import Standing
from judging.sampling import Ordering
from judging.wording import counted
from pages.parts import way
from pages.parts.plain import plain
from pages.parts.queue_words import DESIGNS
from storage import Project
from storage.queue_progress import Holding

MOST_FINISHED = 100


def show(project: Project, standing: Standing) -> None:
    """Draw the card of an open queue."""
    queue, progress = standing.queue, standing.progress
    with st.container(border=True):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"**{plain(queue.name)}**", width="content")
            st.badge(DESIGNS.get(queue.design, queue.design), color="gray")
            st.space("stretch")
            way.link(
                "label.py",
                label="Label from it",
                icon=":material/edit_note:",
                query_params={"queue": queue.name},
            )
            with st.popover("Close", key=f"queues_close_{queue.id}"):
                st.write("It hands out nothing more. What reviewers have they can still finish.")
                st.button(
                    "Close the queue",
                    key=f"queues_closing_{queue.id}",
                    on_click=close,
                    args=(project, queue.name),
                )
        share = progress.done / progress.slots
        st.progress(share, text=f"**{progress.done:,} of {counted(progress.slots, 'slot')} done**")
        st.markdown(_left(standing))
        st.caption(_made(project, standing))
        if standing.done or standing.holdings:
            with st.expander("Who has what", key=f"queues_who_{queue.id}"):
                _who(project, standing)


def closed(found: Sequence[Standing]) -> None:
    """Draw the closed queues as a table."""
    rows = [(one.queue, one.progress) for one in found]
    st.dataframe(
        {
            "Queue": [queue.name for queue, _ in rows],
            "Drawn": [DESIGNS.get(queue.design, queue.design) for queue, _ in rows],
            "Sessions": [progress.sessions for _, progress in rows],
            "Slots": [progress.slots for _, progress in rows],
            "Done": [progress.done for _, progress in rows],
            "Closed": [queue.closed_at for queue, _ in rows],
        },
        column_config={"Closed": st.column_config.DatetimeColumn(format="YYYY-MM-DD HH:mm")},
        hide_index=True,
        width="content",
        alt="Closed queues, with how many of their slots were done",
    )


def close(project: Project, name: str) -> None:
    """Close a queue."""
    queueing.close(project, name)


def put_back(project: Project, standing: Standing, key: str) -> None:
    """Put back what was chosen."""
    chosen: list[Holding] = st.session_state[key]
    for one in chosen:
        queueing.put_back(project, standing.queue, [one.session], one.reviewer)
    st.session_state[key] = []


def _left(standing: Standing) -> str:
    progress = standing.progress
    if progress.done == progress.slots:
        return "Finished: close it, or put sessions back for another look."
    expired = f", {progress.expired:,} of them let go by a lease that ran out"
    return (
        f"{progress.reserved:,} reserved by reviewers, {progress.open:,} open"
        f"{expired if progress.expired else ''}."
    )


def _made(project: Project, standing: Standing) -> str:
    queue = standing.queue
    asked = queueing.version_of(project, queue)
    shared = (
        f"{counted(queue.reviewers, 'reviewer')} on {queue.overlap:.0%} of the sessions, one on "
        "the others"
        if queue.reviewers > 1 and queue.overlap < 1
        else f"{counted(queue.reviewers, 'reviewer')} a session"
    )
    parts = [
        f"Asks {plain(asked.rubric.label)}" if asked else "Its rubric is gone",
        counted(standing.progress.sessions, "session"),
        shared,
        f"reserved for {queue.lease_minutes} minutes at a time",
        *(["what is short first"] if queue.ordering is Ordering.NEXT_BEST else []),
    ]
    return " · ".join(parts)


def _who(project: Project, standing: Standing) -> None:
    """Draw who did how much, and who has what; what is chosen can be put back."""
    with st.container(horizontal=True, gap="medium"):
        _tables(standing)
    key = f"queues_back_{standing.queue.id}"
    options = [*standing.holdings, *queueing.finished(project, standing.queue, MOST_FINISHED)]
    chosen = st.multiselect(
        "Put back",
        options,
        format_func=lambda one: f"{one.session} · {one.reviewer}, {one.state}",
        key=key,
        placeholder="Sessions that somebody has, skipped or finished",
        help=(
            "Others get them. Labels stay what they are, and whoever has answered everything of "
            "a session is not asked again."
        ),
    )
    st.button(
        f"Put {counted(len(chosen), 'session')} back" if chosen else "Put back",
        key=f"{key}_button",
        disabled=not chosen,
        on_click=put_back,
        args=(project, standing, key),
    )


def _tables(standing: Standing) -> None:
    if standing.done:
        st.dataframe(
            {"Reviewer": list(standing.done), "Done": list(standing.done.values())},
            hide_index=True,
            width="content",
            alt="How many slots each reviewer has done",
        )
    if standing.holdings:
        st.dataframe(
            {
                "Reviewer": [one.reviewer for one in standing.holdings],
                "Session": [one.session for one in standing.holdings],
                "State": [str(one.state) for one in standing.holdings],
                "Until or since": [one.moment for one in standing.holdings],
            },
            column_config={"Until or since": st.column_config.DatetimeColumn(format="HH:mm")},
            hide_index=True,
            width="content",
            alt="Who has which session, and until when",
        )
