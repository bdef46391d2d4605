"""Have a judge answer a rubric for the sessions, watch it, and look behind its verdicts."""

import streamlit as st

from calibration.runs import watching
from pages.parts import (
    call_audit,
    empty,
    opened,
    run_card,
    run_form,
    run_links,
    run_list,
    run_notice,
    run_problems,
)

NEW = "new"


def number(name: str) -> int | None:
    """Return the number that the address gives for `name`; None where it gives none."""
    text = st.query_params.get(name, "")
    return int(text) if text.isdecimal() else None


run, session = number("run"), st.query_params.get("session")
head = st.container(horizontal=True, vertical_alignment="center")
head.title("Request and reply" if run and session else "Run judge", anchor=False)
project = opened.project()
if project is None or not project.sessions.count():
    empty.no_sessions()
if run and session:
    call_audit.show(project, run, session, number("verdict"))
    st.stop()
run_notice.show()
lines = watching.newest(project)
if run is None and st.query_params.get("run") != NEW and (active := watching.at_work(lines)):
    run = active.id
# An empty place takes the form away at once; else it would stand below the card for a while.
place = st.container() if run is None else st.empty()
if run is None:
    with place:
        run_form.show(project, lines)
else:
    with head:
        run_links.button("New run", ":material/add:", NEW, key="run_new")
    watched = watching.look(project, run)
    run_card.show(project, watched)
    run_problems.show(project, watched)
run_list.show(lines, run)
# Loading the queue takes a second or two: better now, with the page drawn, than after the click.
project.store.queue.open()
