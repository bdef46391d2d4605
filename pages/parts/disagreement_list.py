"""The list of units that raters differ on: one after another, the one at hand marked."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import streamlit as st

from judging.rubrics import Criterion
from pages.parts import assets
from pages.parts.disagreement_place import Unit
from storage import SessionLine

_draw = st.components.v2.component(
    "judging_disagreements",
    css=assets.style("tokens", "disagreement_list"),
    js=assets.script("stage", "disagreement_list"),
)
CHOSEN = "chosen"
MOST = 200


@dataclass(frozen=True, slots=True)
class Entry:
    """
    One line of the list.

    Attributes:
        turn: 0 for the session as a whole.

        about: How they differ, or where it stands, in a few words.

        looks: What was made of it, in a few words each.
    """

    criterion: Criterion
    session: SessionLine
    turn: int
    about: str
    looks: tuple[str, ...] = ()

    @property
    def unit(self) -> Unit:
        """What tells it from every other: criterion, session and turn."""
        return self.criterion.key, self.session.external_id, self.turn


def show(found: Sequence[Entry], here: Unit, *, key: str, on_chosen: Callable[[], None]) -> None:
    """
    Draw the part of the list that `here` is in; what is chosen in it is `chosen`.

    Args:
        found: All that are listed, the one at `here` among them.

        here: The unit that stands beside the list.

        key: The place on the page, the same from run to run.

        on_chosen: Called when another one was chosen.
    """
    _draw(key=key, data=list_data(found, here), on_chosen_change=on_chosen)


def chosen(key: str) -> Unit | None:
    """Return the unit that was chosen; None if what came in is none: anybody can send anything."""
    match (st.session_state.get(key) or {}).get(CHOSEN):
        case [str(criterion), str(session), int(turn)]:
            return criterion, session, turn
    return None


def list_data(found: Sequence[Entry], here: Unit) -> dict[str, Any]:
    """Return the list as JSON for the browser: by criterion, at most 200 at once."""
    at = [one.unit for one in found].index(here)
    start = at // MOST * MOST
    some = found[start : start + MOST]
    before, after = found[start - 1 : start], found[start + MOST : start + MOST + 1]
    return {
        "here": list(here),
        "first": start + 1,
        "total": len(found),
        "before": [list(one.unit) for one in before],
        "after": [list(one.unit) for one in after],
        "groups": [
            {
                "name": criterion.name,
                "count": sum(one.criterion == criterion for one in found),
                "items": [_item(one) for one in items],
            }
            for criterion, items in groupby(some, key=lambda one: one.criterion)
        ],
    }


def _item(one: Entry) -> dict[str, Any]:
    return {
        "unit": list(one.unit),
        "title": one.session.title or one.session.external_id,
        "id": one.session.external_id,
        "turn": one.turn,
        "direction": one.about,
        "looks": list(one.looks),
    }
