"""Pass rates in words."""

from calibration.agreement import pass_rates
from calibration.agreement.pass_rates import Design, PassRates
from calibration.agreement.reporting import CriterionReport
from judging.agreement import Estimate
from judging.ratings import Outcome
from judging.rubrics import Criterion, Kind
from judging.wording import counted
from pages.parts import agreement_classes, agreement_table

DRAWN = {
    Design.ALL: "all that the judge decided have one",
    Design.RANDOM: "drawn at random within each verdict",
    Design.UNEQUAL: "drawn with different probabilities, so that each counts by what it stands for",
}


def share(criterion: Criterion) -> str:
    """Return what is shown a share of: passes, or what a condition calls them."""
    return "Share that is present" if criterion.kind is Kind.CONDITION else "Share that passes"


def sentences(found: PassRates, entry: CriterionReport, whose: str) -> list[str]:
    """Say what the judge makes of all that it was asked, what it left open, and what labels say."""
    noun = agreement_classes.unit(entry)
    good = agreement_table.classes(entry.criterion)[Outcome.PASS].lower()
    passes = found.judged.get(Outcome.PASS, 0)
    lines = [
        f"Of {counted(found.decided, noun)} that it decided, the judge calls {passes:,} {good}.",
        *_open(found),
    ]
    people, judge, both = found.overlap
    if found.corrected.value is not None:
        lines.append(
            f"The corrected share rests on {counted(found.labels, 'label')} by {whose} "
            f"({DRAWN[found.design]}): it takes what they say of each verdict as often as the "
            "judge gives it."
        )
        lines += [*_weighted(found), *_left_out(found)]
    elif both:
        lines.append(
            f"Of the {both:,} that {whose} decided too, {whose} call {people:,} {good} and the "
            f"judge {judge:,}."
        )
    return lines


def nothing(found: PassRates, entry: CriterionReport) -> str:
    """Say that the judge has decided nothing, and what it did instead."""
    noun = agreement_classes.unit(entry)
    asked = sum(found.judged.values())
    if not asked:
        return f"The judge was asked of no {noun} on this criterion yet."
    return f"The judge has decided none of {counted(asked, noun)}. {' '.join(_open(found))}"


def raw_counts(found: PassRates) -> str:
    """Return how many of how many units the judge passes."""
    return f"{found.judged.get(Outcome.PASS, 0):,} of {found.decided:,}"


def corrected_counts(found: PassRates) -> str:
    """Return how many labels the corrected rate rests on; none where there is no rate."""
    return "" if found.corrected.value is None else counted(found.labels, "label")


def undecided(found: PassRates) -> str:
    """Return what the units without a pass or fail by the judge have in common."""
    return "not decided" if found.judged.get(Outcome.CANNOT_TELL) else "not scored"


def legend(found: PassRates, *, is_wide: bool) -> str:
    """Say in words what the marks stand for, those that are drawn."""
    marks = ["grey: the judge’s own share; no interval would hold its errors"]
    if found.corrected.value is not None:
        few = ", wider than ±20 points: too few labels to say" if is_wide else ""
        marks.append(f"blue: the corrected one with its 95 % interval{few}")
    if found.undecided:
        marks.append(
            f"light band: from all that is {undecided(found)} failing to all of it passing"
        )
    return " · ".join(marks)


def percent(rate: float | None) -> str:
    """Return a share in words."""
    return "undefined" if rate is None else f"{rate:.0%}"


def interval(rate: Estimate) -> str:
    """Return a share with its interval, or that there is none."""
    if rate.value is None:
        return "not given"
    if rate.low is None or rate.high is None:
        return f"{rate.value:.0%} (no interval)"
    return f"{rate.value:.0%} [{rate.low:.0%}, {rate.high:.0%}]"


def _open(found: PassRates) -> list[str]:
    """Say what has no verdict to count, each kind with its number."""
    asked = sum(found.judged.values())
    words = {
        Outcome.NOT_SCORED: "not scored",
        Outcome.CANNOT_TELL: "the judge cannot tell",
        Outcome.NOT_APPLICABLE: "not applicable",
    }
    kinds = [f"{found.judged[o]:,} {word}" for o, word in words.items() if found.judged.get(o)]
    if not kinds:
        return []
    first, *rest = kinds
    number, _, word = first.partition(" ")
    return [", ".join([f"{number} of {asked:,} {word}", *rest]) + "."]


def _weighted(found: PassRates) -> list[str]:
    if found.design is not Design.UNEQUAL:
        return []
    worth = f"They are worth {found.worth:,.0f} labels of equal weight."
    few = "A few labels decide this share: it may move much with the next ones."
    return [worth, few] if found.is_unstable else [worth]


def _left_out(found: PassRates) -> list[str]:
    lines = []
    if found.left_out:
        unknown = (
            ", or nobody knows how they were drawn" if found.design in pass_rates.DRAWN else ""
        )
        some = counted(found.left_out, "more label")
        lines.append(f"{some} cannot be used: one side did not decide{unknown}.")
    if found.corrected.low is None:
        lines.append("All labels of one verdict are of one group, which gives no interval.")
    return lines
