"""
What the plots of intervals have in common.

A channel is an object here, never a word: each word costs a hundredth of a second at every turn of
a page, since Altair goes through the schema of all channels for it.
"""

from typing import Any

import altair as alt
import pandas as pd
import streamlit as st

from pages.parts.outcome import CHART, Tone


def ink() -> str:
    """Return the colour of text in the visitor's mode: Vega's own is black in both."""
    return "#e8e6e1" if st.context.theme.type == "dark" else "#2f2d28"


def paper() -> str:
    """Return the colour behind the plot in the visitor's mode."""
    return "#171614" if st.context.theme.type == "dark" else "#ffffff"


def lines(data: pd.DataFrame) -> alt.Chart:
    """Return a chart with a line for each `criterion` of `data`, named on the left, in order."""
    names = alt.Axis(
        labelFontSize=13,
        labelColor=ink(),
        labelLimit=240,
        labelPadding=10,
        labelFlush=False,
        ticks=False,
        domain=False,
    )
    order = list(data["criterion"])
    placed: alt.Chart = alt.Chart(data).encode(
        y=alt.Y("criterion:N", sort=order, title=None, axis=names)
    )
    return placed


def scaled(**more: Any) -> alt.Axis:
    """Return the axis below the lines."""
    return alt.Axis(labelFontSize=12, titleFontSize=12, labelColor=ink(), titleColor=ink(), **more)


def beside(base: alt.Chart, field: str, at: int) -> alt.Chart:
    """Return a column of words to the right of the plot, each on the line of its criterion."""
    words = base.mark_text(align="left", dx=at, fontSize=13, color=ink())
    placed: alt.Chart = words.encode(x=alt.value("width"), text=alt.Text(f"{field}:N"))
    return placed


def tip(*fields: str) -> list[alt.Tooltip]:
    """Return what is said of a mark that is pointed at."""
    return [alt.Tooltip(field, type="nominal") for field in fields]


def zero(scale: alt.Scale) -> alt.Chart:
    """Return the line at 0."""
    line = alt.Chart(pd.DataFrame({"x": [0.0]})).mark_rule(
        strokeDash=[4, 4], color=CHART[Tone.GRAY]
    )
    placed: alt.Chart = line.encode(x=alt.X("x:Q", scale=scale))
    return placed


def told(data: pd.DataFrame) -> str:
    """Return the lines in words, for those who do not see them."""
    rows = data.to_dict("records")
    return "; ".join(f"{row['criterion']}: {row['said']}, {row['counts']}" for row in rows)
