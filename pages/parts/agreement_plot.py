"""Kappa and its interval, a line a criterion."""

import altair as alt
import pandas as pd
import streamlit as st

from calibration.reporting import AgreementReport, CriterionReport
from judging.agreement import Estimate
from pages.parts.outcome import CHART, Tone

TICKS = [-0.4, -0.2, 0, 0.2, 0.4, 0.6, 0.8, 1]
UNDEFINED = {
    "undefined_empty": "nothing to compare",
    "undefined_single_class": "undefined: one class only",
    "degenerate_one_rater_constant": "one side never varied",
    "too_few_clusters": "no interval: a single group",
}


def show(report: AgreementReport) -> None:
    """Draw the intervals against 0, agreement by chance, and 1; what is undefined is words."""
    data = pd.DataFrame([_row(entry) for entry in report.criteria])
    order = [entry.criterion.name for entry in report.criteria]
    low = min(0.0, *data["low"].dropna(), -0.2)
    names = alt.Axis(labelFontSize=13, labelLimit=240, labelPadding=10, ticks=False, domain=False)
    base = alt.Chart(data).encode(y=alt.Y("criterion:N", sort=order, title=None, axis=names))
    scale = alt.Scale(domain=[low, 1.0], nice=False)
    axis = alt.Axis(values=TICKS, format=".1f", labelFontSize=12, titleFontSize=12)
    colour = CHART[Tone.BLUE]
    line = base.mark_rule(strokeWidth=4, color=colour, opacity=0.5).encode(
        x=alt.X("low:Q", scale=scale, axis=axis, title="Cohen’s kappa, with its 95 % interval"),
        x2="high:Q",
    )
    point = base.mark_point(filled=True, size=120, color=colour, opacity=1).encode(
        x=alt.X("kappa:Q", scale=scale), tooltip=["criterion", "said", "counts"]
    )
    chance = (
        alt.Chart(pd.DataFrame({"x": [0.0]}))
        .mark_rule(strokeDash=[4, 4], color=CHART[Tone.GRAY])
        .encode(x=alt.X("x:Q", scale=scale))
    )
    words = [_beside(base, field, at) for field, at in (("said", 14), ("counts", 150))]
    # The height holds the axis and the padding too.
    height = 80 + 34 * len(order)
    st.altair_chart(
        alt.layer(chance, line, point, *words).properties(height=height),
        alt="; ".join(
            f"{r['criterion']}: {r['said']}, {r['counts']}" for r in data.to_dict("records")
        ),
    )


def _beside(base: alt.Chart, field: str, at: int) -> alt.Chart:
    """Return a column of words to the right of the plot, each on the line of its criterion."""
    words = base.mark_text(align="left", dx=at, fontSize=13, color=_ink())
    placed: alt.Chart = words.encode(x=alt.value("width"), text=f"{field}:N")
    return placed


def _ink() -> str:
    """Return the colour of text in the visitor's mode: Vega's own is black in both."""
    return "#e8e6e1" if st.context.theme.type == "dark" else "#2f2d28"


def _row(entry: CriterionReport) -> dict[str, object]:
    found, kappa = entry.agreement, entry.agreement.kappa
    cells = found.cells
    fails, passes = round(cells.tp + cells.fn), round(cells.fp + cells.tn)
    return {
        "criterion": entry.criterion.name,
        "kappa": kappa.value,
        "low": kappa.low,
        "high": kappa.high,
        "said": _said(kappa),
        "counts": f"{fails} fails, {passes} passes" if found.n else "",
    }


def _said(kappa: Estimate) -> str:
    if kappa.value is None:
        return UNDEFINED.get(str(kappa.status), str(kappa.status))
    if kappa.low is None or kappa.high is None:
        return f"{kappa.value:.2f}, {UNDEFINED.get(str(kappa.status), kappa.status)}"
    return f"{kappa.value:.2f} [{kappa.low:.2f}, {kappa.high:.2f}]"
