"""The sessions, or turns, behind a count."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from calibration.browsing import Cell
from storage import SessionLine


def show(found: Cell, *, key: str, alt: str) -> None:
    """List them; a click opens a session at its turn."""
    if not found.units:
        st.markdown(":gray[Which sessions they are is for leads to see.]")
        return
    selected = st.dataframe(
        table(found.units),
        key=key,
        hide_index=True,
        on_select="rerun",
        selection_mode=["single-cell"],
        height=min(420, 38 + 35 * len(found.units)),
        alt=alt,
    )
    for row, _column in selected["selection"]["cells"]:
        line, turn = found.units[row]
        where = {"id": line.external_id} | ({"turn": str(turn)} if turn else {})
        st.switch_page("session.py", query_params=where)


def table(units: Sequence[tuple[SessionLine, int]]) -> pd.DataFrame:
    """Return one row a unit; the turn only where there is one."""
    columns: dict[str, list[object]] = {
        "Session": [line.title or line.external_id for line, _ in units],
        "Id": [line.external_id for line, _ in units],
    }
    if any(turn for _, turn in units):
        columns["Turn"] = [turn for _, turn in units]
    columns["Turns"] = [line.n_turns for line, _ in units]
    columns["Agent"] = [line.agent_model or "" for line, _ in units]
    return pd.DataFrame(columns)
