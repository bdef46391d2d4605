"""How far reviewers said the same twice, as a table."""

from collections.abc import Sequence

import streamlit as st

from calibration.labels.reviewer_consistency import Consistency, Share
from judging.agreement import Estimate
from judging.wording import counted
from storage import Stratum


def show(found: Sequence[Consistency]) -> None:
    """Draw one line a reviewer and criterion, and below what to make of it."""
    st.dataframe(
        {
            "Reviewer": [one.reviewer for one in found],
            "Criterion": [one.criterion.name for one in found],
            "Same both times": [_share(one.all) for one in found],
            "Where the judge agreed": [_share(one.by_stratum[Stratum.AGREES]) for one in found],
            "Where it differed": [_share(one.by_stratum[Stratum.DIFFERS]) for one in found],
            "Pass or fail both times": [one.decided for one in found],
            "Agreement [95 %]": [estimate(one.agreement) for one in found],
            "Kappa [95 %]": [_kappa(one) for one in found],
        },
        hide_index=True,
        alt="How far reviewers said the same twice",
    )
    st.write(
        "Half of these were asked since a judge differs there, and they are the harder half: "
        "over all labels a reviewer is likely to be more consistent."
    )
    if soon := [one for one in found if one.is_soon]:
        days = max(one.days for one in soon)
        st.write(
            f"Some came soon: half of them within {counted(max(1, round(days)), 'day')}. "
            "What is remembered looks like consistency; a week apart says more."
        )


def _share(share: Share) -> str:
    return f"{share.same:,} of {share.n:,}" if share.n else "–"


def _kappa(one: Consistency) -> str:
    return f"{estimate(one.kappa)} (few)" if one.few else estimate(one.kappa)


def estimate(found: Estimate) -> str:
    """Return an estimate with its interval, for a cell; one without an interval says so."""
    if found.value is None:
        return "undefined"
    if found.low is None or found.high is None:
        return f"{found.value:z.2f} [too few]"
    return f"{found.value:z.2f} [{found.low:z.2f}, {found.high:z.2f}]"
