"""How far people agree, in words: what a judge can reach, and where it stands to that."""

from calibration.agreement.reporting import CriterionReport
from judging.agreement import Estimate
from judging.agreement.ceiling import ENOUGH_UNITS, Ceiling
from judging.rubrics import Level
from judging.wording import counted
from pages.parts import agreement_table


def ceiling(entry: CriterionReport) -> str:
    """Return the human ceiling with its interval and units, or why there is none."""
    if entry.people is None:
        return "not people’s labels"
    if not entry.people.units:
        return "nobody labelled twice"
    return f"{agreement_table.interval(entry.people.ceiling)} on {entry.people.units:,}"


def like_for_like(entry: CriterionReport) -> str:
    """Say where the judge stands to the ceiling on the same units; empty if they are no people."""
    if entry.people is None:
        return ""
    noun = "turn" if entry.criterion.level is Level.TURN else "session"
    if not entry.people.units:
        return (
            f"No {noun} was passed or failed by two people, so what a judge can reach is not "
            "known. Have a second person label some."
        )
    found = entry.people.like_for_like
    if not found.units:
        return f"The judge has decided no {noun} that two people have."
    return _compared(found, noun)


def _compared(found: Ceiling, noun: str) -> str:
    both = f"on {counted(found.units, noun)} that two people and the judge decided"
    judge, people = found.judge.value, found.people.value
    if found.difference.value is None or judge is None or people is None:
        return f"Judge and people cannot be compared like for like {both}: only one class occurs."
    few = f" Fewer than {ENOUGH_UNITS} {noun}s cannot show that a judge is as good as people."
    return (
        f"Like for like, {both}: the judge agrees with one person to {judge:.2f}, one person "
        f"with another to {people:.2f}; the difference is {_difference(found.difference)}."
        + few
        * found.few_units
    )


def _difference(estimate: Estimate) -> str:
    if estimate.low is None or estimate.high is None:
        return f"{estimate.value:+.2f}, {estimate.status.words}"
    return f"{estimate.value:+.2f} [{estimate.low:+.2f}, {estimate.high:+.2f}]"
