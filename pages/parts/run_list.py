"""The newest runs, one of which can be opened."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from calibration.runs import watching
from calibration.runs.money import dollars
from pages.parts import run_state, run_time
from pages.parts.outcome import CHART, Tone
from storage import RunLine


def show(lines: Sequence[RunLine], shown: int | None) -> None:
    """Draw the runs, newest first; a click on one puts it into the page's address."""
    if not lines:
        return
    st.header("Runs", anchor=False)
    # Another key for another run shown: the click that led to it is forgotten.
    key = f"run_list_{shown}"
    started = st.column_config.DatetimeColumn(format="D MMM YYYY, HH:mm", timezone=run_time.zone())
    st.dataframe(
        table(lines).style.map(coloured, subset=["State"]),
        key=key,
        hide_index=True,
        on_select=lambda: _open(key, lines),
        selection_mode=["single-cell"],
        height="content",
        placeholder="",
        alt="One row a run, newest first",
        column_config={"Started": started},
    )


def table(lines: Sequence[RunLine]) -> pd.DataFrame:
    """
    Return runs as people read them.

    One that changes by itself has no counts here: they would be old by the next glance.
    """
    rests = [None if watching.is_active(line.status) else line for line in lines]
    counts = {
        "Scored": [line and line.scored for line in rests],
        "Not scored": [line and sum(watching.problems(line).values()) for line in rests],
        "Calls": [line and line.calls for line in rests],
    }
    return pd.DataFrame(
        {
            "Run": [line.id for line in lines],
            "State": [run_state.CHIPS[line.status].text for line in lines],
            "Judge": [line.judge for line in lines],
            "Rubric": [line.rubric for line in lines],
            "Units": [line.units for line in lines],
            **{name: pd.Series(column, dtype="Int64") for name, column in counts.items()},
            "Cost": [dollars(line.cost) if line and line.calls else "" for line in rests],
            "Started": [line.created_at for line in lines],
        }
    )


def coloured(cell: object) -> str:
    """Return the colour of a state; glyph and word say the same without it."""
    for chip in run_state.CHIPS.values():
        if chip.text == cell and chip.tone is not Tone.GRAY:
            return f"color: {CHART[chip.tone]}"
    return ""


def _open(key: str, lines: Sequence[RunLine]) -> None:
    for row, _column in st.session_state[key]["selection"]["cells"]:
        st.query_params["run"] = str(lines[row].id)
