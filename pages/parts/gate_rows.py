"""What the gate answered on one criterion, condition by condition."""

import pandas as pd
import streamlit as st

from calibration.gate.gate_ceiling import Standard
from calibration.gate.gate_looks import CriterionGate
from judging.agreement.gate_row import Condition, GateRow
from pages.parts import gate_words
from pages.parts.plain import plain

COUNTS = {Condition.CLASS_MINIMUMS, Condition.ELIGIBLE_LABELS}
PERCENT = {Condition.TPR, Condition.TNR, Condition.NOT_SCORED, Condition.SELF_CONSISTENCY}
BY_CEILING = "Agreement, less that of people (pi)"
MOST = {Condition.NOT_SCORED, Condition.SELF_CONSISTENCY}


def show(found: CriterionGate) -> None:
    """Draw the decision, what it rests on, and what would change it."""
    with st.container(border=True):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"**{plain(found.criterion.name)}**", width="content")
            st.markdown(gate_words.DECISIONS[found.decision].badge, width="content")
            against = ", against the human ceiling" if is_by_ceiling(found) else ""
            st.markdown(f":gray[Look {found.look}{against}]", width="content")
        if needed := [row.needed for row in found.rows if row.needed]:
            st.markdown("\n".join(f"- {plain(sentence)}" for sentence in needed))
        st.dataframe(table(found), hide_index=True, placeholder="–", alt="One row a condition")


def table(found: CriterionGate) -> pd.DataFrame:
    """Return the conditions as people read them."""
    rows = found.rows
    return pd.DataFrame(
        {
            "Condition": [_condition(found, row) for row in rows],
            "Outcome": [gate_words.OUTCOMES[row.outcome].text for row in rows],
            "Found": [_number(row, row.value) for row in rows],
            "Bound": [_number(row, row.bound) for row in rows],
            "Asked for": [_asked(row) for row in rows],
            "Units": pd.Series([row.n for row in rows], dtype="Int64"),
        }
    )


def is_by_ceiling(found: CriterionGate) -> bool:
    """Tell whether agreement was held to what people reach."""
    return found.standard is Standard.CEILING


def _condition(found: CriterionGate, row: GateRow) -> str:
    if row.condition is Condition.KAPPA and is_by_ceiling(found):
        return BY_CEILING
    return gate_words.CONDITIONS[row.condition]


def _asked(row: GateRow) -> str | None:
    if row.threshold is None:
        return None
    most = "at most" if row.condition in MOST else "at least"
    return f"{most} {_number(row, row.threshold)}"


def _number(row: GateRow, value: float | None) -> str | None:
    if value is None:
        return None
    if row.condition in COUNTS:
        return f"{value:,.0f}"
    return f"{value:.1%}" if row.condition in PERCENT else f"{value:.2f}"
