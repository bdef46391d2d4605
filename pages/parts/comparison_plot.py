"""How far kappa changes, with its interval, a line a criterion."""

from collections.abc import Sequence

import altair as alt
import pandas as pd
import streamlit as st

from calibration.comparing import CriterionComparison
from pages.parts import comparison_words
from pages.parts.outcome import CHART, Tone

LEAST = 0.4


def show(criteria: Sequence[CriterionComparison], first: str, second: str) -> None:
    """Draw the intervals against 0, which is no difference; what is undefined is words alone."""
    data = pd.DataFrame([_row(entry) for entry in criteria])
    order = [entry.criterion.name for entry in criteria]
    names = alt.Axis(
        labelFontSize=13,
        labelColor=_ink(),
        labelLimit=240,
        labelPadding=10,
        ticks=False,
        domain=False,
    )
    base = alt.Chart(data).encode(y=alt.Y("criterion:N", sort=order, title=None, axis=names))
    ends = [abs(end) for column in ("low", "high", "change") for end in data[column].dropna()]
    reach = min(2.0, max([LEAST, *ends]) * 1.05)
    scale = alt.Scale(domain=[-reach, reach], nice=False)
    axis = alt.Axis(
        format="+.1f",
        tickCount=9,
        labelOverlap=True,
        labelFontSize=12,
        titleFontSize=12,
        labelColor=_ink(),
        titleColor=_ink(),
    )
    title = ["Change of kappa, with its 95 % interval", f"{first} → {second}"]
    line = base.mark_rule(strokeWidth=4, color=CHART[Tone.BLUE], opacity=0.5).encode(
        x=alt.X("low:Q", scale=scale, axis=axis, title=title), x2="high:Q"
    )
    point = base.mark_point(filled=True, size=120, color=CHART[Tone.BLUE], opacity=1).encode(
        x=alt.X("change:Q", scale=scale), tooltip=["criterion", "said", "counts"]
    )
    words = base.mark_text(align="left", dx=14, fontSize=13, color=_ink()).encode(
        x=alt.value("width"), text="said:N"
    )
    # The height holds the axis and the padding too.
    height = 96 + 34 * len(order)
    st.altair_chart(
        alt.layer(_no_difference(scale), line, point, words).properties(height=height),
        alt="; ".join(
            f"{r['criterion']}: {r['said']}, {r['counts']}" for r in data.to_dict("records")
        ),
    )


def _no_difference(scale: alt.Scale) -> alt.Chart:
    """Return the line at 0."""
    zero = alt.Chart(pd.DataFrame({"x": [0.0]})).mark_rule(
        strokeDash=[4, 4], color=CHART[Tone.GRAY]
    )
    placed: alt.Chart = zero.encode(x=alt.X("x:Q", scale=scale))
    return placed


def _ink() -> str:
    """Return the colour of text in the visitor's mode: Vega's own is black in both."""
    return "#e8e6e1" if st.context.theme.type == "dark" else "#2f2d28"


def _row(entry: CriterionComparison) -> dict[str, object]:
    delta = entry.statistics.delta_kappa
    return {
        "criterion": entry.criterion.name,
        "change": delta.value,
        "low": delta.low,
        "high": delta.high,
        "said": comparison_words.change(delta),
        "counts": f"{len(entry.fixed)} fixed, {len(entry.broken)} broken",
    }
