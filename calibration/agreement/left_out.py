"""What stands outside of an agreement's counts, and what it would change, in sentences."""

from calibration.agreement.reporting import CriterionReport
from judging.agreement import CriterionAgreement
from judging.ratings import DECIDED, Outcome
from judging.rubrics import Kind


def sentences(report: CriterionReport) -> list[str]:
    """
    Say how many units were left out and why, and how careful to be with the intervals.

    Where the judge left failures open, what it finds of all of them stands beside: its recall over
    what it did answer flatters a judge that answers only where it is sure.
    """
    found = report.agreement
    aside = {
        "not scored": found.not_scored,
        "not applicable": found.not_applicable,
        "cannot tell, by the judge": found.judge_cannot_tell,
        "cannot tell, by the reference": found.human_cannot_tell,
        "ties among reviewers": report.ties,
    }
    listed = [f"{n:,} {name}" for name, n in aside.items() if n]
    lines = [f"Left out of this: {', '.join(listed)}."] if listed else []
    if report.drawn is None:
        is_quality = report.criterion.kind is not Kind.CONDITION
        lines += [_open_failures(found)] if is_quality else []
        lines += [_kappa_between(found)]
    if found.few_groups and found.n:
        lines.append("There are few groups, so take the intervals with caution.")
    return [line for line in lines if line]


def _kappa_between(found: CriterionAgreement) -> str:
    """Say what kappa might be if the judge had answered everything."""
    table, bounds = found.statuses, found.statuses.kappa_bounds
    left = table.decided_by_reference - round(table.cells.n)
    if not left or bounds is None:
        return ""
    return (
        f"Kappa would be {bounds[0]:z.2f} if all {left:,} without a pass or fail were wrong, "
        f"and {bounds[1]:z.2f} if they were right."
    )


def _open_failures(found: CriterionAgreement) -> str:
    recall, table = found.end_to_end_recall, found.statuses
    fails = table.number(reference=Outcome.FAIL)
    open_ones = fails - sum(table.number(Outcome.FAIL, outcome) for outcome in DECIDED)
    if not open_ones or recall.value is None:
        return ""
    between = "" if recall.low is None else f" [{recall.low:.0%}, {recall.high:.0%}]"
    return (
        f"Of {fails:,} fails it left {open_ones:,} without a pass or fail. With these as misses it "
        f"finds {round(found.cells.tp):,} of {fails:,}, {recall.value:.0%}{between}."
    )
