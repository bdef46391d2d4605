"""The fields of the form view: for each question an answer, a note and turns that support it."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import cast

import streamlit as st

from calibration.labels import label_conditions
from calibration.labels.labelling import Task
from judging.ratings import Outcome
from judging.rubrics import Criterion, Level, RubricVersion
from pages.parts import form_held
from pages.parts.form_held import Fields, Place, Unit
from pages.parts.outcome import chip
from pages.parts.panel import ANSWERS
from pages.parts.plain import plain
from storage import GivenLabel

NOTE = 10_000
MOST_CITED = 50
# The keys of answers that a condition has settled just now, which a default would contradict.
SETTLED = "label_form_settled"


@dataclass(frozen=True, slots=True)
class Sheet:
    """
    What is asked of one session, and of one of its turns.

    Attributes:
        place: Whose answers these are.

        turn: The turn that turn-level criteria ask of; 0 where none does.
    """

    place: Place
    task: Task
    rubric: RubricVersion
    turn: int

    @property
    def units(self) -> dict[Unit, Criterion]:
        """What is asked, in the order of the rubric."""
        return {
            (one.key, self.turn if one.level is Level.TURN else 0): one
            for one in self.rubric.criteria
            if self.turn or one.level is Level.SESSION
        }

    def key(self, unit: Unit, field: str) -> str:
        """Return a widget's key: nobody sees what another has typed in the same tab."""
        place = hashlib.sha256(repr(self.place).encode()).hexdigest()[:12]
        return f"label_form_{place}_{unit[1]}_{unit[0]}_{field}"


def show(sheet: Sheet) -> None:
    """Draw the fields of every question; what is given is held at once, and not yet saved."""
    held = form_held.at(sheet.place)
    for unit, criterion in sheet.units.items():
        stands = held.get(unit) or _stored(sheet.task.labels.get(unit))
        with st.container(gap="xsmall"):
            _fields(sheet, unit, criterion, stands)
    st.session_state.pop(SETTLED, None)


def _fields(sheet: Sheet, unit: Unit, criterion: Criterion, stands: Fields) -> None:
    """
    Draw the fields of one question, with what stands as their defaults.

    Set as their state it could be lost on the way to the browser, where one run of the page
    overtakes another: the field would be empty there, and send that.
    """
    changed, key = partial(_hold, sheet), sheet.key(unit, "outcome")
    is_settled = key in st.session_state.get(SETTLED, ())
    st.segmented_control(
        f"**{plain(criterion.name)}** :gray[{plain(criterion.question)}]",
        ANSWERS,
        format_func=lambda outcome: chip(outcome, criterion.kind).text,
        help=_rule(criterion),
        default=None if is_settled else cast("Outcome | None", stands["outcome"]),
        key=key,
        on_change=changed,
    )
    note, cited = st.columns(2)
    turns = [one.number for one in sheet.task.session.turns]
    note.text_input(
        f"Note on {plain(criterion.name)}",
        str(stands["note"]),
        max_chars=NOTE,
        placeholder="Note",
        label_visibility="collapsed",
        key=sheet.key(unit, "note"),
        # As it is typed: a quick click on the menu overtakes the word that the field was left.
        live=True,
        on_change=changed,
    )
    cited.multiselect(
        f"Turns cited for {plain(criterion.name)}",
        turns,
        [turn for turn in cast("list[int]", stands["cited"]) if turn in turns],
        format_func=lambda number: f"#{number}",
        max_selections=MOST_CITED,
        placeholder="Cited turns",
        label_visibility="collapsed",
        key=sheet.key(unit, "cited"),
        on_change=changed,
    )


def _rule(criterion: Criterion) -> str:
    """Return when it passes and when it fails, as far as the rubric says so."""
    words = {Outcome.PASS: criterion.pass_when, Outcome.FAIL: criterion.fail_when}
    return "\n\n".join(
        f"**{chip(outcome, criterion.kind).text}**: {plain(when)}"
        for outcome, when in words.items()
        if when
    )


def _hold(sheet: Sheet) -> None:
    """Hold what differs from what is saved; conditions settle what hangs on them as they do."""
    typed = {unit: _typed(sheet, unit) for unit in sheet.units}
    answers = label_conditions.settled(
        sheet.rubric, {unit[0]: fields[0] for unit, fields in typed.items()}
    )
    for unit, (outcome, note, cited) in typed.items():
        answer = answers[unit[0]]
        if answer != outcome:
            key = sheet.key(unit, "outcome")
            st.session_state[key] = answer
            st.session_state.setdefault(SETTLED, set()).add(key)
        given: Fields = {"outcome": answer, "note": note, "cited": cited}
        label = sheet.task.labels.get(unit)
        differs = given != _stored(label)
        form_held.hold(sheet.place, unit, given | _kept(label, cited) if differs else None)


def _typed(sheet: Sheet, unit: Unit) -> tuple[Outcome | None, str, list[int]]:
    state = st.session_state
    outcome, note, cited = (state.get(sheet.key(unit, f)) for f in ("outcome", "note", "cited"))
    return outcome, note or "", list(cited or ())


def _stored(label: GivenLabel | None) -> Fields:
    """Return a label as its fields show it; those of none are empty."""
    if label is None:
        return {"outcome": None, "note": "", "cited": []}
    cited = dict.fromkeys(one.turn for one in label.citations if not one.missing)
    return {"outcome": label.outcome, "note": label.rationale, "cited": list(cited)}


def _kept(label: GivenLabel | None, cited: Sequence[int]) -> Fields:
    """Return what the form does not ask for and leaves as it is: quotes, and what is missing."""
    citations = label.citations if label else ()
    quoted = (one for one in citations if one.quote and one.turn in cited)
    return {
        "quotes": [{"turn": one.turn, "quote": one.quote} for one in quoted],
        "missing": [one.turn for one in citations if one.missing],
    }
