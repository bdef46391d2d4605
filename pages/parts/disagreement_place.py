"""Which disagreement stands beside the list: in the page's address."""

from collections.abc import Sequence

import streamlit as st

from calibration.disagreeing import Disagreement

Unit = tuple[str, str, int]
NAMES = ("on", "session", "turn")


def at_hand(found: Sequence[Disagreement]) -> Disagreement | None:
    """Return the first that the address leads to, or None; a session is enough to name one."""
    asked = st.query_params
    turn = asked.get("turn", "")
    return next(
        (
            one
            for one in found
            if one.session.external_id == asked.get("session")
            and asked.get("on") in {None, one.criterion.key}
            and turn in {"", str(one.turn)}
        ),
        None,
    )


def go(unit: Unit) -> None:
    """Lead the address to another one: the `on_click` of a button."""
    criterion, session, turn = unit
    st.query_params["on"], st.query_params["session"] = criterion, session
    if turn:
        st.query_params["turn"] = str(turn)
    else:
        st.query_params.pop("turn", None)


def neighbours(
    found: Sequence[Disagreement], here: Disagreement
) -> tuple[Disagreement | None, Disagreement | None]:
    """Return the ones before and after in the list, or None."""
    at = [one.unit for one in found].index(here.unit)
    return found[at - 1] if at else None, found[at + 1] if at + 1 < len(found) else None
