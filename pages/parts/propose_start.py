"""A criterion without a proposal: its text, and two ways to another."""

import streamlit as st

from calibration.agreement.held import Held
from calibration.revision import proposing
from calibration.revision.proposal_cases import MOST, Grounds
from calibration.runs import judge_choice
from judging.errors import JudgingError
from judging.rubrics import Criterion, RubricVersion
from judging.rubrics.revision import LONGEST, Part
from judging.wording import counted
from pages.parts import signature, way
from pages.parts.plain import plain
from storage import Project

LABELS = {Part.QUESTION: "Question", Part.PASS_WHEN: "Pass when", Part.FAIL_WHEN: "Fail when"}
HEIGHTS = {Part.QUESTION: 80, Part.PASS_WHEN: 110, Part.FAIL_WHEN: 110}
HAND, MODEL = "By hand", "By a model"
NO_MODEL = "No model can be asked from here, so the text is yours to write."


def show(project: Project, held: Held, criterion: Criterion, grounds: Grounds) -> None:
    """Draw the ways to a proposal; the model first, where one can be asked."""
    st.header("2. Another text", anchor=False)
    newest = project.rubrics.get(held.version.rubric.name).rubric
    if criterion not in newest.criteria:
        _superseded(newest)
        return
    word = judge_choice.usual_judge()
    can_ask = word != judge_choice.RULES and bool(grounds.some)
    how = st.segmented_control(
        "Who writes",
        [MODEL, HAND],
        default=MODEL if can_ask else HAND,
        required=True,
        key=f"propose_how_{can_ask}",
        label_visibility="collapsed",
    )
    if how == MODEL:
        _by_model(project, held, criterion, grounds)
    else:
        if word == judge_choice.RULES:
            st.caption(NO_MODEL)
        _by_hand(project, held, criterion)


def fields(key: str, text: dict[str, str]) -> dict[str, str]:
    """Draw the parts of a criterion as fields, and return what they hold."""
    return {
        str(part): st.text_area(
            LABELS[part],
            text[part],
            key=f"{key}_{part}",
            height=HEIGHTS[part],
            max_chars=LONGEST,
        )
        for part in Part
    }


def _superseded(newest: RubricVersion) -> None:
    st.info(
        f"{plain(newest.label)} has another text of this criterion, or has it no more: revise "
        "that version, once the judge has answered it."
    )
    way.link(
        "rubric.py",
        label=f"Read {newest.label}",
        icon=":material/checklist:",
        query_params={"rubric": newest.label},
    )


def _by_model(project: Project, held: Held, criterion: Criterion, grounds: Grounds) -> None:
    if not grounds.some:
        st.info(_nothing(grounds))
        return
    words = _models(held)
    word = st.selectbox(
        "Model",
        words,
        index=0 if words else None,
        key="propose_model",
        accept_new_options=True,
        placeholder="claude:MODEL, or openai:MODEL@ADDRESS",
        persist_state="session",
    )
    st.markdown(f":gray[{_told(grounds)}]")
    objection = judge_choice.objection(project, word) if word else None
    if objection:
        st.info(plain(objection.sentences), icon=":material/key:")
    asked = st.button(
        "Propose a text", type="primary", key="propose_ask", disabled=not word or bool(objection)
    )
    if asked and word:
        try:
            with st.spinner("The model reads the disagreements…"):
                proposing.propose(project, held, criterion.key, proposing.writer(project, word))
        except JudgingError as error:
            st.error(plain(error.sentences))
        else:
            st.rerun()


def _by_hand(project: Project, held: Held, criterion: Criterion) -> None:
    before = {str(part): getattr(criterion, part) for part in Part}
    with st.form(f"propose_hand_{held.version.id}_{criterion.key}", border=False):
        text = fields(f"propose_new_{held.version.id}_{criterion.key}", before)
        with st.container(horizontal=True, vertical_alignment="bottom"):
            author = signature.ask(project, "propose_author")
            is_sent = st.form_submit_button("Keep as a proposal", type="primary")
    if not is_sent:
        return
    if text == before:
        st.warning("Nothing differs from the text as it is.")
    else:
        try:
            proposing.by_hand(project, held, criterion.key, text, author=author)
        except JudgingError as error:
            st.error(plain(error.sentences))
        else:
            st.rerun()


def _models(held: Held) -> list[str]:
    """Return models to offer by their words: the judge's own, then the usual ones."""
    own = held.judge.identity
    mine = [own.name.partition("+")[0]] if own.provider in judge_choice.ASKED else []
    usual = [f"{who}:{model}" for who in judge_choice.ASKED for model in judge_choice.models(who)]
    return list(dict.fromkeys([*mine, *usual]))


def _told(grounds: Grounds) -> str:
    counts = grounds.counts
    basis = [
        f"{counts[name]:,} {word}"
        for name, word in (
            ("adjudicated", "adjudicated"),
            ("second_look", "looked at again"),
            ("label", "labelled"),
        )
        if counts[name]
    ]
    least = f", the {MOST} weightiest" if len(grounds.some) > MOST else ""
    said = f"It is told of {counted(counts['told'], 'disagreement')}{least}: {', '.join(basis)}."
    slips = f" {counted(grounds.slips, 'slip')} of the label left out." if grounds.slips else ""
    return f"{said}{slips} It reads reasons, notes and the turns that are cited."


def _nothing(grounds: Grounds) -> str:
    if grounds.slips:
        return (
            "Reviewers found the label wrong wherever they differ here: label these sessions "
            "again, the rule has nothing to learn from them."
        )
    return "There is no disagreement on this criterion that a model could learn from."
