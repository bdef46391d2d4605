"""
Which disagreement stands beside the list: in the page's address.

`session`, `on` (the criterion) and `at` (the turn that is answered for; none for the session) name
it. `turn` is, as on every page with a transcript, the turn that its reader looks at.
"""

from collections.abc import Mapping, Sequence
from typing import TypeVar

import streamlit as st

from calibration.labels.adjudicating import Case
from calibration.revision.disagreeing import Disagreement
from pages.parts.disagreement_filter import Wanted

Unit = tuple[str, str, int]
KEY = "disagreements_wanted"
Placed = TypeVar("Placed", Disagreement, Case)


def settle(
    found: Sequence[Disagreement], wanted: Wanted
) -> tuple[list[Disagreement], Disagreement | None]:
    """
    Return the list and which of it is at hand; None where the list is empty.

    One that no longer fits, since somebody has just looked at it, stays in the list until its
    reader leaves it or chooses other filters.
    """
    asked = named(found)
    is_same = st.session_state.get(KEY, wanted) == wanted
    st.session_state[KEY] = wanted
    stays = asked is not None and (is_same or wanted.fits(asked))
    listed = [one for one in found if wanted.fits(one) or (stays and one is asked)]
    if stays or not listed:
        return listed, asked if stays else None
    go(listed[0].unit)
    return listed, listed[0]


def named(found: Sequence[Placed]) -> Placed | None:
    """Return the first that the address leads to, or None; a session is enough to name one."""
    asked = st.query_params
    return next((one for one in found if _is_named(asked.to_dict(), one.unit)), None)


def _is_named(asked: Mapping[str, str], unit: Unit) -> bool:
    criterion, session, turn = unit
    return (
        session == asked.get("session")
        and asked.get("on") in {None, criterion}
        and asked.get("at") in {None, str(turn)}
    )


def go(unit: Unit) -> None:
    """Lead the address to another one: the `on_click` of a button."""
    criterion, session, turn = unit
    st.query_params["on"], st.query_params["session"] = criterion, session
    st.query_params.pop("turn", None)
    if turn:
        st.query_params["at"] = str(turn)
    else:
        st.query_params.pop("at", None)


def looked_at() -> int | None:
    """Return the turn that the address opens the session at, or None."""
    turn = st.query_params.get("turn", "")
    return int(turn) if turn.isdecimal() else None


def neighbours(found: Sequence[Placed], here: Placed) -> tuple[Placed | None, Placed | None]:
    """Return the ones before and after in the list, or None."""
    at = [one.unit for one in found].index(here.unit)
    return found[at - 1] if at else None, found[at + 1] if at + 1 < len(found) else None
