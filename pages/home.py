"""What to do next, and where the judge stands."""

import streamlit as st

from calibration import progress, reporting
from calibration.progress import Step
from pages.parts import agreement_plot, empty, opened
from pages.parts.plain import plain
from storage import Project


def draw(step: Step, *, is_next: bool) -> None:
    """Draw one step of the loop on a line of its own."""
    mark, title, state, action = st.columns([0.3, 1.3, 5, 2], vertical_alignment="center")
    mark.markdown(":blue[:material/check_circle:]" if step.is_done else ":gray[○]")
    title.markdown(f"**{step.title}**")
    state.write(plain(step.state))
    with action:
        if is_next:
            if st.button(step.action, key=f"home_{step.title}", type="primary", width="stretch"):
                st.switch_page(step.page)
        else:
            st.page_link(step.page, label=step.action, icon=":material/arrow_forward:")


def standing(project: Project) -> None:
    """Draw where the judge stands that answered last under the newest version it judged."""
    report = reporting.newest(project)
    if report is None or report.lacks_reference:
        return
    judge, rubric = report.judge.identity.name, report.version.rubric.label
    st.subheader("Where the judge stands", anchor=False)
    st.write(plain(f"{judge} under {rubric}, held against labels by {report.whose}."))
    agreement_plot.show(report)


st.title("Judging", anchor=False)
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
following = next((step for step in steps if not step.is_done), steps[-1])
with st.container(border=True, gap="small"):
    for step in steps:
        draw(step, is_next=step is following)
standing(project)
