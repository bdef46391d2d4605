"""Share sessions out among reviewers, and see how far they are."""

import streamlit as st

from calibration.labels import queueing
from pages.parts import empty, opened, queue_card, queue_form

st.title("Queues", anchor=False)
project = opened.project()
if project is None or not project.sessions.count():
    empty.no_sessions()
found = queueing.listed(project)
live = [one for one in found if one.queue.is_open]
closed = [one for one in found if not one.queue.is_open]
for standing in live:
    queue_card.show(project, standing)
if live:
    with st.expander("New queue", icon=":material/add:", key="queues_new"):
        queue_form.show(project)
else:
    st.write(
        "No queue is open, so the Label page gives every session to every reviewer. A queue "
        "shares sessions out: each goes to as many reviewers as you say, and no further."
    )
    with st.container(border=True):
        st.subheader("New queue", anchor=False)
        queue_form.show(project)
if closed:
    with st.expander(f"Closed: {len(closed):,}", key="queues_closed"):
        queue_card.closed(closed)
