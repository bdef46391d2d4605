"""One session: its transcript, and what a judge said of it."""

import streamlit as st

from calibration import browsing
from calibration.runs import auditing
from calibration.visitors import access
from calibration.visitors.access import Right
from pages.parts import chosen, empty, opened, run_links, session_view
from pages.parts.marks import Answer, Fact
from pages.parts.rail import Rail
from pages.parts.transcript import TranscriptView

COVERED = (
    "What was said of this session is kept from you until you have answered every question of "
    "this rubric on it yourself, or for good where the project keeps its reviewers blind."
)
SEALED = (
    "This session is one of the sealed test: what a judge says of it is shown once the gate has "
    "looked at the test with that judge."
)
NO_JUDGE = "No judge has answered for this session yet: run one, or import verdicts."


def step(icon: str, target: str | None, label: str) -> None:
    """Draw the link to the session before or after, if there is one."""
    if target:
        st.page_link("session.py", label=label, icon=icon, query_params={"id": target})


project = opened.project()
if project is None or not project.sessions.count():
    st.title("Session", anchor=False)
    empty.no_sessions()
external_id = st.query_params.get("id")
if external_id is None:
    st.title("Session", anchor=False)
    st.info("Choose a session from the list.")
    st.page_link("sessions.py", label="Sessions", icon=":material/forum:")
    st.stop()
earlier, later = project.sessions.neighbours(external_id)
back, rubric_column, judge_column, walk = st.columns([3, 1.7, 1.7, 2], vertical_alignment="center")
back.page_link("sessions.py", label="All sessions", icon=":material/arrow_back:")
with rubric_column:
    version = chosen.version(project, judged=True, label_visibility="collapsed")
with judge_column:
    judge = chosen.judge(project, version, label_visibility="collapsed")
with walk, st.container(horizontal=True, horizontal_alignment="right"):
    step(":material/chevron_left:", earlier, "Previous")
    step(":material/chevron_right:", later, "Next")
shown = browsing.opened(project, external_id, version, judge)
criteria = version.rubric.criteria if version else ()
by_key = {criterion.key: criterion for criterion in criteria}
answers = tuple(Answer(by_key[v.criterion], v) for v in shown.verdicts if v.criterion in by_key)
facts = tuple(map(Fact.of, shown.facts))
behind = {}
if access.may(project, Right.RUN):
    behind = {
        unit: run_links.calls(project, stored.run, external_id, stored.id)
        for unit, stored in auditing.audited(project, shown.session, version, judge).items()
    }
note = SEALED if shown.is_sealed else "" if judge else NO_JUDGE
note = COVERED if shown.is_covered else note
turn = st.query_params.get("turn", "")
session_view.show(
    TranscriptView(shown.session, answers, facts, int(turn) if turn.isdecimal() else None),
    Rail(shown.session, criteria, answers, facts, note, behind),
    key="session",
)
