"""What to do next."""

import streamlit as st

from calibration import progress
from pages.parts import empty, opened

st.title("Judging")
st.write(
    "How far does an LLM judge agree with people about whole conversations, criterion by "
    "criterion, and may it work alone?"
)
project = opened.project()
if project is None or not project.sessions.count():
    empty.no_sessions()
names = opened.store().projects()
if len(names) > 1:
    st.selectbox("Project", names, index=names.index(project.name), key="project_name", width=320)
steps = progress.steps(project)
following = next((step for step in steps if not step.is_done), None)
for step in steps:
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        icon = ":material/check_circle:" if step.is_done else ":material/radio_button_unchecked:"
        st.markdown(f"{icon} **{step.title}**", width=220)
        st.write(step.state)
        if step.page:
            st.page_link(
                step.page,
                label=step.action,
                icon=":material/arrow_forward:" if step is following else None,
            )
