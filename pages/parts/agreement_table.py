"""Agreement in words and rows."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from calibration.reporting import AgreementReport, CriterionReport
from judging.agreement import CriterionAgreement, Estimate, Status
from judging.ratings import Outcome
from judging.rubrics import Criterion, Kind, Level
from storage import SessionLine

UNDEFINED = {
    Status.UNDEFINED_EMPTY: "undefined: no pairs",
    Status.UNDEFINED_SINGLE_CLASS: "undefined: one class only",
}
ESTIMATES = {
    "Kappa": "kappa",
    "TPR: failures found": "tpr",
    "TNR: passes left alone": "tnr",
    "Precision on fails": "precision",
    "End-to-end recall": "end_to_end_recall",
    "Observed agreement": "observed_agreement",
    "Fail rate, reference": "human_fail_rate",
    "Fail rate, judge": "judge_fail_rate",
    "PABAK (context)": "pabak",
    "AC1 (context)": "ac1",
}
COLUMNS = {
    "Criterion": st.column_config.TextColumn(width="medium"),
    "Kappa": st.column_config.TextColumn(help="Cohen's kappa with its 95 % interval"),
    "TPR": st.column_config.TextColumn(help="Share of the reference's fails that the judge fails"),
    "TNR": st.column_config.TextColumn(help="Share of its passes that the judge passes"),
    "Fails": st.column_config.NumberColumn(help="Fails of the reference, among decided pairs"),
    "Passes": st.column_config.NumberColumn(help="Passes of the reference, among decided pairs"),
    "Judge fails": st.column_config.TextColumn(help="The judge's own fail rate on these pairs"),
    "Not scored": st.column_config.NumberColumn(help="Verdicts that cannot be read or never came"),
    "Not applicable": st.column_config.NumberColumn(help="Units that either side sets aside"),
    "Cannot tell": st.column_config.NumberColumn(help="By the judge and by the reference"),
    "Design effect": st.column_config.TextColumn(
        help="By what clustering in groups divides the sample", width="small"
    ),
}


def overview(report: AgreementReport) -> pd.DataFrame:
    """Return one row a criterion, counts beside every rate."""
    return pd.DataFrame([_overview(entry) for entry in report.criteria])


def sentences(report: CriterionReport, whose: str) -> list[str]:
    """Return what a criterion comes to against labels by `whose`, in sentences, counts first."""
    found, table = report.agreement, report.agreement.cells
    fails, passes = round(table.tp + table.fn), round(table.fp + table.tn)
    fail, good = (word.lower() for word in classes(report.criterion).values())
    unit = "turns" if report.criterion.level is Level.TURN else "sessions"
    lines = [
        (
            f"Of {fails} {unit} called {fail} by {whose}, the judge calls {round(table.tp)} "
            f"{fail}. Of {passes} called {good}, it calls {round(table.tn)} {good}."
        ),
        (
            f"These {found.n} {unit} fall into {found.groups} groups, by which the intervals are "
            "clustered."
        ),
    ]
    aside = {
        "not scored": found.not_scored,
        "not applicable": found.not_applicable,
        "cannot tell, by the judge": found.judge_cannot_tell,
        "cannot tell, by the reference": found.human_cannot_tell,
        "ties among reviewers": report.ties,
    }
    counted = [f"{n} {name}" for name, n in aside.items() if n]
    if counted:
        lines.append(f"Left out of this: {', '.join(counted)}.")
    if found.few_groups and found.n:
        lines.append("There are few groups, so take the intervals with caution.")
    return lines


def estimates(found: CriterionAgreement) -> pd.DataFrame:
    """Return each estimate with its interval; what is undefined says so."""
    shown = [getattr(found, field) for field in ESTIMATES.values()]
    return pd.DataFrame({"Measure": list(ESTIMATES), "Estimate [95 %]": list(map(interval, shown))})


def units(found: Sequence[tuple[SessionLine, int]]) -> pd.DataFrame:
    """Return the units behind a cell."""
    columns: dict[str, list[object]] = {
        "Session": [line.title or line.external_id for line, _ in found],
        "Id": [line.external_id for line, _ in found],
    }
    if any(turn for _, turn in found):
        columns["Turn"] = [turn for _, turn in found]
    columns["Turns"] = [line.n_turns for line, _ in found]
    columns["Agent"] = [line.agent_model or "" for line, _ in found]
    return pd.DataFrame(columns)


def classes(criterion: Criterion) -> dict[Outcome, str]:
    """Return what the two classes of a criterion are called."""
    if criterion.kind is Kind.CONDITION:
        return {Outcome.FAIL: "Absent", Outcome.PASS: "Present"}
    return {Outcome.FAIL: "Fail", Outcome.PASS: "Pass"}


def cells(criterion: Criterion) -> dict[str, str]:
    """Return what the four cells of a criterion's table are called."""
    if criterion.kind is Kind.CONDITION:
        names = ("Both absent", "Seen by the judge alone", "Not seen by the judge", "Both present")
    else:
        names = ("Both fail", "Missed failure", "False alarm", "Both pass")
    return dict(zip(("tp", "fn", "fp", "tn"), names, strict=True))


def interval(estimate: Estimate) -> str:
    """Return an estimate as text: value and interval, or why there is none."""
    if estimate.value is None:
        return UNDEFINED.get(estimate.status, str(estimate.status).replace("_", " "))
    if estimate.low is None or estimate.high is None:
        return f"{estimate.value:.2f} (no interval)"
    return f"{estimate.value:.2f} [{estimate.low:.2f}, {estimate.high:.2f}]"


def _overview(entry: CriterionReport) -> dict[str, object]:
    found, table = entry.agreement, entry.agreement.cells
    rate = found.judge_fail_rate.value
    return {
        "Criterion": entry.criterion.name,
        "Kappa": interval(found.kappa),
        "TPR": interval(found.tpr),
        "TNR": interval(found.tnr),
        "Fails": round(table.tp + table.fn),
        "Passes": round(table.fp + table.tn),
        "Judge fails": "–" if rate is None else f"{rate:.0%}",
        "Not scored": found.not_scored,
        "Not applicable": found.not_applicable,
        "Cannot tell": found.judge_cannot_tell + found.human_cannot_tell,
        "Design effect": "–" if found.design_effect is None else f"{found.design_effect:.2f}",
    }
