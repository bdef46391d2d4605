"""The list of disagreements: one after another, the one at hand marked."""

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

import streamlit as st

from calibration.disagreeing import Disagreement
from pages.parts import assets, disagreement_words
from pages.parts.disagreement_place import Unit

_draw = st.components.v2.component(
    "judging_disagreements",
    css=assets.style("tokens", "disagreement_list"),
    js=assets.script("stage", "disagreement_list"),
)
CHOSEN = "chosen"
MOST = 200


def show(
    found: Sequence[Disagreement], here: Disagreement, *, key: str, on_chosen: Callable[[], None]
) -> None:
    """
    Draw the part of the list that `here` is in; what is chosen in it is `chosen`.

    Args:
        found: All that are listed, `here` among them.

        here: The one that stands beside the list.

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


def list_data(found: Sequence[Disagreement], here: Disagreement) -> dict[str, Any]:
    """Return the list as JSON for the browser: by criterion, at most 200 at once."""
    at = [one.unit for one in found].index(here.unit)
    start = at // MOST * MOST
    some = found[start : start + MOST]
    before, after = found[start - 1 : start], found[start + MOST : start + MOST + 1]
    return {
        "here": list(here.unit),
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


def _item(one: Disagreement) -> dict[str, Any]:
    return {
        "unit": list(one.unit),
        "title": one.session.title or one.session.external_id,
        "id": one.session.external_id,
        "turn": one.turn,
        "direction": disagreement_words.direction(one.direction, one.criterion),
        "looks": [disagreement_words.VIEWS[view] for view in one.views],
    }
