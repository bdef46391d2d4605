"""Labelling without scripts: the session as plain text, and one form for all answers."""

import json
import secrets
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from typing import Literal, Self

import streamlit as st

from calibration.labels import labelling
from calibration.labels.labelling import LabelDesk, Receipt, Task
from judging.ratings import Verdict
from judging.rubrics import Level
from judging.sessions import Role, Session, Turn
from judging.wording import counted
from pages.parts import form_fields, form_held, label_end, label_queue, label_state
from pages.parts.form_fields import Sheet
from pages.parts.form_held import Place
from pages.parts.label_workbench import Bench
from pages.parts.marks import Answer
from pages.parts.plain import plain
from storage import Reveal

STYLE = "white-space:pre-wrap;overflow-wrap:anywhere;margin:0 0 0.8rem"
BOX = "overflow-y:auto;border:1px solid rgba(128,128,128,0.4);border-radius:0.5rem;padding:0.8rem"
TALL = "height:calc(100vh - 17rem);min-height:20rem"
SHORT = "height:8.5rem"
Look = Literal["primary", "secondary"]
Save = Callable[[], Receipt]


@dataclass(frozen=True, slots=True)
class Turns:
    """
    The turns of a session that turn-level criteria ask about.

    Attributes:
        asked: Those of the assistant, in order; empty where no criterion asks of turns.

        answered: Those to which every answer is saved.
    """

    asked: tuple[int, ...]
    answered: frozenset[int]

    @classmethod
    def of(cls, bench: Bench, task: Task) -> Self:
        """Read them off a session and the labels that its reviewer gave."""
        keys = {c.key for c in bench.version.rubric.criteria if c.level is Level.TURN}
        turns = [turn.number for turn in task.session.turns if turn.role is Role.ASSISTANT]
        given = Counter(turn for (_, turn), label in task.labels.items() if turn and label.outcome)
        whole = frozenset(turn for turn, n in given.items() if n == len(keys))
        return cls(tuple(turns) if keys else (), whole)

    def after(self, turn: int) -> int | None:
        """Return the next unanswered turn after `turn`, from the top again at the end."""
        waiting = [one for one in self.asked if one not in self.answered and one != turn]
        return next((one for one in waiting if one > turn), waiting[0] if waiting else None)


@st.fragment
def show(bench: Bench) -> None:
    """Draw the session at hand and its form; what is given waits there until it is saved."""
    state = label_state.current()
    desk = bench.desk(state)
    here = _place(bench, desk.tasks[0]) if desk.tasks else None
    form_held.tell()
    form_held.elsewhere(bench.project, bench.reviewer, here)
    if here is None:
        label_end.show(bench.project, bench.version, desk)
        return
    task = desk.tasks[0]
    left, right = st.columns([3, 2], gap="medium")
    with left:
        _transcript(task.session)
    with right:
        st.markdown(label_queue.progress(desk))
        _form(bench, desk, here)
        if task.reveal is Reveal.BLIND:
            st.markdown(":gray[What a judge says of this session is not shown here.]")
        elif bench.judge and not task.is_complete and not task.verdicts:
            st.markdown(":gray[The judge’s answers stay hidden until every label is saved.]")
        for verdict in task.verdicts:
            _verdict(bench, verdict)


def _place(bench: Bench, task: Task) -> Place:
    rubric = bench.version.rubric.label
    return Place(bench.project.name, bench.reviewer, rubric, task.session.external_id)


def _transcript(session: Session) -> None:
    st.markdown(f"**{plain(session.title or session.external_id)}**")
    if session.system_prompt:
        with st.expander("System prompt"):
            st.html(f'<p style="{STYLE}">{escape(session.system_prompt)}</p>')
    goal = [_paragraph("Goal", session.goal)] if session.goal else []
    _scroller("Session", TALL, [*goal, *map(_said, session.turns)])


def _scroller(name: str, height: str, paragraphs: Sequence[str]) -> None:
    """Draw text in a box that whoever has no mouse can go to, and scroll with the arrow keys."""
    st.html(
        f'<section tabindex="0" aria-label="{name}" style="{height};{BOX}">'
        f"{''.join(paragraphs)}</section>"
    )


def _said(turn: Turn) -> str:
    calls = [f"→ {c.name} {json.dumps(c.arguments, ensure_ascii=False)}" for c in turn.tool_calls]
    text = "\n".join(filter(None, [turn.content, *calls])) or "nothing said"
    return _paragraph(f"#{turn.number} {turn.role.capitalize()} {turn.tool_name or ''}", text)


def _paragraph(head: str, text: str) -> str:
    return f'<p style="{STYLE}"><strong>{escape(head)}</strong>\n{escape(text)}</p>'


def _form(bench: Bench, desk: LabelDesk, place: Place) -> None:
    task = desk.tasks[0]
    turns = Turns.of(bench, task)
    with st.container(border=True):
        sheet = Sheet(place, task, bench.version.rubric, _turn(bench, turns, place))
        if turn := task.session.turn(sheet.turn):
            # Far down in a long session nobody should have to look for it.
            _scroller("The turn", SHORT, [_said(turn)])
        form_fields.show(sheet)
        _steps(bench, desk, turns, sheet)
        st.markdown(f":gray[{_state(sheet)}]")


def _turn(bench: Bench, turns: Turns, place: Place) -> int:
    """Draw the choice of the turn to answer for, where a rubric asks of turns; 0 without one."""
    if not turns.asked:
        return 0
    n = len(turns.answered)
    st.session_state.setdefault(_turn_key(place), turns.after(0) or turns.asked[0])
    return int(
        st.selectbox(
            f"Turn of the assistant: {n:,} of {counted(len(turns.asked), 'turn')} answered",
            list(turns.asked),
            format_func=lambda turn: f"#{turn} ✓" if turn in turns.answered else f"#{turn}",
            key=_turn_key(place),
            on_change=partial(_turned, bench, place),
        )
    )


def _turned(bench: Bench, place: Place) -> None:
    form_held.save(bench.project, place)


def _turn_key(place: Place) -> str:
    return "_".join(("label_form_turn", *place))


def _state(sheet: Sheet) -> str:
    """Return, in a line that is always there, whether anything waits to be saved."""
    if held := form_held.at(sheet.place):
        return f"{counted(len(held), 'answer')} not saved yet."
    if sheet.task.is_complete:
        return "All is answered, and saved."
    labels = sheet.task.labels
    if n := sum(unit in labels and labels[unit].outcome is not None for unit in sheet.units):
        return f"{n:,} of {len(sheet.units):,} answered, and saved."
    return "Save, and every step on, keeps your answers."


def _verdict(bench: Bench, verdict: Verdict) -> None:
    """Draw what the judge said: it is handed out only once every label is given."""
    answer = Answer(bench.version.rubric.criterion(verdict.criterion), verdict)
    cited = " ".join(f"#{citation.turn}" for citation in verdict.citations)
    st.markdown(f"Judge on **{plain(answer.subject)}** {answer.chip.badge} {cited}")
    if verdict.rationale:
        st.write(plain(verdict.rationale))


def _steps(bench: Bench, desk: LabelDesk, turns: Turns, sheet: Sheet) -> None:
    """Draw what ends the form; what leads elsewhere saves first, so that nothing is dropped."""
    task, names = desk.tasks[0], [one.session.external_id for one in desk.tasks]
    earlier, turn = bench.earlier(desk), turns.after(sheet.turn)
    after = names[1] if len(names) > 1 else ""
    save = partial(form_held.save, bench.project, sheet.place)
    # One clear next step: the next turn while one waits; once all is saved, the next session.
    with st.container(horizontal=True):
        if turn:
            go = partial(_save_and_turn, save, sheet.place, turn)
            st.button("Next turn", key="label_form_turn_next", type="primary", on_click=go)
        look: Look = "secondary" if turn or task.is_complete else "primary"
        here = partial(form_held.save_here, bench.project, sheet.place)
        st.button("Save", key="label_form_save", type=look, on_click=here)
        if earlier:
            go = partial(_save_and_go, save, earlier)
            st.button("Back", key="label_form_back", on_click=go)
        if task.is_complete or (after and not desk.place):
            look = "primary" if task.is_complete else "secondary"
            go = partial(_save_and_go, save, after)
            st.button("Next session", key="label_form_next", type=look, on_click=go)
        if desk.place and not task.is_complete:
            for how, word in (("skip", "Skip"), ("later", "Later")):
                go = partial(_save_and_leave, save, bench, names[0], how)
                st.button(word, key=f"label_form_{how}", on_click=go)


def _save_and_turn(save: Save, place: Place, turn: int) -> None:
    if not save().refused:
        st.session_state[_turn_key(place)] = turn


def _save_and_go(save: Save, name: str) -> None:
    if not save().refused:
        _go(name)


def _save_and_leave(save: Save, bench: Bench, name: str, how: str) -> None:
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
