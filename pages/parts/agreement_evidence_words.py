"""Agreement of cited turns in words and rows."""

from collections.abc import Iterator

import pandas as pd

from calibration.agreement.evidence_report import Evidence, EvidenceReport, Unfounded
from calibration.agreement.reporting import CriterionReport
from judging.ratings import Outcome
from judging.rubrics import Kind
from judging.wording import counted
from pages.parts import agreement_table

MARKING = (
    "A reviewer marks evidence on the Label page: go to a turn with `j` and `k` and press `e`, "
    "then answer. A file of labels names the turns in a column `cited_turns`, as in `3;9`."
)
MEASURES = (
    "Sessions with turns cited by both",
    "A turn in common",
    "Precision: the judge’s turns that the reference cites",
    "Precision, a neighbouring turn counting",
    "Recall: the reference’s turns that the judge cites",
    "Recall, a neighbouring turn counting",
    "F1 of precision and recall",
    "Jaccard index, mean",
    "Jaccard index by chance",
)
UNDEFINED, NOT_ASKED = "undefined", "–"


def sentences(found: EvidenceReport, whose: str) -> Iterator[str]:
    """Say on how many sessions a turn is cited by both sides, and what was left out."""
    some = found.alike
    pairs, apart = len(some.pairs), some.apart
    yield (
        f"On {len(some.shared):,} of {counted(pairs, 'session')} that both {_call(found)} and cite "
        f"turns for, judge and {whose} cite a turn in common."
    )
    if apart:
        yield f"{_others(some)} they rest the same answer on other turns{_near(some)}."
    if left := len(some.units) - pairs:
        yield (
            f"Left out, since a side cites no turn: {left:,} (the judge on "
            f"{some.without_judge:,}, {whose} on {some.without_reference:,})."
        )


def missing(found: EvidenceReport, entry: CriterionReport, whose: str) -> str:
    """Say why there are no two sides to compare."""
    some = found.alike
    if not entry.labelled:
        return f"There is no label by {whose} on this criterion yet."
    if not some.units:
        return f"There is no session yet that judge and {whose} both {_call(found)}."
    both = f"{counted(len(some.units), 'session')} that both {_call(found)}"
    if some.without_reference == len(some.units):
        return f"Of the {both}, {whose} cite a turn for none, so there is nothing to compare."
    if some.without_judge == len(some.units):
        return (
            f"Of the {both}, the judge cites a turn for none. A model judge is asked for its "
            "evidence; a file of verdicts names the turns in a column cited_turns."
        )
    return f"Of the {both}, there is none for which both sides cite a turn."


def measures(found: EvidenceReport) -> pd.DataFrame:
    """Return one row a measure: where both give the answer that takes evidence, and over all."""
    return pd.DataFrame(
        {
            "Measure": MEASURES,
            f"Both {_call(found)}": list(_column(found.alike)),
            "Both decided": list(_column(found.decided)),
        }
    )


def unfounded(found: Unfounded) -> str:
    """Say how many of the judge's citations point to what it cannot have seen."""
    if not found.count:
        return f"All {found.cited:,} turns that the judge cites are there."
    are = "is not there, or comes" if found.count == 1 else "are not there, or come"
    return (
        f"Of {found.cited:,} turns that the judge cites, {found.count:,} {are} after the turn "
        f"that it judges: {agreement_table.interval(found.share)}."
    )


def _call(found: EvidenceReport) -> str:
    if found.criterion.kind is Kind.CONDITION:
        return f"call {agreement_table.classes(found.criterion)[found.outcome].lower()}"
    return "fail" if found.outcome is Outcome.FAIL else "pass"


def _others(some: Evidence) -> str:
    apart, is_all = len(some.apart), not some.shared
    if apart == 1:
        return "On it" if is_all else "On the other"
    return f"On all {apart:,}" if is_all else f"On the other {apart:,}"


def _near(some: Evidence) -> str:
    """Say what to make of it: who cites the next turn mostly means the same."""
    apart, near = len(some.apart), sum(pair.is_near for pair in some.apart)
    why = ": the judge may be right for another reason"
    if not near:
        return why
    if near == apart:
        return ", though next to each other" if apart == 1 else ", though each time next to it"
    return f"{why}; on {near:,} of them the turns are neighbours"


def _column(some: Evidence) -> Iterator[str]:
    found, chance = some.agreement, some.jaccard_by_chance
    yield f"{len(some.pairs):,} of {len(some.units):,}"
    for estimate in (
        found.any_overlap,
        found.precision,
        found.precision_within_1,
        found.recall,
        found.recall_within_1,
    ):
        yield agreement_table.interval(estimate)
    yield UNDEFINED if found.f1 is None else f"{found.f1:.2f}"
    yield agreement_table.interval(found.jaccard)
    yield NOT_ASKED if chance is None else f"{chance:.2f}"
