"""What a reviewer sees when nothing waits any more."""

from collections.abc import Mapping

import streamlit as st

from calibration.labels import labelling, queueing
from calibration.labels.labelling import LabelDesk
from calibration.labels.queue_serving import QueuePlace
from judging.wording import counted
from pages.parts import label_queue, way
from pages.parts.plain import plain
from storage import Project, StoredVersion


def show(project: Project, version: StoredVersion, desk: LabelDesk) -> None:
    """Say that it is done, who labelled how much, and where to go next."""
    if not desk.total:
        st.header("Nothing to label", anchor=False)
        st.write("No session has a turn of the assistant, which is what this rubric asks about.")
        return
    # The place where transcripts stand has no gaps of its own.
    with st.container():
        is_closed = desk.place is not None and desk.place.is_closed
        st.header("This queue was closed" if is_closed else "Nothing left for you", anchor=False)
        if desk.place and is_closed:
            _closed(project, desk, desk.place)
        elif desk.place:
            _queue(project, desk, desk.place)
        else:
            rubric, sessions = plain(version.rubric.label), counted(desk.total, "session")
            st.write(f"You have answered all of {rubric}: {sessions}.")
            _table(labelling.done(project, version))
        way.link("agreement.py", label="Read agreement", icon=":material/balance:")


def _closed(project: Project, desk: LabelDesk, place: QueuePlace) -> None:
    """Say that nothing comes from the queue any more, and lead on."""
    st.write(
        f"{plain(place.name)} hands out nothing more: {place.done:,} of "
        f"{counted(place.total, 'slot')} are done. What you answered is saved, and counts."
    )
    other = queueing.first_for(project, desk.reviewer.name)
    if other:
        _lead("Go on in " + plain(other.name), other.name)
    elif desk.done < desk.total:
        _lead("Label all sessions", queueing.NONE)
    _table(queueing.done(project, place.name))


def _lead(label: str, name: str) -> None:
    if st.button(
        label,
        key="label_end_go",
        type="primary",
        icon=":material/edit_note:",
        on_click=label_queue.go,
        args=(name,),
    ):
        # The page around this has to know of it too.
        st.rerun()


def _queue(project: Project, desk: LabelDesk, place: QueuePlace) -> None:
    """Say who still has work in the queue, and how to get some of it."""
    st.write(_state(place))
    with st.container(horizontal=True):
        if place.done < place.total:
            st.button("Look again", key="label_end_again", icon=":material/refresh:")
        if place.skipped:
            st.button(
                f"Take back the {place.skipped:,} that you skipped",
                key="label_end_unskip",
                on_click=queueing.unskip,
                args=(project, place.name, desk.reviewer.name),
            )
    _table(queueing.done(project, place.name))


def _state(place: QueuePlace) -> str:
    if place.done == place.total:
        slots = "its slot is" if place.total == 1 else f"all {place.total:,} slots are"
        return f"The queue {plain(place.name)} is finished: {slots} done."
    others = f"{place.others:,} still with others. " if place.others else ""
    left = place.total - place.done - place.others
    # Each session takes several reviewers, and nobody twice.
    waiting = (
        f"{left:,} more {'waits' if left == 1 else 'wait'} for another reviewer, on sessions that "
        "you answered or skipped. "
        if left > 0
        else ""
    )
    return (
        f"{place.done:,} of {place.total:,} in {plain(place.name)} are done. {others}{waiting}"
        "What somebody lets go, or has no time for, comes to you."
    )


def _table(done: Mapping[str, int]) -> None:
    if done:
        st.dataframe(
            {"Reviewer": list(done), "Sessions labelled": list(done.values())},
            hide_index=True,
            width="content",
            alt="Who labelled how many sessions",
        )
