"""How far cited turns agree, a line a measure."""

from collections.abc import Iterator

import altair as alt
import pandas as pd
import streamlit as st

from calibration.agreement.evidence_report import Evidence
from judging.agreement import Estimate
from judging.wording import counted
from pages.parts import agreement_table, chart
from pages.parts.agreement_plot import WIDE
from pages.parts.outcome import CHART, Tone

SHARE = "the share, with its 95 % interval"
CHANCE = "❘ the overlap if the judge cited what it cites in other sessions of like length"


def show(found: Evidence, whose: str) -> None:
    """Draw the shares from 0 to 1, and what chance alone would give where that is known."""
    data = pd.DataFrame(rows(found, whose))
    base = chart.lines(data)
    scale = alt.Scale(domain=[0.0, 1.0], nice=False)
    axis = chart.scaled(format=".0%", tickCount=5)
    line = base.mark_rule(strokeWidth=4, color=CHART[Tone.BLUE], opacity=0.5).encode(
        x=alt.X("low:Q", scale=scale, axis=axis, title=None), x2=alt.X2("high:Q")
    )
    colour = CHART[Tone.BLUE]
    point = base.mark_point(filled=True, size=120, opacity=1, stroke=colour).encode(
        x=alt.X("value:Q", scale=scale),
        fill=alt.condition("datum.wide", alt.value(chart.paper()), alt.value(colour)),
        tooltip=chart.tip("criterion", "said", "counts"),
    )
    tick = base.mark_tick(thickness=3, size=22, color=CHART[Tone.GRAY]).encode(
        x=alt.X("chance:Q", scale=scale)
    )
    words = [chart.beside(base, field, at) for field, at in (("said", 14), ("counts", 150))]
    # The height holds the axis and the padding too.
    drawn = alt.layer(tick, line, point, *words).properties(height=44 + 34 * len(data))
    st.altair_chart(drawn, alt=chart.told(data))
    st.caption(legend(data))


def legend(data: pd.DataFrame) -> str:
    """Say in words what the marks stand for, those that are drawn."""
    is_all = bool(data["wide"].all())
    marks = [] if is_all else [f"● {SHARE}"]
    if data["wide"].any():
        marks.append(f"○ {SHARE + ', ' if is_all else ''}wider than ±{WIDE:.2f}: too few to say")
    if data["chance"].notna().any():
        marks.append(CHANCE)
    return " · ".join(marks)


def rows(found: Evidence, whose: str) -> Iterator[dict[str, object]]:
    """Yield one line a measure; `chance` on the overlap alone."""
    agreement, shared = found.agreement, found.shared_turns
    yield _row(
        f"Cited by the judge, also by {whose}",
        agreement.precision,
        f"{shared:,} of {counted(found.judge_turns, 'turn')}",
    )
    yield _row(
        f"Cited by {whose}, also by the judge",
        agreement.recall,
        f"{shared:,} of {counted(found.reference_turns, 'turn')}",
    )
    pairs = counted(len(found.pairs), "session")
    yield _row("Overlap in a session", agreement.jaccard, pairs, found.jaccard_by_chance)


def _row(
    name: str, estimate: Estimate, counts: str, chance: float | None = None
) -> dict[str, object]:
    return {
        "criterion": name,
        "value": estimate.value,
        "low": estimate.low,
        "high": estimate.high,
        "wide": _is_wide(estimate),
        "chance": chance,
        "said": agreement_table.interval(estimate),
        "counts": counts,
    }


def _is_wide(found: Estimate) -> bool:
    if found.low is None or found.high is None:
        return True
    return (found.high - found.low) / 2 > WIDE
