"""What each judge of a rubric version costs, against how far it agrees with the labels."""

from collections.abc import Sequence

import altair as alt
import pandas as pd
import streamlit as st

from calibration import judge_costs
from calibration.judge_costs import JudgeCost
from calibration.runs.money import MICRO, dollars
from judging.rubrics import Criterion
from pages.parts import agreement_table, chart
from pages.parts.outcome import CHART, Tone
from pages.parts.plain import plain
from storage import Project, Reference, StoredVersion

TITLE = "What agreement costs"


def show(
    project: Project, version: StoredVersion, reference: Reference, criterion: Criterion
) -> None:
    """Draw a hundred sessions' price against kappa, a judge a point; nothing for one judge."""
    found = judge_costs.of(project, version, reference)
    if len(found) < 2:
        return
    st.header(TITLE, anchor=False)
    st.markdown(
        f"Of every judge that has answered {plain(version.rubric.label)}, on "
        f"**{plain(criterion.name)}**: what the calls behind its verdicts cost, and kappa with its "
        "95 % interval."
    )
    data = points(found, criterion.key)
    if len(data) > 1:
        _plot(data)
    st.dataframe(
        table(found, criterion.key), hide_index=True, placeholder="–", alt="One row a judge"
    )


def points(found: Sequence[JudgeCost], key: str) -> pd.DataFrame:
    """Return the judges that have both a price and a kappa."""
    rows = []
    for one in found:
        kappa, n = one.kappas[key]
        if one.per_hundred is None or kappa.value is None:
            continue
        rows.append(
            {
                "judge": one.judge.identity.name,
                "cost": one.per_hundred / MICRO,
                "kappa": kappa.value,
                "low": kappa.low,
                "high": kappa.high,
                "said": f"kappa {agreement_table.interval(kappa)} on {n:,} units, "
                f"{dollars(one.per_hundred)} per 100 sessions",
            }
        )
    return pd.DataFrame(rows)


def table(found: Sequence[JudgeCost], key: str) -> pd.DataFrame:
    """Return one row a judge, those of unknown cost with the reason."""
    return pd.DataFrame(
        {
            "Judge": [one.judge.identity.name for one in found],
            "100 sessions": [
                f"not known: {one.reason}" if one.per_hundred is None else dollars(one.per_hundred)
                for one in found
            ],
            "Kappa [95 %]": [agreement_table.interval(one.kappas[key][0]) for one in found],
            "Units": [one.kappas[key][1] for one in found],
            "Sessions judged": [one.sessions for one in found],
            "Calls": [one.calls for one in found],
        }
    )


def _plot(data: pd.DataFrame) -> None:
    most = max([0.01, *data["cost"]]) * 1.25
    cost = alt.Scale(domain=[-0.04 * most, most], nice=False)
    money = chart.scaled(format="$.2f" if most > 0.05 else "$.4f", tickCount=6)
    low = min([0.0, *data["low"].dropna(), *data["kappa"]])
    kappa = alt.Scale(domain=[low, 1.0], nice=False)
    x = alt.X("cost:Q", scale=cost, axis=money, title="Cost of 100 sessions")
    base = alt.Chart(data).encode(x=x, tooltip=chart.tip("judge", "said"))
    rule = base.mark_rule(strokeWidth=4, color=CHART[Tone.BLUE], opacity=0.5).encode(
        y=alt.Y("low:Q", scale=kappa, axis=chart.scaled(), title="Kappa"), y2=alt.Y2("high:Q")
    )
    y = alt.Y("kappa:Q", scale=kappa)
    point = base.mark_point(filled=True, size=120, color=CHART[Tone.BLUE], opacity=1).encode(y=y)
    words = base.mark_text(align="left", dx=10, fontSize=13, color=chart.ink()).encode(
        y=y, text=alt.Text("judge:N")
    )
    told = "; ".join(f"{row['judge']}: {row['said']}" for row in data.to_dict("records"))
    st.altair_chart(alt.layer(rule, point, words).properties(height=260), alt=told)
