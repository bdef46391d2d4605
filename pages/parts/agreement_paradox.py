"""Why kappa is what it is: the margins behind it, and the coefficients that ignore them."""

from collections.abc import Iterator

import pandas as pd
import streamlit as st

from calibration.agreement.reporting import CriterionReport
from judging.agreement import CriterionAgreement
from pages.parts import agreement_table

UNDEFINED = "undefined"


def show(entry: CriterionReport) -> None:
    """Draw the numbers closed, each with what it says."""
    with st.expander("Rare classes and a leaning judge: what kappa hides"):
        st.markdown(
            "Kappa falls where one class is rare, however often both say the same, and where the "
            "judge fails more or less than the reference does. None of these numbers decides "
            "anything."
        )
        st.dataframe(
            panel(entry),
            hide_index=True,
            alt="Each measure with what it says",
            column_config={
                "Measure": st.column_config.TextColumn(width=190),
                "Value": st.column_config.TextColumn(width=150),
                "What it says": st.column_config.TextColumn(width="large"),
            },
        )


def panel(entry: CriterionReport) -> pd.DataFrame:
    """Return one row a measure; what is undefined says so."""
    rows = _rows(entry.agreement, *agreement_table.classes(entry.criterion).values())
    return pd.DataFrame(rows, columns=["Measure", "Value", "What it says"])


def _rows(found: CriterionAgreement, fail: str, good: str) -> Iterator[tuple[str, str, str]]:
    fail, good = fail.lower(), good.lower()
    interval = agreement_table.interval
    yield (
        "Prevalence index",
        _signed(found.prevalence_index),
        f"Near -1 or 1 one class is rare; below 0 it is {fail}",
    )
    yield (
        "Bias index",
        _signed(found.bias_index),
        f"Above 0 the judge says {good} more often than the reference, below 0 less often",
    )
    yield (
        "Largest possible kappa",
        UNDEFINED if found.kappa_max is None else f"{found.kappa_max:.2f}",
        "What kappa would be at most with these two fail rates",
    )
    yield (
        f"Agreement on {fail}",
        interval(found.f1),
        f"How much of what either calls {fail} both do (F1)",
    )
    yield (
        f"Agreement on {good}",
        interval(found.negative_agreement),
        f"How much of what either calls {good} both do",
    )
    yield "PABAK", interval(found.pabak), "Kappa, were both classes frequent and nobody leaning"
    yield "Gwet’s AC1", interval(found.ac1), "Agreement beyond chance that a rare class leaves high"


def _signed(value: float | None) -> str:
    return UNDEFINED if value is None else f"{value:+.2f}"
