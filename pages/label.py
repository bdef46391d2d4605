"""Label sessions, one after another, before seeing what a judge said."""

import streamlit as st

from calibration.labels import labelling
from pages.parts import (
    chosen,
    empty,
    form_held,
    form_view,
    label_gate,
    label_queue,
    label_state,
    label_workbench,
    opened,
)
from pages.parts.label_workbench import Bench

project = opened.project()
if project is None or not project.sessions.count():
    st.title("Label", anchor=False)
    empty.no_sessions()
reviewer = label_gate.reviewer(project)
if not reviewer:
    st.title("Label", anchor=False)
    label_gate.ask(project)
    st.stop()
with st.container(horizontal=True, vertical_alignment="center"):
    label_gate.change(project, reviewer)
    queue = label_queue.chosen(project, reviewer)
    version = label_queue.version(project, queue)
    if version is None:
        with st.container(width=220):
            version = chosen.version(project, label_visibility="collapsed")
    st.space("stretch")
    is_form = st.toggle("Form view", key="label_form", persist_state="session")
if version is None:
    st.info("There is no rubric yet, so nothing is asked.")
    st.page_link("rubric.py", label="Rubric", icon=":material/checklist:")
    st.stop()
judge = labelling.revealed(project, version, st.query_params.get("judge", ""))
bench = Bench(project, reviewer, version, judge, queue)
label_state.current().settle()
if is_form:
    form_view.show(bench)
else:
    form_held.tell()
    form_held.elsewhere(project, reviewer, None)
    label_workbench.show(bench)
