"""Answers given in the form view and not saved yet: held as long as the tab is open."""

import secrets
from collections.abc import Mapping
from typing import NamedTuple

import streamlit as st

from calibration.labels import labelling
from calibration.labels.labelling import Receipt
from judging.wording import counted
from pages.parts.plain import plain
from storage import Project

KEY = "label_form_held"
SAID = "label_form_said"
Unit = tuple[str, int]
Fields = dict[str, object]


class Place(NamedTuple):
    """Whose answers to what: another reviewer or rubric has a place of its own."""

    project: str
    reviewer: str
    rubric: str
    session: str


def at(place: Place) -> dict[Unit, Fields]:
    """Return what is held at `place`, by criterion and turn."""
    return dict(_all().get(place, {}))


def hold(place: Place, unit: Unit, fields: Fields | None) -> None:
    """Hold an answer; None lets go of it: it is again what was saved before."""
    held = at(place)
    held.pop(unit, None)
    # An id of its own for each answer: what is sent twice is kept once.
    given = {unit: {**fields, "id": secrets.token_hex(12)}} if fields is not None else {}
    _keep(place, held | given)


def save(project: Project, place: Place) -> Receipt:
    """Save all that is held at `place`, in one go; what is refused stays held, and is said."""
    held = at(place)
    events = {str(fields["id"]): _event(place, unit, fields) for unit, fields in held.items()}
    receipt = labelling.receive(project, place.reviewer, events.values())
    _keep(place, {u: f for u, f in held.items() if f["id"] in receipt.refused})
    if held:
        # Callbacks of a fragment cannot draw: the run after them does.
        st.session_state[SAID] = receipt
    return receipt


def save_here(project: Project, place: Place) -> None:
    """Save what is held at `place`, and say so also where there is nothing."""
    st.session_state[SAID] = save(project, place)


def tell() -> None:
    """Draw, once, what became of the answers that were saved last."""
    receipt = st.session_state.pop(SAID, None)
    if receipt is None:
        return
    if receipt.refused:
        st.error(plain(f"Not saved: {' '.join(dict.fromkeys(receipt.refused.values()))}"))
    if receipt.kept:
        st.toast(f"{counted(len(receipt.kept), 'label')} saved.", icon=":material/check:")
    elif not receipt.refused:
        st.toast("Nothing has changed.")


def elsewhere(project: Project, reviewer: str, here: Place | None) -> None:
    """Draw what this reviewer left unsaved in other places than `here`, and the way to save it."""
    for place, held in _all().items():
        if (place.project, place.reviewer) == (project.name, reviewer) and place != here and held:
            _left(project, place, held)


def _left(project: Project, place: Place, held: Mapping[Unit, Fields]) -> None:
    n = len(held)
    names, key = f"**{plain(place.session)}** ({plain(place.rubric)})", "_".join(place[2:])
    with st.container(horizontal=True, vertical_alignment="center", border=True):
        is_one = "is" if n == 1 else "are"
        st.markdown(f"{counted(n, 'answer')} on {names} {is_one} not saved yet.", width="content")
        st.space("stretch")
        st.button(
            "Save them" if n > 1 else "Save it",
            key=f"label_form_held_save_{key}",
            on_click=save_here,
            args=(project, place),
        )
        st.button(
            "Discard",
            key=f"label_form_held_drop_{key}",
            type="tertiary",
            on_click=_keep,
            args=(place, {}),
        )


def _event(place: Place, unit: Unit, fields: Fields) -> Fields:
    criterion, turn = unit
    return {
        "type": "label",
        "reviewer": place.reviewer,
        "rubric": place.rubric,
        "session": place.session,
        "criterion": criterion,
        "turn": turn,
        **fields,
    }


def _all() -> dict[Place, dict[Unit, Fields]]:
    found: dict[Place, dict[Unit, Fields]] = st.session_state.setdefault(KEY, {})
    return found


def _keep(place: Place, held: dict[Unit, Fields]) -> None:
    kept = {where: what for where, what in _all().items() if where != place}
    st.session_state[KEY] = kept | ({place: held} if held else {})
