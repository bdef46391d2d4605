"""One session: its transcript, and what a judge said of it."""

import streamlit as st

from calibration import browsing
from judging.facts import PRECISION
from judging.facts import Fact as FoundFact
from pages.parts import chosen, empty, opened, session_view
from pages.parts.marks import Answer, Fact
from pages.parts.plain import plain
from pages.parts.rail import Rail
from pages.parts.transcript import TranscriptView


def fact_shown(found: FoundFact) -> Fact:
    """Return a fact as the screen draws it, with how far it is to be trusted."""
    doubt = PRECISION.get(found.kind, "")
    note = f"{found.note} ({doubt})" if doubt else found.note
    kind = str(found.kind).replace("_", " ")
    return Fact(found.turn, kind, note, found.related_turn, is_pointer=bool(doubt))


def step(icon: str, target: str | None, label: str) -> None:
    """Draw the link to the session before or after."""
    if target:
        st.page_link("session.py", label=label, icon=icon, query_params={"id": target})


project = opened.project()
if project is None or not project.sessions.count():
    st.title("Session")
    empty.no_sessions()
external_id = st.query_params.get("id")
if external_id is None:
    st.title("Session")
    st.info("Choose a session from the list.")
    st.page_link("sessions.py", label="Sessions", icon=":material/forum:")
    st.stop()
session = project.sessions.get(external_id)
earlier, later = project.sessions.neighbours(external_id)
head, rubric_column, judge_column, walk = st.columns([4, 1.6, 1.6, 2], vertical_alignment="bottom")
with head:
    st.header(plain(session.title or session.external_id), anchor=False)
with rubric_column:
    version = chosen.version(project, judged=True)
with judge_column:
    judge = chosen.judge(project, version)
with walk, st.container(horizontal=True, horizontal_alignment="right"):
    step(":material/arrow_back:", earlier, "Previous")
    step(":material/arrow_forward:", later, "Next")
shown = browsing.opened(project, external_id, version, judge)
criteria = version.rubric.criteria if version else ()
by_key = {criterion.key: criterion for criterion in criteria}
answers = tuple(Answer(by_key[v.criterion], v) for v in shown.verdicts if v.criterion in by_key)
facts = tuple(map(fact_shown, shown.facts))
turn = st.query_params.get("turn", "")
focus = int(turn) if turn.isdecimal() else None
note = "" if judge else "No judge has answered for this session yet: run one, or import verdicts."
session_view.show(
    TranscriptView(shown.session, answers, facts, focus),
    Rail(shown.session, criteria, answers, facts, note),
    key="session",
)
