"""The interval of a bias check against what is material, on one scale for all checks."""

from collections.abc import Iterable

import altair as alt
import pandas as pd
import streamlit as st

from judging.agreement import Estimate
from judging.agreement.bias import MATERIAL, BiasCheck, BiasState
from pages.parts import chart
from pages.parts.bias_words import CHIPS, percent
from pages.parts.outcome import CHART, Tone

LEAST = 0.3


def is_drawn(check: BiasCheck) -> bool:
    """Tell whether a check compares two rates of enough units: others have no place here."""
    is_pair, found = len(check.groups) == 2, check.estimate
    return is_pair and check.state is not BiasState.INSUFFICIENT and found.low is not None


def reach(checks: Iterable[BiasCheck]) -> float:
    """Return how far the common scale goes to either side of 0."""
    ends = [
        abs(end)
        for check in checks
        if is_drawn(check)
        for end in (check.estimate.low, check.estimate.high)
        if end is not None
    ]
    return min(1.0, max([LEAST, *ends]) * 1.05)


def show(check: BiasCheck, limit: float) -> None:
    """Draw one interval; the band is what is too small to matter."""
    found, tone = check.estimate, CHIPS[check.state].tone
    data = pd.DataFrame([{"low": found.low, "value": found.value, "high": found.high}])
    scale = alt.Scale(domain=[-limit, limit], nice=False)
    axis = chart.scaled(
        labelExpr="datum.value ? format(datum.value * 100, '+.0f') : '0'",
        tickCount=7,
        grid=False,
        titleFontWeight="normal",
    )
    x = alt.X(
        "low:Q",
        scale=scale,
        axis=axis,
        title=f"points of difference, with the {percent(found.confidence)} interval",
    )
    base = alt.Chart(data)
    line = base.mark_rule(strokeWidth=4, color=CHART[tone], opacity=0.6).encode(
        x=x, x2=alt.X2("high:Q")
    )
    point = base.mark_point(filled=True, size=120, color=CHART[tone], opacity=1).encode(
        x=alt.X("value:Q", scale=scale)
    )
    layers = alt.layer(_immaterial(scale), chart.zero(scale), line, point)
    st.altair_chart(layers.properties(height=96), alt=said(found))


def said(found: Estimate) -> str:
    """Return an interval in words."""
    value, low, high = (100 * (n or 0) for n in (found.value, found.low, found.high))
    return f"A difference of {value:+.0f} points, {low:+.0f} to {high:+.0f}; 10 matter."


def _immaterial(scale: alt.Scale) -> alt.Chart:
    band = alt.Chart(pd.DataFrame([{"from": -MATERIAL, "to": MATERIAL}]))
    drawn: alt.Chart = band.mark_rect(color=CHART[Tone.GRAY], opacity=0.18).encode(
        x=alt.X("from:Q", scale=scale), x2=alt.X2("to:Q")
    )
    return drawn
