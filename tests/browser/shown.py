"""The page that browser tests look at; its address says what to show."""

import streamlit as st

from judging.sessions import Session
from pages.parts import session_view, transcript
from pages.parts.marks import Answer
from pages.parts.rail import Rail
from pages.parts.transcript import TranscriptView
from tests.browser import conversations


def page() -> None:
    """Draw the session that the address names, and ways to run the page again."""
    st.set_page_config(layout="wide")
    asked = st.query_params
    session, answers = _session(asked.get("session", "refund"))
    if "blind" in asked:
        answers = ()
    turn = st.session_state.get("turn") or asked.get("turn")
    view = TranscriptView(
        session, answers, conversations.found(session), int(turn) if turn else None
    )
    with st.container(horizontal=True):
        st.button("Again")
        st.button("To turn 2", on_click=lambda: st.session_state.update(turn=2))
        st.text_input("A field", label_visibility="collapsed")
    if "standby" in asked:
        transcript.show(view, key="only", standby=True)
    elif "alone" in asked:
        transcript.show(view, key="only", shortcuts=asked["alone"] != "quiet")
    else:
        criteria = tuple(dict.fromkeys(answer.criterion for answer in answers))
        rubric = conversations.RUBRIC.criteria if len(criteria) != 1 else criteria
        rail = Rail(session, rubric, answers, view.facts, asked.get("note", ""))
        session_view.show(view, rail, key="view")


def _session(name: str) -> tuple[Session, tuple[Answer, ...]]:
    if name == "hostile":
        return conversations.hostile()
    if name.startswith("long"):
        session = conversations.long(int(name.removeprefix("long")))
        return session, conversations.cited(session, 12, len(session.turns) * 3 // 4)
    session = conversations.refund()
    given = conversations.turn_answers if name == "turns" else conversations.answers
    return session, given(session)
