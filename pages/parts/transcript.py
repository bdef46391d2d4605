"""A session on the screen, turn by turn."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

import streamlit as st

from judging.sessions import Origin, Session, ToolCall, Turn
from pages.parts import assets
from pages.parts.marks import Answer, Fact, marks

_draw = st.components.v2.component(
    "judging_transcript",
    css=assets.style("tokens", "transcript"),
    js=assets.script(
        "stage",
        "layout",
        "quotes",
        "turn",
        "margin",
        "frame",
        "keys",
        "search",
        "settling",
        "selected",
        "transcript",
    ),
)


@dataclass(frozen=True, slots=True)
class TranscriptView:
    """
    A session and what to show over it.

    Attributes:
        answers: The ratings given, and so which turns are cited. None while the reader is
            blind: what is not here never reaches the browser.

        focus: The turn to open at, from the page's address; None for the start.
    """

    session: Session
    answers: tuple[Answer, ...] = ()
    facts: tuple[Fact, ...] = ()
    focus: int | None = None


def show(
    view: TranscriptView,
    *,
    key: str,
    height: str = "",
    standby: bool = False,
    shortcuts: bool = True,
    labelling: bool = False,
) -> None:
    """
    Draw the session in a scroller of its own, as text and nothing else.

    Args:
        view: The session; drawn anew only when it is another one. A change of marks
            repaints the turns concerned, a change of focus only scrolls.

        key: The place on the page, the same from run to run.

        height: The height in CSS; without one, down to the window's lower edge.

        standby: Whether to stay hidden until another part of the page calls for the session
            (`stage.js`): the next session is then there at once.

        shortcuts: Whether keys work wherever the focus is; else only inside the transcript.

        labelling: Whether a reviewer marks turns here as evidence. What is marked then stands in
            the margin, and pushes nothing.
    """
    shown, digest = _drawn(_Same(view.session))
    _draw(
        key=key,
        data={
            "session": reference(view.session),
            "digest": digest,
            "shown": shown,
            "marks": marks(view.answers, view.facts),
            "focus": view.focus,
            "height": height,
            "standby": standby,
            "shortcuts": shortcuts,
            "labelling": labelling,
        },
    )


class _Same:
    """A session that equals itself alone: comparing all that is said takes longer than drawing."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.session is other.session

    def __hash__(self) -> int:
        return id(self.session)


@lru_cache(maxsize=24)
def _drawn(same: _Same) -> tuple[dict[str, Any], str]:
    """Return what is drawn of a session, and the digest by which the browser knows it again."""
    shown = session_data(same.session)
    return shown, hashlib.sha256(json.dumps(shown).encode()).hexdigest()


def reference(session: Session) -> str:
    """Return the name by which the parts of a page speak of `session`."""
    return str(session.id) if session.id is not None else session.external_id


def session_data(session: Session) -> dict[str, Any]:
    """Return what is said in `session` and what is known of it, as JSON for the browser."""
    return {
        "title": session.title or session.external_id,
        "about": _about(session),
        "goal": session.goal,
        "goal_source": session.goal_source,
        "system_prompt": session.system_prompt,
        "warnings": list(session.warnings),
        "turns": [
            _turn(turn, session.agent_model, caller)
            for turn, caller in zip(session.turns, _callers(session.turns), strict=True)
        ],
    }


def _callers(turns: Iterable[Turn]) -> Iterator[int | None]:
    """Yield, for each turn, the number of the turn whose call it answers, or None."""
    made: dict[str, int] = {}
    for turn in turns:
        yield made.get(turn.tool_call_id or "")
        made |= {call.id: turn.number for call in turn.tool_calls if call.id}


def _about(session: Session) -> list[str]:
    started = session.started_at.strftime("%d %b %Y %H:%M UTC") if session.started_at else None
    origin = None if session.origin is Origin.RECORDED else f"{session.origin} user"
    known = [session.external_id if session.title else None, session.agent_model, origin, started]
    return [fact for fact in known if fact]


def _turn(turn: Turn, usual_model: str | None, caller: int | None) -> dict[str, Any]:
    fields = {
        "number": turn.number,
        "role": turn.role,
        "content": turn.content,
        "reasoning": turn.reasoning,
        "calls": [_call(call) for call in turn.tool_calls],
        "tool": turn.tool_name,
        "answers": caller,
        "is_error": turn.is_error,
        "speaker": turn.speaker if turn.speaker != turn.role else None,
        "model": turn.model if turn.model != usual_model else None,
        "time": _time(turn.timestamp),
    }
    return {name: value for name, value in fields.items() if value}


def _call(call: ToolCall) -> dict[str, str]:
    """Write the arguments out here: the browser would round what Python reads exactly."""
    arguments = call.arguments
    if not isinstance(arguments, str):
        arguments = "" if arguments is None else json.dumps(arguments, ensure_ascii=False)
    return {"name": call.name, "arguments": arguments}


def _time(moment: datetime | None) -> str | None:
    return moment.strftime("%Y-%m-%d %H:%M:%S") if moment else None
