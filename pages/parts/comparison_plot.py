"""How far kappa changes, with its interval, a line a criterion."""

from collections.abc import Sequence

import altair as alt
import pandas as pd
import streamlit as st

from calibration.agreement.comparing import CriterionComparison
from pages.parts import chart, comparison_words
from pages.parts.outcome import CHART, Tone

LEAST = 0.4


def show(criteria: Sequence[CriterionComparison], first: str, second: str) -> None:
    """Draw the intervals against 0, which is no difference; what is undefined is words alone."""
    data = pd.DataFrame([_row(entry) for entry in criteria])
    base = chart.lines(data)
    ends = [abs(end) for column in ("low", "high", "change") for end in data[column].dropna()]
    reach = min(2.0, max([LEAST, *ends]) * 1.05)
    scale = alt.Scale(domain=[-reach, reach], nice=False)
    axis = chart.scaled(format="+.1f", tickCount=9, labelOverlap=True)
    title = ["Change of kappa, with its 95 % interval", f"{first} → {second}"]
    line = base.mark_rule(strokeWidth=4, color=CHART[Tone.BLUE], opacity=0.5).encode(
        x=alt.X("low:Q", scale=scale, axis=axis, title=title), x2=alt.X2("high:Q")
    )
    point = base.mark_point(filled=True, size=120, color=CHART[Tone.BLUE], opacity=1).encode(
        x=alt.X("change:Q", scale=scale), tooltip=chart.tip("criterion", "said", "counts")
    )
    words = chart.beside(base, "said", 14)
    # The height holds the axis and the padding too.
    height = 96 + 34 * len(data)
    st.altair_chart(
        alt.layer(chart.zero(scale), line, point, words).properties(height=height),
        alt=chart.told(data),
    )


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
