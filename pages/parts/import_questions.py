"""What a person is asked of dropped files that do not say it themselves."""

import streamlit as st

from calibration.files.importing import ImportReport
from judging.importers import Told
from judging.importers.date_orders import ASKED, DateOrder, days
from judging.wording import counted
from pages.parts.plain import plain

WORDS = {DateOrder.DAY_FIRST: "Day first", DateOrder.MONTH_FIRST: "Month first"}


def show(report: ImportReport, key: str, *, is_cast: bool = False) -> Told:
    """
    Draw the questions that files leave open, and return the answers.

    Args:
        report: What is in the files before any answer.

        key: The page's name for the files.

        is_cast: Whether who speaks was chosen already, in a mapping.
    """
    has_strangers = bool(report.strangers) and not is_cast
    if not (has_strangers or report.undated or report.apart):
        return Told()
    with st.container(border=True):
        agents = _agents(report, key) if has_strangers else frozenset()
        dates = _dates(report, key) if report.undated else None
        others = _others(report, key) if report.apart else False
    return Told(agents, dates, others)


def _others(report: ImportReport, key: str) -> bool:
    stand = "stands" if report.apart == 1 else "stand"
    st.markdown(
        f"**{counted(report.apart, 'call')} of other agents** {stand} in these traces, with prompts"
        " and messages of their own."
    )
    return st.checkbox("Bring them in too, as sessions of their own", key=f"{key}_others")


def _agents(report: ImportReport, key: str) -> frozenset[str]:
    st.markdown("**Who is the agent?** The names here do not tell it.")
    by_turns = dict(report.strangers.most_common())
    chosen = st.multiselect(
        "The agent",
        list(by_turns),
        format_func=lambda name: f"{name} · {counted(by_turns[name], 'turn')}",
        placeholder="Choose whoever speaks for the agent",
        label_visibility="collapsed",
        key=f"{key}_agents",
    )
    return frozenset(chosen)


def _dates(report: ImportReport, key: str) -> DateOrder | None:
    sessions = counted(report.undated, "session")
    have = "has" if report.undated == 1 else "have"
    st.markdown(
        f"**Which day is {plain(report.unclear_date)}?** The dates of {sessions} can be read in two"
        f" ways. Until you choose, {'it' if report.undated == 1 else 'they'} {have} no times."
    )
    readings = days(report.unclear_date)
    return st.segmented_control(
        "The dates",
        [order for order in ASKED if order in readings],
        format_func=lambda order: f"{WORDS[order]}: {readings[order]:%-d %B %Y}",
        label_visibility="collapsed",
        key=f"{key}_dates",
    )
