"""Agreement in words and rows."""

import pandas as pd

from calibration.agreement import left_out
from calibration.agreement.reporting import CriterionReport
from judging.agreement import CriterionAgreement, Estimate, Status
from judging.ratings import Outcome
from judging.rubrics import Criterion, Kind, Level
from judging.wording import counted

UNDEFINED = {
    Status.UNDEFINED_EMPTY: "undefined: no pairs",
    Status.UNDEFINED_SINGLE_CLASS: "undefined: one class only",
}
ESTIMATES = {
    "Right among its fails (precision)": "precision",
    "All fails, open ones as misses": "end_to_end_recall",
    "Same answer": "observed_agreement",
    "Share of fails, labels": "human_fail_rate",
    "Share of fails, judge": "judge_fail_rate",
}


def sentences(report: CriterionReport, whose: str) -> list[str]:
    """Return what a criterion comes to against labels by `whose`, in sentences, counts first."""
    found, table = report.agreement, report.agreement.cells
    fails, passes = round(table.tp + table.fn), round(table.fp + table.tn)
    fail, good = (word.lower() for word in classes(report.criterion).values())
    noun = "turn" if report.criterion.level is Level.TURN else "session"
    lines = [
        (
            f"Of {counted(fails, noun)} called {fail} by {whose}, the judge calls "
            f"{round(table.tp):,} {fail}. Of {passes:,} called {good}, it calls "
            f"{round(table.tn):,} {good}."
        ),
        (
            f"That is {counted(found.n, noun)} in {counted(found.groups, 'group')}, by which the "
            f"intervals are clustered{_effect(found)}."
        ),
    ]
    return [*lines, *left_out.sentences(report)]


def estimates(found: CriterionAgreement) -> pd.DataFrame:
    """Return each estimate with its interval; what is undefined says so."""
    shown = [getattr(found, field) for field in ESTIMATES.values()]
    return pd.DataFrame({"Measure": list(ESTIMATES), "Estimate [95 %]": list(map(interval, shown))})


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
        return UNDEFINED.get(estimate.status, estimate.status.words)
    if estimate.low is None or estimate.high is None:
        return f"{estimate.value:.2f} (no interval)"
    return f"{estimate.value:.2f} [{estimate.low:.2f}, {estimate.high:.2f}]"


def _effect(found: CriterionAgreement) -> str:
    if found.design_effect is None or found.design_effect == 1:
        return ""
    return f": they tell as much as {found.n / found.design_effect:,.0f} independent ones"
