"""Kappa and its interval, a line a criterion."""

import json
from functools import lru_cache

import altair as alt
import pandas as pd
import streamlit as st

from calibration.agreement.reporting import AgreementReport, CriterionReport
from judging.agreement import Estimate
from judging.wording import counted
from pages.parts import chart
from pages.parts.outcome import CHART, Tone

Row = tuple[tuple[str, object], ...]
WIDE = 0.20
TICKS = [-0.4, -0.2, 0, 0.2, 0.4, 0.6, 0.8, 1]
UNDEFINED = {
    "undefined_empty": "nothing to compare",
    "undefined_single_class": "undefined: one class",
    "degenerate_one_rater_constant": "one side never varied",
    "too_few_clusters": "a single group",
}


def show(report: AgreementReport) -> None:
    """Draw the intervals against 0, agreement by chance, and 1; what is undefined is words."""
    rows = tuple(tuple(_row(entry).items()) for entry in report.criteria)
    drawn = json.loads(_drawn(rows, chart.ink(), chart.paper()))
    st.vega_lite_chart(drawn, alt=chart.told(_data(rows)))
    st.caption(legend(report))


def _data(rows: tuple[Row, ...]) -> pd.DataFrame:
    return pd.DataFrame([dict(row) for row in rows])


@lru_cache(maxsize=64)
def _drawn(rows: tuple[Row, ...], ink: str, paper: str) -> str:
    """Return the plot as Vega-Lite, made once for equal rows: it takes longer than all the rest."""
    _ = ink, paper
    data = _data(rows)
    base = chart.lines(data)
    ends = [*data["low"].dropna(), *data["people_low"].dropna()]
    scale = alt.Scale(domain=[min([0.0, *ends, -0.2]), 1.0], nice=False)
    axis = chart.scaled(values=TICKS, format=".1f", labelFlush=False)
    colour = CHART[Tone.BLUE]
    line = base.mark_rule(strokeWidth=4, color=colour, opacity=0.5).encode(
        x=alt.X("low:Q", scale=scale, axis=axis, title="Cohen’s kappa, with its 95 % interval"),
        x2=alt.X2("high:Q"),
    )
    point = base.mark_point(filled=True, size=120, opacity=1, stroke=colour).encode(
        x=alt.X("kappa:Q", scale=scale),
        fill=alt.condition("datum.wide", alt.value(chart.paper()), alt.value(colour)),
        tooltip=chart.tip("criterion", "said", "counts"),
    )
    words = [chart.beside(base, field, at) for field, at in (("said", 14), ("counts", 150))]
    # The height holds the axis and the padding too.
    height = 64 + 34 * len(data)
    layers = alt.layer(*_people(base, scale), chart.zero(scale), line, point, *words)
    placed = layers.properties(
        height=height, padding={"left": 0, "right": 5, "top": 5, "bottom": 6}
    )
    return str(placed.to_json(indent=None))


def legend(report: AgreementReport) -> str:
    """Say in words what the marks stand for, those that are drawn."""
    kappas = [entry.kappa for entry in report.criteria]
    ceilings = [entry.agreement.human_ceiling.value for entry in report.criteria]
    wide = [_is_wide(kappa) for kappa in kappas if kappa.value is not None]
    marks = [] if wide and all(wide) else ["● the judge with the labels"]
    if any(wide):
        whose = "" if marks else "the judge with the labels, "
        marks.append(f"○ {whose}wider than ±{WIDE:.2f}: too few labels to say")
    if any(ceiling is not None for ceiling in ceilings):
        marks.append("❘ in a light band: two people with each other, the human ceiling")
    return " · ".join([*marks, "┆ agreement by chance"])


def _people(base: alt.Chart, scale: alt.Scale) -> tuple[alt.Chart, alt.Chart]:
    """Return the human ceiling with its interval, which stay behind the judge's."""
    gray = CHART[Tone.GRAY]
    band = base.mark_rule(strokeWidth=16, color=gray, opacity=0.18).encode(
        x=alt.X("people_low:Q", scale=scale), x2=alt.X2("people_high:Q")
    )
    tick = base.mark_tick(thickness=3, size=22, color=gray).encode(x=alt.X("people:Q", scale=scale))
    return band, tick


def _row(entry: CriterionReport) -> dict[str, object]:
    found, kappa = entry.agreement, entry.kappa
    cells = found.cells
    fails, passes = round(cells.tp + cells.fn), round(cells.fp + cells.tn)
    return {
        "criterion": entry.criterion.name,
        "kappa": kappa.value,
        "low": kappa.low,
        "high": kappa.high,
        "wide": _is_wide(kappa),
        "people": found.human_ceiling.value,
        "people_low": found.human_ceiling.low,
        "people_high": found.human_ceiling.high,
        "said": _said(kappa),
        "counts": f"{counted(fails, 'fail')}, {_passes(passes)}" if found.n else "",
    }


def _passes(n: int) -> str:
    return "1 pass" if n == 1 else f"{n:,} passes"


def _is_wide(kappa: Estimate) -> bool:
    """Whether there is an end missing, or far away."""
    if kappa.low is None or kappa.high is None:
        return True
    return (kappa.high - kappa.low) / 2 > WIDE


def _said(kappa: Estimate) -> str:
    if kappa.value is None:
        return UNDEFINED.get(str(kappa.status), str(kappa.status))
    if kappa.low is None or kappa.high is None:
        return f"{kappa.value:.2f}, {UNDEFINED.get(str(kappa.status), kappa.status)}"
    return f"{kappa.value:.2f} [{kappa.low:.2f}, {kappa.high:.2f}]"
