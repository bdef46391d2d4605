"""By how many turns the judge is late, a bar a distance."""

from collections import Counter

import altair as alt
import pandas as pd
import streamlit as st

from calibration.agreement.turn_report import TurnReport
from judging.wording import counted
from pages.parts import agreement_first_words, chart
from pages.parts.outcome import CHART, Tone

LEAST, MOST = 3, 10


def show(found: TurnReport) -> None:
    """Draw how often each distance occurs, and where the mean lies with its interval."""
    data = counts(found.distances)
    reach = max([LEAST, *(abs(number) for number in data["distance"])]) + 0.6
    x = alt.X(
        "distance:Q",
        scale=alt.Scale(domain=[-reach, reach], nice=False),
        axis=chart.scaled(
            labelExpr="datum.value ? format(datum.value, '+d') : '0'", tickMinStep=1, grid=False
        ),
        title="assistant’s turns from the labels’ first failing turn to the judge’s",
    )
    y = alt.Y("sessions:Q", axis=None, scale=alt.Scale(domainMin=0))
    base = alt.Chart(data).encode(x=x, y=y, tooltip=chart.tip("said"))
    bars = base.mark_bar(size=26).encode(color=alt.Color("colour:N", scale=None))
    words = base.mark_text(dy=-8, fontSize=13, color=chart.ink()).encode(
        text=alt.Text("sessions:Q")
    )
    st.altair_chart(alt.layer(bars, words).properties(height=170), alt="; ".join(data["said"]))
    st.caption(legend(found))


def counts(distances: tuple[int, ...]) -> pd.DataFrame:
    """Return one row a distance that occurs; those beyond ten turns are counted as ten."""
    near = Counter(max(-MOST, min(MOST, distance)) for distance in distances)
    return pd.DataFrame(
        [
            {
                "distance": distance,
                "sessions": n,
                "colour": CHART[Tone.GRAY if distance else Tone.BLUE],
                "said": f"{said(distance)}: {counted(n, 'session')}",
            }
            for distance, n in sorted(near.items())
        ]
    )


def said(distance: int) -> str:
    """Return a distance in words."""
    if not distance:
        return "the same turn"
    far = f"{MOST} turns or more" if abs(distance) == MOST else counted(abs(distance), "turn")
    return f"the judge {far} {'later' if distance > 0 else 'earlier'}"


def legend(found: TurnReport) -> str:
    """Say which side is which, and the mean."""
    mean = agreement_first_words.signed(found.agreement.signed_distance)
    return f"Right of 0 the judge is late, left of it early; on the mean by {mean} turns."
