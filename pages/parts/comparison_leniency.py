"""Which of two sides passes more, on all that both have judged, labelled or not."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from calibration.agreement import p_values
from calibration.agreement.comparing import ComparisonReport, CriterionComparison
from judging.agreement import Estimate
from judging.rubrics import Level
from judging.wording import counted
from pages.parts import comparison_words
from pages.parts.plain import plain

WHY = (
    "This needs no label: a side that passes more is milder, be it right or wrong. Sessions of a "
    "sealed test are left out."
)


def show(report: ComparisonReport) -> None:
    """Draw which side is milder in words, then the counts; nothing where neither judged alike."""
    told = [entry for entry in report.criteria if entry.shift is not None and entry.shift.n]
    if not told:
        return
    names = comparison_words.names(report)
    st.header("Who passes more", anchor=False)
    st.markdown(WHY)
    st.markdown("\n".join(f"- {sentence(entry, names)}" for entry in told))
    st.dataframe(
        table(told, names),
        hide_index=True,
        placeholder="–",
        alt="Who passes more, one row a criterion",
    )


def sentence(entry: CriterionComparison, names: tuple[str, str]) -> str:
    """Return how much milder the second side is, in Markdown."""
    found = entry.shift
    assert found is not None
    first, second = map(plain, names)
    unit = "turn" if entry.criterion.level is Level.TURN else "session"
    about = f"**{plain(entry.criterion.name)}**: on {counted(found.n, unit)}, "
    if not found.to_pass + found.to_fail:
        return f"{about}both pass the same."
    return (
        f"{about}{second} alone passes {found.to_pass:,} and {first} alone {found.to_fail:,}: "
        f"**{second}** passes {plain(_milder(found.change))}."
    )


def _milder(change: Estimate) -> str:
    """Return how many points more, or fewer, one side passes."""
    if change.value is None or change.low is None or change.high is None:
        return points(change)
    way = "more" if change.value >= 0 else "fewer"
    ends = f"[{100 * change.low:+.0f}, {100 * change.high:+.0f}]"
    return f"{100 * abs(change.value):.0f} points {way} {ends}"


def points(change: Estimate) -> str:
    """Return a change of a share in points, with its interval."""
    if change.value is None:
        return "–"
    value = f"{100 * change.value:+.0f} points"
    if change.low is None or change.high is None:
        return f"{value} ({change.status.words})"
    return f"{value} [{100 * change.low:.0f}, {100 * change.high:.0f}]"


def table(told: Sequence[CriterionComparison], names: tuple[str, str]) -> pd.DataFrame:
    """Return one row a criterion."""
    shifts = [entry.shift for entry in told if entry.shift is not None]
    return pd.DataFrame(
        {
            "Criterion": [entry.criterion.name for entry in told],
            "Judged by both": [found.n for found in shifts],
            f"Only {names[1]} passes": [found.to_pass for found in shifts],
            f"Only {names[0]} passes": [found.to_fail for found in shifts],
            "Change of passes": [points(found.change) for found in shifts],
            "McNemar p": [p_values.said(found.test.p_exact) for found in shifts],
        }
    )
