"""The label panel: the questions asked of a session, and a reviewer's answers."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import streamlit as st

from calibration.labels.labelling import LabelDesk, Task
from calibration.labels.queue_serving import QueuePlace
from judging.ratings import Outcome, Verdict
from judging.rubrics import Criterion, Kind, RubricVersion
from judging.sessions import Role
from pages.parts import assets
from pages.parts.marks import Answer, Fact
from pages.parts.outcome import chip
from pages.parts.transcript import reference
from storage import GivenLabel, Reveal

_draw = st.components.v2.component(
    "judging_panel",
    css=assets.style("tokens", "panel"),
    js=assets.script(
        "stage",
        "keys",
        "panel_outbox",
        "panel_clock",
        "panel_rubric",
        "panel_sheet",
        "panel_path",
        "panel_walk",
        "panel_desk",
        "panel_marks",
        "panel_queue",
        "panel_head",
        "panel_notices",
        "panel_outage",
        "panel_table",
        "panel_question",
        "panel_support",
        "panel_judged",
        "panel_foot",
        "panel_remap",
        "panel_keys",
        "panel_recent",
        "panel",
    ),
)
ANSWERS = (Outcome.PASS, Outcome.FAIL, Outcome.NOT_APPLICABLE, Outcome.CANNOT_TELL)
EVENTS = "events"
Shown = dict[str, Any]


@dataclass(frozen=True, slots=True)
class PanelView:
    """
    What to show beside the session, and what the browser is to know of what it sent.

    Attributes:
        project: Its name: labels that wait in a tab wait for one project.

        judge: Whose verdicts are shown once a session is complete; empty without one.

        earlier: The id of the session imported just before the one at hand, or None.

        visit: Another one after the server was started anew.

        acked: The ids of events that are kept.

        refused: Of those that never will be the id and why.
    """

    desk: LabelDesk
    project: str
    judge: str = ""
    earlier: str | None = None
    visit: str = ""
    acked: Sequence[str] = ()
    refused: Mapping[str, str] | None = None


def show(view: PanelView, *, key: str, on_events: Callable[[], None]) -> None:
    """
    Draw the panel; it moves the transcripts on the page, and is moved by them.

    Args:
        view: What it shows.

        key: Another one for each reviewer and rubric: nothing is handed on in the browser.

        on_events: Called when events came in; `received` returns them.
    """
    _draw(key=key, data=panel_data(view), on_events_change=on_events)


def received(key: str) -> list[Any]:
    """Return the events that came in, as they were sent: anybody can send anything."""
    sent = (st.session_state.get(key) or {}).get(EVENTS)
    return sent if isinstance(sent, list) else []


def panel_data(view: PanelView) -> Shown:
    """Return the panel as JSON for the browser; it holds what it is given and no more."""
    desk = view.desk
    rubric = desk.version.rubric
    return {
        "project": view.project,
        "reviewer": desk.reviewer.name,
        "rubric": rubric.label,
        "judge": view.judge,
        "visit": view.visit,
        "criteria": [_criterion(criterion) for criterion in rubric.criteria],
        "outcomes": {kind: _chips(kind) for kind in Kind},
        "sessions": [_session(task, rubric) for task in desk.tasks],
        "earlier": view.earlier,
        "recent": [
            {"outcome": one.outcome, "criterion": one.criterion, "turn": one.turn}
            | {"session": one.session, "title": one.title}
            for one in desk.recent
        ],
        "queue": _queue(desk.place) if desk.place else None,
        "done": desk.done,
        "total": desk.total,
        "acked": list(view.acked),
        "refused": dict(view.refused or {}),
    }


def _queue(place: QueuePlace) -> Shown:
    until = place.until.isoformat() if place.until else None
    return {
        "name": place.name,
        "done": place.done,
        "total": place.total,
        "until": until,
        "is_lost": place.is_lost,
        "is_closed": place.is_closed,
    }


def _criterion(criterion: Criterion) -> Shown:
    shown = ("key", "name", "question", "pass_when", "fail_when", "kind", "level", "applies_when")
    return {name: getattr(criterion, name) for name in shown}


def _chips(kind: Kind) -> Shown:
    chips = {outcome.value: asdict(chip(outcome, kind)) for outcome in ANSWERS}
    return chips | {"": asdict(chip(None, kind))}


def _session(task: Task, rubric: RubricVersion) -> Shown:
    session = task.session
    return {
        "session": reference(session),
        "name": session.external_id,
        "title": session.title or session.external_id,
        "turns": [turn.number for turn in session.turns if turn.role is Role.ASSISTANT],
        "labels": {f"{key} {turn}": _label(label) for (key, turn), label in task.labels.items()},
        "is_complete": task.is_complete,
        "is_never_revealed": task.reveal is Reveal.BLIND,
        "verdicts": [_verdict(verdict, rubric) for verdict in task.verdicts],
        "facts": [asdict(Fact.of(found)) for found in task.facts],
    }


def _label(label: GivenLabel) -> Shown:
    return {
        "outcome": label.outcome,
        "note": label.rationale,
        "cited": list(dict.fromkeys(one.turn for one in label.citations if not one.missing)),
        "quotes": [{"turn": c.turn, "quote": c.quote} for c in label.citations if c.quote],
        "missing": [one.turn for one in label.citations if one.missing],
        "seconds": label.seconds,
    }


def _verdict(verdict: Verdict, rubric: RubricVersion) -> Shown:
    answer = Answer(rubric.criterion(verdict.criterion), verdict)
    return {
        "criterion": verdict.criterion,
        "turn": verdict.turn,
        "outcome": verdict.outcome,
        "chip": asdict(answer.chip),
        "rationale": verdict.rationale,
        "citations": [asdict(citation) for citation in verdict.citations],
    }
