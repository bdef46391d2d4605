"""The first pass of the second look: the same question again, with no answer in sight."""

from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from calibration.labels import asking_again, reviewer_consistency
from calibration.labels.asking_again import AskedAgain, Round
from calibration.visitors import reasons
from calibration.visitors.identity import UNNAMED
from judging.errors import StoreError
from judging.wording import counted
from pages.parts import (
    chosen,
    consistency_table,
    disagreement_views,
    empty,
    second_look_viewer,
    transcript,
)
from pages.parts.outcome import chip
from pages.parts.panel import ANSWERS
from pages.parts.plain import plain
from pages.parts.transcript import TranscriptView
from storage import Project, StoredJudge, StoredVersion

SAID = "again_said"
WIDTH = 200


def show(project: Project, said: DeltaGenerator) -> None:
    """Draw the next question of the round, or what came of it."""
    row = st.container(horizontal=True, vertical_alignment="bottom", gap="small")
    with row.container(width=WIDTH):
        version = chosen.version(project, judged=True)
    with row.container(width=WIDTH):
        judge = chosen.judge(project, version)
    if version is None or judge is None:
        empty.no_verdicts()
    viewer = second_look_viewer.name(project)
    if viewer == UNNAMED:
        st.info("Say who you are first, above: you are asked about labels of your own.")
        return
    found = asking_again.round_of(project, version, judge, viewer)
    question = asking_again.question(project, found)
    if question is None:
        _finished(project, version, found, viewer)
        return
    said.markdown(
        f"**{found.answered:,} of {found.total:,} answered again**, without sight of any answer."
    )
    left, right = st.columns([6, 4], gap="medium")
    with left:
        view = TranscriptView(question.session, focus=question.asked.turn or None)
        transcript.show(view, key="again_transcript")
    with right:
        _ask(partial(_answer, project, version, judge, viewer), question.asked)
        _explain(found)


def _ask(on_answer: partial[None], asked: AskedAgain) -> None:
    """Draw one question with its rule; nothing is kept before the button is pressed."""
    criterion, key = asked.criterion, _key(asked)
    turn = f", turn {asked.turn}" if asked.turn else ""
    st.header(f"{plain(criterion.name)}{turn}", anchor=False)
    st.write(plain(criterion.question))
    for head, text in (("Passes", criterion.pass_when), ("Fails", criterion.fail_when)):
        if text:
            st.markdown(f"**{head}:** {plain(text)}")
    with st.form(key, border=False):
        st.segmented_control(
            "Your answer now",
            ANSWERS,
            format_func=lambda outcome: chip(outcome, criterion.kind).text,
            key=f"{key}_outcome",
        )
        st.text_area(
            "Why, if you like",
            key=f"{key}_why",
            height=68,
            max_chars=reasons.LONGEST,
        )
        st.form_submit_button(
            "Answer and go on", type="primary", on_click=partial(on_answer, asked)
        )
    if problem := st.session_state.pop(SAID, None):
        st.warning(plain(problem))


def _explain(found: Round) -> None:
    text = (
        "You are asked where the judge differs from your own label and as often where it agrees, "
        "so being asked tells nothing. Your first labels stay the ones that count."
    )
    if found.alone:
        text += (
            f" Not asked: {counted(found.alone, 'disagreement')} of yours, since too few "
            "agreements are there to hide among."
        )
    st.markdown(f":small[:gray[{text}]]")


def _answer(
    project: Project, version: StoredVersion, judge: StoredJudge, viewer: str, asked: AskedAgain
) -> None:
    key = _key(asked)
    outcome = st.session_state.get(f"{key}_outcome")
    if outcome is None:
        st.session_state[SAID] = "Choose an answer first."
        return
    why = st.session_state.get(f"{key}_why") or ""
    try:
        asking_again.answer(project, version, judge, viewer, asked.unit, outcome, why)
    except StoreError as problem:
        st.session_state[SAID] = f"{problem.what} {problem.fix}"


def _key(asked: AskedAgain) -> str:
    return "again_{}_{}_{}".format(*asked.unit)


def _finished(project: Project, version: StoredVersion, found: Round, viewer: str) -> None:
    mine = reviewer_consistency.mine(project, [version], viewer)
    if not found.total:
        st.info(
            f"Nothing to answer again for {plain(viewer)}: the judge has to differ from some of "
            "their labels and to agree with others of the same criterion."
        )
    else:
        st.success(f"All {found.total:,} are answered again. Now the judge’s answers may be seen.")
    disagreement_views.link(disagreement_views.JUDGE, "Look into the disagreements")
    if mine:
        st.markdown("**How far you said the same twice**")
        consistency_table.show(mine)
