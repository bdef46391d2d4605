"""Whether a judge may run unwatched: the sealed test, and the looks at it."""

import streamlit as st

from calibration.agreement.held import Held
from calibration.gate import gating, splitting
from calibration.gate.gate_ceiling import Standard
from calibration.visitors import access
from calibration.visitors.access import Right
from judging.splitting import SHARE
from judging.wording import counted
from pages.parts import (
    empty,
    gate_draw,
    gate_drift,
    gate_readiness,
    gate_rows,
    gate_standing,
    gate_words,
    held_choice,
    opened,
)
from pages.parts.plain import plain
from storage import Project, Split, splits

ASKED = "gate_asked"


def seal(project: Project) -> None:
    """Draw how to part the sessions, while there is no test; ends the page."""
    n = project.sessions.count()
    if not access.may(project, Right.OPEN_TEST):
        st.info("No session is sealed yet: a lead parts the sessions.")
        st.stop()
    st.header("No session is sealed yet", anchor=False)
    st.markdown(gate_words.WHY)
    share = st.slider("Share of the test, in percent", 20, 80, 60, 5, key="gate_share", width=360)
    st.button(
        f"Seal about {round(n * share / 100):,} of {counted(n, 'session')}",
        type="primary",
        key="gate_seal",
        on_click=part,
        args=(project, share / 100),
    )
    st.caption(gate_words.FOR_GOOD)
    st.stop()


def part(project: Project, share: float = SHARE) -> None:
    """Put the sessions that are in no split into one."""
    splitting.part(project, share)


def sealed(project: Project) -> None:
    """Say what is sealed, and offer to part what came since."""
    shares = splits.of(project).counts()
    st.markdown(gate_words.sealed(shares))
    if None in shares and access.may(project, Right.OPEN_TEST):
        st.button(
            f"Part the {counted(shares[None].sessions, 'session')} that came since",
            key="gate_part",
            on_click=part,
            args=(project,),
        )


def look(project: Project, held: Held) -> None:
    """Open the test."""
    by_ceiling = st.session_state.get("gate_ceiling", False)
    standard = Standard.CEILING if by_ceiling else Standard.KAPPA
    gating.gate(project, held, standard=standard, opened_by=access.actor(project))


def closed(project: Project, held: Held, found: tuple[gating.Standing, ...]) -> None:
    """Draw what a look would cost, and the button for one."""
    can_look = [one for one in found if one.answered is None and one.fails + one.passes]
    if not can_look:
        return
    with st.popover("Open the test", type="primary", key="gate_open"):
        st.markdown(gate_words.cost(can_look))
        st.toggle(
            "Hold it to what people reach", key="gate_ceiling", help=gate_words.ceiling(can_look)
        )
        st.button("Look now", type="primary", key="gate_look", on_click=look, args=(project, held))


project = opened.project()
st.title("Gate", anchor=False)
if project is None or not project.sessions.count():
    empty.no_sessions()
if Split.TEST not in splits.of(project).counts():
    seal(project)
held = held_choice.read(project, is_blind=True)
sealed(project)
found = gating.standing(project, held)
st.header(plain(gate_words.heading(found)), anchor=False)
is_opener = access.may(project, Right.OPEN_TEST)
if is_opener:
    closed(project, held, found)
if any(one.answered is None for one in found):
    gate_readiness.show(project, held)
    gate_standing.show([one for one in found if one.answered is None])
    if is_opener:
        gate_draw.show(project, held)
for one in found:
    if one.answered is not None:
        gate_rows.show(one.answered)
gate_drift.show(project, held)
