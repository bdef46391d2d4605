"""What to do next, and where the judge stands."""

import streamlit as st

from calibration import progress
from calibration.agreement import reporting
from calibration.agreement.reporting import AgreementReport
from calibration.progress import Step
from calibration.visitors import access
from calibration.visitors.access import Right
from pages.parts import agreement_plot, empty, home_progress, opened, visitor
from pages.parts.plain import plain
from storage import Project

ACTION = 240
DONE, TO_DO = ":blue[:material/check_circle:]", ":gray[:material/radio_button_unchecked:]"


def draw(step: Step, *, is_next: bool) -> None:
    """Draw one step of the loop on a line of its own; where that is too long, it breaks."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(DONE if step.is_done else TO_DO, width=24)
        st.markdown(f"**{step.title}**", width=150)
        st.container(width="stretch").write(plain(step.state))
        with st.container(width=ACTION):
            if not is_next:
                st.page_link(step.page, label=step.action, icon=":material/arrow_forward:")
            elif st.button(step.action, key=f"home_{step.title}", type="primary", width="stretch"):
                st.switch_page(step.page)


def standing(report: AgreementReport | None) -> None:
    """Draw where the judge stands that answered last under the newest version it judged."""
    if report is None or report.lacks_reference:
        return
    judge, rubric = report.judge.identity.name, report.version.rubric.label
    st.header("Where the judge stands", anchor=False)
    st.write(plain(f"{judge} under {rubric}, held against labels by {report.reference.whose}."))
    agreement_plot.show(report)


def loop(project: Project, report: AgreementReport | None) -> None:
    """Draw the steps of the loop, the next one with a button."""
    steps = progress.steps(project, report)
    following = progress.following(steps)
    with st.container(border=True, gap="small"):
        for step in steps:
            draw(step, is_next=step is following)


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
if access.may(project, Right.SEE_ALL):
    report = reporting.newest(project)
    loop(project, report)
    home_progress.show(project)
    standing(report)
elif access.may(project, Right.LABEL):
    home_progress.mine(project)
else:
    standing(reporting.newest(project))
    st.page_link("agreement.py", label="Read agreement", icon=":material/balance:")
visitor.line()
