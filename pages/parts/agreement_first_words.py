"""Agreement on the first failing turn in words and rows."""

from collections.abc import Iterator

import pandas as pd

from calibration.agreement.session_turns import Match
from calibration.agreement.turn_report import TurnReport
from judging.agreement import Estimate
from judging.wording import counted
from pages.parts import agreement_table


def sentences(found: TurnReport, whose: str) -> Iterator[str]:
    """Say in how many sessions both find the same turn, then how far apart they are."""
    n, both = found.agreement.n, len(found.distances)
    if not n:
        yield (
            f"Judge and {whose} both have answers on {counted(found.compared, 'session')}; in none "
            f"is the first failing turn certain. {_open(found, whose)}"
        )
        return
    yield (
        f"In {found.exact:,} of {counted(n, 'session')}, judge and {whose} find the same first "
        "failing turn, or none."
    )
    if both:
        yield (
            f"Where both find one ({both:,}), it is the same turn in "
            f"{found.distances.count(0):,}; the judge is later in {found.later:,} and earlier in "
            f"{found.earlier:,}."
        )
    if left := found.compared - n:
        yield f"Left out: {left:,}. {_open(found, whose)}"


def measures(found: TurnReport) -> pd.DataFrame:
    """Return one row a measure, counts beside rates."""
    told, n, both = found.agreement, found.agreement.n, len(found.distances)
    cells, interval = told.detection, agreement_table.interval
    agreed = round(cells.tp + cells.tn)
    rows = [
        ("Same first failing turn, or none", _of(found.exact, n), interval(told.exact)),
        ("Same on whether any turn fails: kappa", _of(agreed, n), interval(told.detection_kappa)),
        (
            "Same turn, where both find one",
            _of(found.distances.count(0), both),
            interval(told.exact_among_both),
        ),
        ("At most one turn apart", _of(found.near, both), interval(told.within_1)),
        ("Judge later", _of(found.later, both), interval(found.late)),
        ("Judge earlier", _of(found.earlier, both), interval(found.early)),
        (
            "Turns that the judge is late, mean",
            counted(both, "session"),
            signed(told.signed_distance),
        ),
    ]
    return pd.DataFrame(rows, columns=["Measure", "Count", "Estimate [95 %]"])


def signed(estimate: Estimate) -> str:
    """Return a difference as text; without an interval where there is none."""
    if estimate.value is None:
        return agreement_table.interval(estimate)
    if estimate.low is None or estimate.high is None:
        return f"{estimate.value:+.2f} (no interval)"
    return f"{estimate.value:+.2f} [{estimate.low:+.2f}, {estimate.high:+.2f}]"


def _of(x: int, n: int) -> str:
    return f"{x:,} of {n:,}"


def _open(found: TurnReport, whose: str) -> str:
    """Say whose undecided turns they are, and what would help."""
    uncertain = found.matching(Match.UNCERTAIN)
    judge = sum(one.judge is not None and one.judge.is_uncertain for one in uncertain)
    labels = sum(one.reference is not None and one.reference.is_uncertain for one in uncertain)
    advice = " Label every turn of the assistant up to the first that fails." * bool(labels)
    return (
        "There a turn without a pass or fail could be an earlier first: one of the judge’s in "
        f"{judge:,}, of {whose} in {labels:,}.{advice}"
    )
