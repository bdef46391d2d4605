"""One bias check on the page."""

from dataclasses import dataclass, replace

import streamlit as st

from calibration.agreement.held import Held
from calibration.bias import bias_checks
from calibration.bias.bias_outcomes import Checked
from judging.agreement.bias import Group
from pages.parts import bias_audit, bias_plot, bias_words, unit_list
from pages.parts.plain import plain
from storage import Project
from storage.bias_units import BiasUnit

OPEN = "bias_open"


@dataclass(frozen=True, slots=True)
class Place:
    """
    Where a card stands.

    Attributes:
        key: The criterion and the card's number on the page.

        noun: What a unit is: session or turn.

        reach: How far the common scale of the plots goes.

        held: The judge that is looked at.
    """

    key: str
    noun: str
    reach: float
    held: Held


def show(project: Project, found: Checked, place: Place) -> None:
    """Draw a check: the question, the state, the sentence, counts, the interval, the way on."""
    check = found.check
    with st.container(border=True):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"**{plain(bias_words.question(check))}**", width="content")
            st.markdown(bias_words.CHIPS[check.state].badge, width="content")
        words, numbers = st.columns([3, 2], gap="large")
        with words:
            st.markdown(plain(" ".join(filter(None, (check.sentence, found.wanted)))))
            bias_audit.offer(project, place.held, found.ready, found.commands, key=place.key)
            if found.remarks:
                st.caption(plain(" ".join(found.remarks)))
            if has_more(found):
                way(place)
        with numbers:
            if check.groups or found.further:
                counts(found)
            if bias_plot.is_drawn(check):
                bias_plot.show(check, place.reach)
        if has_more(found) and st.session_state.get(OPEN) == place.key:
            behind(project, found, place)


def has_more(found: Checked) -> bool:
    """Tell whether there are sessions to be listed behind a check."""
    return any(found.behind) or bool(found.cases)


def counts(found: Checked) -> None:
    """Draw of how many of either side it is true, and what is; then what else was counted."""
    check = found.check
    lines = [f"**{g.x:,.0f} of {g.n:,.0f}** {plain(g.name)}" for g in check.groups]
    if lines:
        st.markdown("  \n".join((bias_words.counted(check), *lines)))
    more = [plain(bias_words.rate(one.group)) for one in found.further]
    if more:
        st.markdown("  \n".join(more))


def way(place: Place) -> None:
    """Draw the button that shows the sessions behind the counts, or hides them."""
    is_open = st.session_state.get(OPEN) == place.key
    st.button(
        "Hide the sessions" if is_open else "See the sessions",
        key=f"bias_see_{place.key}",
        type="tertiary",
        icon=":material/expand_less:" if is_open else ":material/expand_more:",
        on_click=toggle,
        args=(place.key,),
    )


def behind(project: Project, found: Checked, place: Place) -> None:
    """List what each count stands for."""
    for at, (group, units) in enumerate(zip(found.check.groups, found.behind, strict=False)):
        if units:
            _listed(project, group, units, replace(place, key=f"{place.key}_{at}"))
    if found.cases:
        bias_audit.cases(project, found.cases, key=place.key)


def toggle(key: str) -> None:
    """Open a card's sessions, or close them if they are open."""
    st.session_state[OPEN] = None if st.session_state.get(OPEN) == key else key


def _listed(project: Project, group: Group, units: tuple[BiasUnit, ...], place: Place) -> None:
    """List what is behind one count; a click opens a session at its turn."""
    found = bias_checks.behind(project, units)
    first = f", the first {len(found.units):,}" if found.count > len(found.units) else ""
    st.markdown(f"{found.count:,} of the {plain(group.name)}{first}")
    unit_list.show(found, key=f"bias_units_{place.key}", alt=f"The {place.noun}s behind the count")
