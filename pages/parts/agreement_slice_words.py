"""Slices in words and rows."""

from collections.abc import Iterator

import pandas as pd

from calibration.agreement.slicing import FEWEST, By, Slice, Sliced
from judging.agreement import Estimate
from judging.rubrics import Criterion
from judging.wording import counted
from pages.parts import agreement_classes, agreement_table

TITLES = {By.AGENT: "Agent", By.LENGTH: "Length", By.TAG: "Tag", By.MONTH: "Month"}
UNSTATED = {By.AGENT: "no agent named", By.TAG: "no tag", By.MONTH: "no date"}
WARNING = (
    "Slices are many looks at the same labels: of twenty intervals one misses by chance alone, and "
    "a difference between slices whose intervals overlap is no finding."
)


def sentences(sliced: Sliced, criterion: Criterion) -> Iterator[str]:
    """Say which slices have no number, what is in none of them, and what is in several."""
    fails, passes = agreement_classes.names(criterion)
    if thin := sum(one.kappa is None for one in sliced.slices):
        n = len(sliced.slices)
        lacking = "no slice here has" if thin == n else f"{thin:,} of {n:,} slices do not have"
        yield f"A kappa takes {FEWEST} {fails} and {FEWEST} {passes}, which {lacking}."
    if sliced.unstated:
        yield f"Left out: {counted(sliced.unstated, 'session')} with {UNSTATED[sliced.by]}."
    if sliced.overlap:
        yield "A session with several tags is in several slices."
    if len(sliced.slices) > 1:
        yield WARNING
    else:
        yield "All are in one slice, so there is nothing to tell apart."


def rows(sliced: Sliced, criterion: Criterion) -> pd.DataFrame:
    """Return one row a slice; what has too few of a class is words."""
    fails, passes = agreement_classes.names(criterion)
    data = [
        {
            TITLES[sliced.by]: one.name,
            "Kappa [95 %]": kappa(one, criterion),
            "Fails found": rate(one.tpr, fails),
            "Passes found": rate(one.tnr, passes),
            fails.capitalize(): one.fails,
            passes.capitalize(): one.passes,
            "Sessions": len(one.sessions),
            "Groups": one.groups,
        }
        for one in sliced.slices
    ]
    return pd.DataFrame(data)


def kappa(one: Slice, criterion: Criterion) -> str:
    """Return a slice's kappa in words, or which class it has too few of."""
    if one.kappa is not None:
        return agreement_table.interval(one.kappa)
    both = zip(agreement_classes.names(criterion), (one.fails, one.passes), strict=True)
    few = [word for word, n in both if n < FEWEST]
    return "too few of both" if len(few) > 1 else f"too few {few[0]}"


def rate(found: Estimate | None, of: str) -> str:
    """Return a recall in words, or the class that there is too little of."""
    return f"too few {of}" if found is None else agreement_table.interval(found)
