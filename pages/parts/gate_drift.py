"""Whether a judge still does what the gate certified, by labels that were given since."""

from collections.abc import Mapping, Sequence

import pandas as pd
import streamlit as st

from calibration.agreement.held import Held
from calibration.gate import drifting
from calibration.gate.drifting import CriterionDrift
from judging.agreement import Estimate, Metric
from judging.agreement.drift import Drift, DriftState
from judging.wording import counted
from pages.parts.outcome import Chip, Tone
from pages.parts.plain import plain
from storage import Project

STATES: Mapping[DriftState, Chip] = {
    DriftState.HELD: Chip("✓", "Has held", Tone.BLUE),
    DriftState.TOO_FEW: Chip("○", "Too few labels", Tone.GRAY),
    DriftState.DRIFTED: Chip("✗", "Has drifted", Tone.ORANGE),
}
RATES = {Metric.TPR: "Failures found (TPR)", Metric.TNR: "Passes left alone (TNR)"}
WHY = (
    "Traffic changes, and so does the model behind a name. Labels given since the certificate, "
    "blind and drawn, on sessions outside the test, say whether it still holds. Draw about 30 a "
    "month: judging labels draw 30 --split develop. No look is used."
)


def show(project: Project, held: Held) -> None:
    """Draw what came of each criterion since it was certified; nothing where none was."""
    found = [one for one in drifting.since(project, held).criteria if one.state is not None]
    if not found:
        return
    st.header(heading(found), anchor=False)
    st.markdown(WHY)
    for one in found:
        _criterion(one)


def heading(found: Sequence[CriterionDrift]) -> str:
    """Say in one line whether the certificate still holds."""
    states = [one.state for one in found]
    if DriftState.DRIFTED in states:
        noun = "criterion" if len(found) == 1 else "criteria"
        n = states.count(DriftState.DRIFTED)
        return f"The judge has drifted on {n} of {len(found)} {noun}"
    if DriftState.TOO_FEW in states:
        return "Too few labels since to tell whether it still holds"
    return "What was certified still holds"


def _criterion(one: CriterionDrift) -> None:
    assert one.state is not None
    assert one.certified_at is not None
    with st.container(border=True):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"**{plain(one.criterion.name)}**", width="content")
            st.markdown(STATES[one.state].badge, width="content")
            since = f"{counted(one.labels, 'label')} since {one.certified_at:%d %b %Y}"
            left_out = f", {one.left_out:,} more do not count" if one.left_out else ""
            st.markdown(f":gray[{since}{left_out}]", width="content")
        if one.reason:
            st.markdown(plain(one.reason))
            return
        if needed := [rate.needed for rate in one.rates if rate.needed]:
            st.markdown("\n".join(f"- {plain(sentence)}" for sentence in needed))
        st.dataframe(table(one.rates), hide_index=True, placeholder="–", alt="One row a rate")


def table(rates: Sequence[Drift]) -> pd.DataFrame:
    """Return the rates then and now, with the counts and intervals behind them."""
    return pd.DataFrame(
        {
            "Rate": [RATES[rate.metric] for rate in rates],
            "State": [STATES[rate.state].text for rate in rates],
            "Certified": [_percent(rate.certified.value) for rate in rates],
            "Since then": [_interval(rate.rate, signed=False) for rate in rates],
            "Labels": [rate.n for rate in rates],
            "Asked for": [f"at least {_percent(rate.certified.threshold)}" for rate in rates],
            "Difference": [_interval(rate.difference, signed=True) for rate in rates],
        }
    )


def _interval(found: Estimate, *, signed: bool) -> str | None:
    if found.value is None:
        return None
    sign = "+" if signed else ""
    value = f"{100 * found.value:{sign}.0f}"
    unit = " points" if signed else " %"
    if found.low is None or found.high is None:
        return f"{value}{unit} (no interval: a single group)"
    return f"{value}{unit} [{100 * found.low:.0f}, {100 * found.high:.0f}]"


def _percent(value: float | None) -> str | None:
    return None if value is None else f"{100 * value:.0f} %"
