"""Estimates on one scale, a line each: slices, points in time, pass rates."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace

import altair as alt
import pandas as pd
import streamlit as st

from judging.agreement import Estimate
from pages.parts import chart
from pages.parts.agreement_plot import TICKS, WIDE
from pages.parts.outcome import CHART, Tone

KAPPA = "Cohen’s kappa, with its 95 % interval"
# So that plots below one another have their scales below one another.
NAMES = 180


@dataclass(frozen=True, slots=True)
class Line:
    """
    One line of the plot.

    Attributes:
        criterion: Its name, on the left; no other line has it.

        value: Where the point is; None draws no point. Likewise the ends.

        said: The value in words, or why there is none.

        counts: What it rests on.

        joined: Lines with the same word here have their points joined; empty joins none.

        least: The lower end of a pale band behind the point, and `most` the upper; or None.
    """

    criterion: str
    value: float | None
    low: float | None
    high: float | None
    said: str
    counts: str
    colour: str = CHART[Tone.BLUE]
    joined: str = ""
    least: float | None = None
    most: float | None = None

    @classmethod
    def of(
        cls, name: str, found: Estimate | None, said: str, counts: str, *, joined: str = ""
    ) -> "Line":
        """Return the line of an estimate; None stands for one that is not to be drawn."""
        if found is None:
            return cls(name, None, None, None, said, counts)
        return cls(name, found.value, found.low, found.high, said, counts, joined=joined)

    def toned(self, tone: Tone) -> "Line":
        """Return the same line in another colour."""
        return replace(self, colour=CHART[tone])

    @property
    def is_wide(self) -> bool:
        """Whether an interval is far too wide for its value to say much."""
        if self.low is None or self.high is None:
            return False
        return (self.high - self.low) / 2 > WIDE


@dataclass(frozen=True, slots=True)
class Across:
    """What the plot is drawn on: its scale, and a line down through it all, if any."""

    title: str
    is_share: bool = False
    whole: float | None = None


def show(lines: Sequence[Line], across: Across) -> None:
    """Draw the intervals; what is undefined is words alone."""
    data = pd.DataFrame([asdict(line) | {"wide": line.is_wide} for line in lines])
    base = chart.lines(data)
    scale, axis = _scale(data, across), _axis(across)
    colour = alt.Color("colour:N", scale=None)
    band = base.mark_rule(strokeWidth=16, opacity=0.15, aria=False).encode(
        x=alt.X("least:Q", scale=scale), x2=alt.X2("most:Q"), color=colour
    )
    line = base.mark_rule(strokeWidth=4, opacity=0.5).encode(
        x=alt.X("low:Q", scale=scale, axis=axis, title=across.title),
        x2=alt.X2("high:Q"),
        color=colour,
    )
    point = base.mark_point(filled=True, size=120, opacity=1).encode(
        x=alt.X("value:Q", scale=scale),
        stroke=colour,
        fill=alt.condition("datum.wide", alt.value(chart.paper()), colour),
        tooltip=chart.tip("criterion", "said", "counts"),
    )
    words = [chart.beside(base, field, at) for field, at in (("said", 14), ("counts", 160))]
    layers = [band, *_down(across, scale), *_path(data, scale), line, point, *words]
    # The height holds the axis and the padding too.
    drawn = alt.layer(*layers).properties(
        height=64 + 30 * len(data), padding={"left": 0, "right": 5, "top": 5, "bottom": 6}
    )
    st.altair_chart(drawn.configure_axisY(minExtent=NAMES), alt=chart.told(data))


def legend(lines: Sequence[Line]) -> str:
    """Say in words what the marks on a scale of kappa stand for, those that are drawn."""
    drawn = [line for line in lines if line.value is not None]
    marks = [] if all(line.is_wide for line in drawn) else ["● the judge with the labels"]
    if any(line.is_wide for line in drawn):
        whose = "" if marks else "the judge with the labels, "
        marks.append(f"○ {whose}wider than ±{WIDE:.2f}: too few labels to say")
    joined = [line.joined for line in drawn if line.joined]
    if len(joined) > len(set(joined)):
        marks.append("╲ joined: one judge, one meaning")
    return " · ".join([*marks, "┆ agreement by chance"])


def _scale(data: pd.DataFrame, across: Across) -> alt.Scale:
    least = 0.0 if across.is_share else min([-0.2, *data["low"].dropna()])
    return alt.Scale(domain=[least, 1.0], nice=False)


def _axis(across: Across) -> alt.Axis:
    if across.is_share:
        return chart.scaled(format=".0%", tickCount=6, labelFlush=False)
    return chart.scaled(values=TICKS, format=".1f", labelFlush=False)


def _down(across: Across, scale: alt.Scale) -> list[alt.Chart]:
    """Return chance, which a share has none of, and where the whole is."""
    found = [] if across.is_share else [chart.zero(scale)]
    if across.whole is not None:
        whole = alt.Chart(pd.DataFrame({"x": [across.whole]}))
        mark = whole.mark_rule(strokeWidth=2, color=CHART[Tone.GRAY])
        found.append(mark.encode(x=alt.X("x:Q", scale=scale)))
    return found


def _path(data: pd.DataFrame, scale: alt.Scale) -> list[alt.Chart]:
    """Return what joins the points of one kind, from the first line down to the last."""
    joined = data[(data["joined"] != "") & data["value"].notna()].reset_index()
    if joined.empty:
        return []
    path = alt.Chart(joined).mark_line(strokeWidth=1.5, opacity=0.6)
    return [
        path.encode(
            y=alt.Y("criterion:N", sort=list(data["criterion"]), title=None),
            x=alt.X("value:Q", scale=scale),
            order=alt.Order("index:Q"),
            detail=alt.Detail("joined:N"),
            color=alt.Color("colour:N", scale=None),
        )
    ]
