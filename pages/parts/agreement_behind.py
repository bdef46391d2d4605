"""The sessions behind counts on the Agreement page, one count at a time."""

from collections.abc import Mapping, Sequence

import streamlit as st

from calibration import browsing
from pages.parts import unit_list
from pages.parts.plain import plain
from storage import Project

Places = Sequence[tuple[int, int]]


def show(project: Project, counts: Mapping[str, Places], *, key: str, opens_at: str) -> None:
    """
    Draw the choice of a count, and list what is behind the chosen one.

    Args:
        project: Whose sessions.

        counts: What is counted, in words, with the sessions and the turn to open each at.

        key: The place on the page.

        opens_at: What that turn is, in a sentence.
    """
    there = {name: places for name, places in counts.items() if places}
    if not there:
        return
    chosen = st.segmented_control(
        "See the sessions",
        list(there),
        format_func=lambda name: f"{name}: {len(there[name]):,}",
        key=key,
    )
    if chosen in there:
        found = browsing.behind(project, there[chosen])
        first = f"The first {len(found.units):,}. " if found.count > len(found.units) else ""
        st.caption(plain(first + opens_at))
        unit_list.show(found, key=f"{key}_{chosen}", alt="The sessions behind the count")
