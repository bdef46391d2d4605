"""Whether a judge can be trusted, a line a criterion: what stands beside kappa."""

import pandas as pd
import streamlit as st

from calibration.agreement.reporting import AgreementReport, CriterionReport
from judging.agreement.sample_size import KAPPA_MINIMUM
from judging.ratings import Outcome
from pages.parts import agreement_people, agreement_table

NONE_YET = "–"


def show(report: AgreementReport) -> None:
    """Draw one row a criterion, in the order of the plot, which has kappa and the counts."""
    st.dataframe(
        strip(report),
        hide_index=True,
        alt="What stands beside each kappa",
        column_config={
            "Criterion": st.column_config.TextColumn(width=170),
            "Human ceiling": st.column_config.TextColumn(
                help="How far two people agree who labelled the same: Scott's pi, 95 % interval. "
                "What several settle errs less than one of them, which flatters a judge: look "
                "closer below for the two like for like"
            ),
            "Fails found": st.column_config.TextColumn(
                help="TPR: the share of the reference's fails that the judge fails"
            ),
            "Passes found": st.column_config.TextColumn(
                help="TNR: the share of its passes that the judge passes"
            ),
            "Same answer": st.column_config.TextColumn(
                help="How often both say the same; giving the commoner answer throughout would "
                "be right as often as is said in brackets"
            ),
            "Left open": st.column_config.TextColumn(
                help="Verdicts that cannot be read, never came, or say that the judge cannot tell, "
                "of the labelled ones"
            ),
            "Labels still needed": st.column_config.TextColumn(
                help=f"Until kappa's interval would lie above {KAPPA_MINIMUM:.2f}, on 20 fails "
                f"and 20 passes, if all stayed as it is. A kappa of {KAPPA_MINIMUM:.2f} or less "
                "is too low for any number of labels"
            ),
        },
    )


def strip(report: AgreementReport) -> pd.DataFrame:
    """Return one row a criterion; what is undefined is words."""
    return pd.DataFrame([_row(entry) for entry in report.criteria])


def baseline(entry: CriterionReport) -> str:
    """Say how often both say the same, against the one answer that is right most often."""
    found, cells = entry.agreement, entry.agreement.cells
    if not found.n:
        return NONE_YET
    same = (cells.tp + cells.tn) / cells.n
    always = max(cells.reference_passes, cells.reference_fails) / cells.n
    common = Outcome.PASS if cells.reference_passes >= cells.reference_fails else Outcome.FAIL
    word = f"always {agreement_table.classes(entry.criterion)[common].lower()}"
    if same <= always:
        return f"no better than {word} ({always:.0%})"
    return f"{same:.0%} ({word} {always:.0%})"


def needed(entry: CriterionReport) -> str:
    """Say how many more labels it takes, or why no number can be told."""
    found, cells = entry.agreement, entry.agreement.cells
    if found.labels_needed is not None:
        return f"{found.labels_needed:,}" if found.labels_needed else "none"
    if not found.n:
        return "no pairs"
    if not cells.reference_fails or not cells.reference_passes:
        return "one class only"
    return "kappa too low"


def _row(entry: CriterionReport) -> dict[str, object]:
    found, units = entry.agreement, entry.agreement.statuses.units
    left = found.not_scored + found.judge_cannot_tell
    return {
        "Criterion": entry.criterion.name,
        "Human ceiling": agreement_people.ceiling(entry),
        "Fails found": agreement_table.interval(entry.tpr),
        "Passes found": agreement_table.interval(entry.tnr),
        "Same answer": baseline(entry),
        "Left open": f"{left:,} of {units:,}" if units else NONE_YET,
        "Labels still needed": needed(entry),
    }
