"""Criteria that the gate has not looked at: the labels that would count."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from calibration.gate.gating import Standing
from judging.agreement.thresholds import DEFAULT
from pages.parts import agreement_table

LEFT_OUT = (
    "Labels that were not given blind, or of sessions that were not drawn, do not count. Draw some "
    "below, or import labels with blind and inclusion_prob."
)

PEOPLE = (
    "Scott's pi of two people on the same sessions of the test, with its 95 % interval: the human "
    "ceiling. Empty while no session was labelled twice, blind."
)


def show(found: Sequence[Standing]) -> None:
    """Draw how many labels of the test count, and how many more it takes; none without any."""
    if not found:
        return
    st.markdown(
        f"Labels of the test that count. It takes {DEFAULT.per_class} fails and "
        f"{DEFAULT.per_class} passes at least, and about 200 labels for a good judge to pass."
    )
    st.dataframe(
        table(found),
        hide_index=True,
        alt="One row a criterion",
        placeholder="–",
        column_config={
            "Do not count": st.column_config.NumberColumn(help=LEFT_OUT),
            "People agree": st.column_config.TextColumn(help=PEOPLE),
        },
    )


def table(found: Sequence[Standing]) -> pd.DataFrame:
    """Return criteria with their labels as people read them."""
    least = DEFAULT.per_class
    return pd.DataFrame(
        {
            "Criterion": [one.criterion.name for one in found],
            "Fails": [one.fails for one in found],
            "Passes": [one.passes for one in found],
            "More fails needed": [max(0, least - one.fails) for one in found],
            "More passes needed": [max(0, least - one.passes) for one in found],
            "Do not count": [one.left_out for one in found],
            "Next look": [one.next_look for one in found],
            "People agree": [_people(one) for one in found],
        }
    )


def _people(one: Standing) -> str | None:
    if not one.twice:
        return None
    return f"{agreement_table.interval(one.people)} on {one.twice:,}"
