"""A comparison in rows."""

from collections.abc import Mapping, Sequence

import pandas as pd
import streamlit as st

from calibration.agreement import p_values
from calibration.agreement.comparing import CriterionComparison, Flip
from pages.parts import comparison_words
from pages.parts.outcome import chip
from storage import SessionLine

COLUMNS = {
    "Criterion": st.column_config.TextColumn(width="medium"),
    "n": st.column_config.NumberColumn(help="Units that the labels and both sides pass or fail"),
    "Fixed": st.column_config.NumberColumn(help="Only the second side agrees with the label"),
    "Broken": st.column_config.NumberColumn(help="Only the first side agrees with the label"),
    "Unchanged": st.column_config.NumberColumn(help="Both sides say the same"),
    "Undecided": st.column_config.NumberColumn(
        help="Units with a label and both verdicts, one of which neither passes nor fails"
    ),
    "Kappa": st.column_config.TextColumn(help="On these units: of the first side → the second"),
    "Change of kappa": st.column_config.TextColumn(help="With its 95 % interval, by groups"),
    "Change of TPR": st.column_config.TextColumn(
        help="Of the share of the labels' fails that the judge fails"
    ),
    "Change of TNR": st.column_config.TextColumn(
        help="Of the share of the labels' passes that the judge passes"
    ),
    "McNemar p": st.column_config.TextColumn(
        help="Exact, of fixed against broken; takes every unit for itself, and knows no groups"
    ),
}

FLIPS = {"Session": st.column_config.TextColumn(width=170)}


def overview(criteria: Sequence[CriterionComparison]) -> pd.DataFrame:
    """Return one row a criterion, counts beside every difference."""
    return pd.DataFrame([_overview(entry) for entry in criteria])


def flips(
    some: Sequence[Flip],
    lines: Mapping[str, SessionLine],
    entry: CriterionComparison,
    names: tuple[str, str],
) -> pd.DataFrame:
    """Return one row a unit whose verdict changed: its session, both verdicts and the label."""
    kind = entry.criterion.kind
    columns: dict[str, list[object]] = {
        "Session": [lines[flip.session].title or flip.session for flip in some]
    }
    if any(flip.turn for flip in some):
        columns["Turn"] = [flip.turn for flip in some]
    columns[f"From {names[0]}"] = [chip(flip.first, kind).text for flip in some]
    columns[f"To {names[1]}"] = [chip(flip.second, kind).text for flip in some]
    columns["Label"] = [chip(flip.human, kind).text for flip in some]
    columns["Id"] = [flip.session for flip in some]
    return pd.DataFrame(columns)


def _overview(entry: CriterionComparison) -> dict[str, object]:
    found = entry.statistics
    return {
        "Criterion": entry.criterion.name,
        "n": found.n,
        "Fixed": len(entry.fixed),
        "Broken": len(entry.broken),
        "Unchanged": entry.unchanged,
        "Undecided": entry.undecided,
        "Kappa": f"{_kappa(found.kappa_first)} → {_kappa(found.kappa_second)}",
        "Change of kappa": comparison_words.change(found.delta_kappa),
        "Change of TPR": comparison_words.change(found.delta_tpr),
        "Change of TNR": comparison_words.change(found.delta_tnr),
        "McNemar p": p_values.said(found.correctness.p_exact) if entry.flips else "–",
    }


def _kappa(value: float | None) -> str:
    return "undefined" if value is None else f"{value:.2f}"
