"""A comparison in words: one plain sentence a criterion."""

from calibration.agreement import p_values
from calibration.agreement.comparing import ComparisonReport, CriterionComparison
from judging.agreement import Estimate
from judging.agreement.versions import Decision
from judging.rubrics import Level
from judging.wording import counted
from pages.parts import agreement_table
from pages.parts.plain import plain

DECISIONS = {
    Decision.BETTER: "it agrees better with the labels",
    Decision.WORSE: "it agrees worse with the labels",
    Decision.NO_EVIDENCE: "no evidence of a difference",
    Decision.INSUFFICIENT: "too little to tell",
}


def names(report: ComparisonReport) -> tuple[str, str]:
    """Return what the two sides are called: by version, or by judge, whichever differs."""
    one, other = report.first, report.second
    if one.version.id != other.version.id:
        return one.version.rubric.label, other.version.rubric.label
    judges = (one.judge.identity.name, other.judge.identity.name)
    if judges[0] != judges[1]:
        return judges
    return f"{judges[0]} {one.judge.fingerprint[:8]}", f"{judges[1]} {other.judge.fingerprint[:8]}"


def sentence(entry: CriterionComparison, second: str) -> str:
    """Return what a criterion comes to on the side called `second`, in Markdown."""
    found, name = entry.statistics, plain(entry.criterion.name)
    if entry.objection:
        return f"**{name}** cannot be compared. {plain(entry.objection)}"
    unit = "turn" if entry.criterion.level is Level.TURN else "session"
    if not found.n:
        return (
            f"**{name}**: no {unit} has a label and a verdict of both sides, all of them decided."
        )
    grouped = f" in {counted(entry.groups, 'group')}" if entry.groups < found.n else ""
    said = (
        f"**{name}**: on {counted(found.n, unit)}{grouped}, **{plain(second)}** {_changes(entry)}; "
        f"{DECISIONS[found.decision]}: kappa {plain(change(found.delta_kappa))}"
    )
    return f"{said}, {_test(entry)}." if entry.flips else f"{said}."


def change(estimate: Estimate) -> str:
    """Return a difference with its sign and interval, or why there is none."""
    if estimate.value is None:
        return agreement_table.interval(estimate)
    if estimate.low is None or estimate.high is None:
        return f"{estimate.value:+.2f} ({estimate.status.words})"
    return f"{estimate.value:+.2f} [{estimate.low:.2f}, {estimate.high:.2f}]"


def left_out(report: ComparisonReport) -> str:
    """Return which criteria only one side has, in a sentence; empty if both have the same."""
    if not report.left_out:
        return ""
    noun = "criterion" if len(report.left_out) == 1 else "criteria"
    return f"Left out, since only one side has the {noun}: {', '.join(report.left_out)}."


def _changes(entry: CriterionComparison) -> str:
    if not entry.flips:
        return "changes no verdict"
    return f"fixes {len(entry.fixed):,} and breaks {len(entry.broken):,}"


def _test(entry: CriterionComparison) -> str:
    """
    Return McNemar's test of fixed against broken, which takes every unit by itself.

    Turns of a session go together too much for that: there, how the share of right answers
    changes, with an interval that minds the groups.
    """
    found = entry.statistics
    if entry.criterion.level is Level.TURN:
        return f"share of right answers {plain(change(found.delta_accuracy))}"
    aside = " (groups ignored)" if entry.groups < found.n else ""
    return f"exact McNemar p {plain(p_values.said(found.correctness.p_exact))}{aside}"
