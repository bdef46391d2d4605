"""Labelling without scripts: the session as plain text, and one form for all answers."""

import json
import secrets
from collections.abc import Callable, Sequence
from functools import partial
from html import escape
from typing import Literal

import streamlit as st

from calibration import label_conditions, labelling
from calibration.labelling import LabelDesk, Receipt, Task
from judging.ratings import Verdict
from judging.rubrics import Criterion, Level
from judging.sessions import Role, Session, Turn
from pages.parts import label_end, label_queue, label_state
from pages.parts.label_workbench import Bench
from pages.parts.marks import Answer
from pages.parts.outcome import chip
from pages.parts.panel import ANSWERS
from pages.parts.plain import counted, plain
from storage import GivenLabel, Reveal

SAID = "label_form_said"
STYLE = "white-space:pre-wrap;overflow-wrap:anywhere;margin:0 0 0.8rem"
HEIGHT = 640
NOTE = 10_000
MOST_CITED = 50
Look = Literal["primary", "secondary"]


def show(bench: Bench) -> None:
    """Draw the session at hand and its form; nothing is saved before the form is sent."""
    state = label_state.current()
    desk = bench.desk(state)
    if not desk.tasks:
        label_end.show(bench.project, bench.version, desk)
        return
    task = desk.tasks[0]
    left, right = st.columns([3, 2], gap="medium")
    with left:
        _transcript(task.session)
    with right:
        st.markdown(label_queue.progress(desk))
        if refused := st.session_state.pop(SAID, None):
            st.error(plain(refused))
        _form(bench, desk, _turn(bench, task))
        if task.reveal is Reveal.BLIND:
            st.markdown(":gray[What a judge says of this session is not shown here.]")
        elif bench.judge and not task.is_complete and not task.verdicts:
            st.markdown(":gray[The judge’s answers stay hidden until every label is saved.]")
        for verdict in task.verdicts:
            _verdict(bench, verdict)


def _transcript(session: Session) -> None:
    st.markdown(f"**{plain(session.title or session.external_id)}**")
    if session.goal:
        st.markdown(f":gray[Goal: {plain(session.goal)}]")
    if session.system_prompt:
        with st.expander("System prompt"):
            st.html(f'<p style="{STYLE}">{escape(session.system_prompt)}</p>')
    with st.container(height=HEIGHT, border=True):
        st.html("".join(map(_said, session.turns)))


def _said(turn: Turn) -> str:
    calls = [f"→ {c.name} {json.dumps(c.arguments, ensure_ascii=False)}" for c in turn.tool_calls]
    text = "\n".join(filter(None, [turn.content, *calls])) or "nothing said"
    who = f"#{turn.number} {turn.role.capitalize()} {turn.tool_name or ''}"
    return f'<p style="{STYLE}"><strong>{escape(who)}</strong>\n{escape(text)}</p>'


def _turn(bench: Bench, task: Task) -> int:
    """Draw the choice of the turn to answer for, where a rubric asks of turns; 0 without one."""
    asked = [c for c in bench.version.rubric.criteria if c.level is Level.TURN]
    turns = [turn.number for turn in task.session.turns if turn.role is Role.ASSISTANT]
    if not asked or not turns:
        return 0
    given = {turn for (_, turn), label in task.labels.items() if label.outcome}
    return int(
        st.selectbox(
            f"Turn of the assistant: {len(given - {0})} of {counted(len(turns), 'turn')} answered",
            turns,
            index=next((i for i, turn in enumerate(turns) if turn not in given), 0),
            format_func=lambda turn: f"#{turn} ✓" if turn in given else f"#{turn}",
            key=f"label_form_turn_{task.session.id}",
        )
    )


def _form(bench: Bench, desk: LabelDesk, turn: int) -> None:
    task = desk.tasks[0]
    asked = [
        (criterion, turn if criterion.level is Level.TURN else 0)
        for criterion in bench.version.rubric.criteria
        if turn or criterion.level is Level.SESSION
    ]
    with st.form(f"label_form_{task.session.id}_{turn}", border=True):
        for criterion, number in asked:
            _fields(task, criterion, number)
        units = tuple((criterion.key, number) for criterion, number in asked)
        _steps(bench, desk, units)


def _fields(task: Task, criterion: Criterion, turn: int) -> None:
    label = task.labels.get((criterion.key, turn))
    key = _key(task, criterion.key, turn)
    st.session_state.setdefault(f"{key}_outcome", label.outcome if label else None)
    st.session_state.setdefault(f"{key}_note", label.rationale if label else "")
    st.session_state.setdefault(f"{key}_cited", _cited(label))
    st.segmented_control(
        plain(criterion.name),
        ANSWERS,
        format_func=lambda outcome: chip(outcome, criterion.kind).text,
        help=plain(f"{criterion.question} {criterion.pass_when} {criterion.fail_when}"),
        key=f"{key}_outcome",
    )
    note, cited = st.columns(2)
    note.text_input(
        "Note",
        max_chars=NOTE,
        placeholder="Note",
        label_visibility="collapsed",
        key=f"{key}_note",
    )
    cited.multiselect(
        "Cited turns",
        [one.number for one in task.session.turns],
        format_func=lambda number: f"#{number}",
        max_selections=MOST_CITED,
        placeholder="Cited turns",
        label_visibility="collapsed",
        key=f"{key}_cited",
    )


def _key(task: Task, criterion: str, turn: int) -> str:
    return f"label_form_{task.session.id}_{turn}_{criterion}"


def _cited(label: GivenLabel | None) -> list[int]:
    cited = [one.turn for one in label.citations if not one.missing] if label else []
    return list(dict.fromkeys(cited))


def _save(bench: Bench, task: Task, units: Sequence[tuple[str, int]]) -> Receipt:
    """Keep what differs from what was there, all in one go, and return what became of it."""
    state, rubric = st.session_state, bench.version.rubric
    typed = {key: state.get(f"{_key(task, key, turn)}_outcome") for key, turn in units}
    answers = label_conditions.settled(rubric, typed)
    events = []
    for key, turn in units:
        fields = _key(task, key, turn)
        note, cited = state.get(f"{fields}_note") or "", state.get(f"{fields}_cited") or []
        state[f"{fields}_outcome"] = answers[key]
        label = task.labels.get((key, turn))
        before = (label.outcome, label.rationale, _cited(label)) if label else (None, "", [])
        if (answers[key], note, cited) != before:
            answer = {"outcome": answers[key], "note": note, "cited": cited}
            events.append(_event(bench, task, (key, turn), answer | _kept(label, cited)))
    receipt = labelling.receive(bench.project, bench.reviewer, events)
    if receipt.refused:
        state[SAID] = f"Not saved: {' '.join(receipt.refused.values())}"
    if receipt.kept:
        st.toast(f"{counted(len(receipt.kept), 'label')} saved.", icon=":material/check:")
    return receipt


def _event(
    bench: Bench,
    task: Task,
    unit: tuple[str, int],
    fields: dict[str, object],
) -> dict[str, object]:
    return {
        "id": secrets.token_hex(12),
        "type": "label",
        "reviewer": bench.reviewer,
        "rubric": bench.version.rubric.label,
        "session": task.session.external_id,
        "criterion": unit[0],
        "turn": unit[1],
        **fields,
    }


def _kept(label: GivenLabel | None, cited: Sequence[int]) -> dict[str, object]:
    """Return what the form does not ask for and leaves as it is: quotes, and what is missing."""
    citations = label.citations if label else ()
    quoted = (one for one in citations if one.quote and one.turn in cited)
    return {
        "quotes": [{"turn": one.turn, "quote": one.quote} for one in quoted],
        "missing": [one.turn for one in citations if one.missing],
    }


def _verdict(bench: Bench, verdict: Verdict) -> None:
    """Draw what the judge said: it is handed out only once every label is given."""
    answer = Answer(bench.version.rubric.criterion(verdict.criterion), verdict)
    cited = " ".join(f"#{citation.turn}" for citation in verdict.citations)
    st.markdown(f"Judge on **{plain(answer.subject)}** {answer.chip.badge} {cited}")
    if verdict.rationale:
        st.write(plain(verdict.rationale))


def _steps(bench: Bench, desk: LabelDesk, units: Sequence[tuple[str, int]]) -> None:
    """Draw what ends the form; what leads elsewhere saves first, so that nothing is dropped."""
    task, names = desk.tasks[0], [one.session.external_id for one in desk.tasks]
    earlier = bench.earlier(desk)
    after = names[1] if len(names) > 1 else ""
    # One clear next step: once all is saved, that is the next session.
    next_look: Look = "primary" if task.is_complete else "secondary"
    save_look: Look = "secondary" if task.is_complete else "primary"
    act = partial(_save, bench, task, units)
    with st.container(horizontal=True):
        st.form_submit_button("Save", type=save_look, on_click=partial(_save_here, act))
        if earlier:
            go = partial(_save_and_go, act, earlier)
            st.form_submit_button("Back", key="label_form_back", on_click=go)
        if task.is_complete or (after and not desk.place):
            go = partial(_save_and_go, act, after)
            st.form_submit_button(
                "Next session", key="label_form_next", type=next_look, on_click=go
            )
        if desk.place and not task.is_complete:
            for how, word in (("skip", "Skip"), ("later", "Later")):
                go = partial(_save_and_leave, act, bench, names[0], how)
                st.form_submit_button(word, key=f"label_form_{how}", on_click=go)


def _save_here(save: Callable[[], Receipt]) -> None:
    receipt = save()
    if not receipt.kept and not receipt.refused:
        st.toast("Nothing has changed.")


def _save_and_go(save: Callable[[], Receipt], name: str) -> None:
    if not save().refused:
        _go(name)


def _save_and_leave(save: Callable[[], Receipt], bench: Bench, name: str, how: str) -> None:
    """Leave a session of the queue: to others, or until there is nothing else."""
    assert bench.queue is not None
    if save().refused:
        return
    event = {
        "id": secrets.token_hex(12),
        "type": how,
        "reviewer": bench.reviewer,
        "rubric": bench.version.rubric.label,
        "session": name,
        "queue": bench.queue.name,
    }
    labelling.receive(bench.project, bench.reviewer, [event])
    _go("")


def _go(name: str) -> None:
    state = label_state.current()
    state.at = name
    if name:
        st.query_params["session"] = name
    else:
        st.query_params.pop("session", None)
