"""What the Bias page shows of audits: their cases, and the button that makes one."""

from collections.abc import Mapping, Sequence

import pandas as pd
import streamlit as st

from calibration.agreement.held import Held
from calibration.bias import kept_audits
from calibration.bias.bias_hindsight import LookedBack
from calibration.bias.standing_audits import Case
from calibration.visitors import access
from calibration.visitors.access import Right
from pages.parts.plain import plain
from storage import AuditKind, Project

COLUMNS: Mapping[str, str] = {
    "session_id": "Session",
    "turn": "Turn",
    "from": "Answer before",
    "to": "Answer after",
    "with_inert": "With a text that asks for nothing",
    "payload": "Planted",
    "planted_in": "In turn",
    "role": "Spoken by",
}
SPOKEN = frozenset({"from", "to", "with_inert", "payload"})
LATER = "Does it change its answer on a turn once it sees what comes later?"
MOST = 200
NOTHING = "bias_nothing_"


def offer(
    project: Project, held: Held, kind: AuditKind | None, commands: Sequence[str], *, key: str
) -> None:
    """Draw the commands that make an audit, and where nothing else is needed the button for it."""
    if commands and access.may(project, Right.RUN):
        st.code("\n".join(commands), language=None, wrap_lines=True)
    if kind is None or not access.may(project, Right.RUN):
        return
    st.button(
        "Compare the verdicts",
        key=f"bias_make_{key}",
        icon=":material/compare_arrows:",
        on_click=make,
        args=(project, held, kind),
    )
    if why := st.session_state.pop(NOTHING + kind, ""):
        st.info(plain(why), icon=":material/info:")


def make(project: Project, held: Held, kind: AuditKind) -> None:
    """Make an audit; why there was nothing to make it of is said on the page once."""
    st.session_state[NOTHING + kind] = kept_audits.make(project, held, kind)


def looked_back(project: Project, held: Held, found: LookedBack) -> None:
    """Draw what later turns change: the question, the sentence, the changes, and the turns."""
    with st.container(border=True):
        st.markdown(f"**{plain(LATER)}**")
        if found.sentence:
            st.markdown(plain(found.sentence))
        lines = [f"**{n:,}** from {spoken(a)} to {spoken(b)}" for a, b, n in found.changes]
        if lines:
            st.markdown("  \n".join(lines))
        said = plain(" ".join(found.remarks))
        if found.audit:
            st.caption(said)
        else:
            st.markdown(said)
        kind = AuditKind.HINDSIGHT if found.ready else None
        offer(project, held, kind, found.commands, key="hindsight")
        if found.cases:
            with st.expander("See the turns"):
                cases(project, found.cases, key="hindsight")


def cases(project: Project, found: Sequence[Case], *, key: str) -> None:
    """List where an audit found a change; a click opens the session at its turn."""
    if not access.may(project, Right.SEE_ALL):
        st.markdown(":gray[Which sessions they are is for leads to see.]")
        return
    shown = found[:MOST]
    if len(found) > MOST:
        st.markdown(f"{len(found):,} in all, the first {MOST}")
    selected = st.dataframe(
        table(shown),
        key=f"bias_cases_{key}",
        hide_index=True,
        on_select="rerun",
        selection_mode=["single-cell"],
        height=min(420, 38 + 35 * len(shown)),
        alt="The sessions in which the audit found a change",
    )
    for row, _column in selected["selection"]["cells"]:
        case = shown[row]
        where = {"id": case["session_id"]} | ({"turn": str(case["turn"])} if case["turn"] else {})
        st.switch_page("session.py", query_params=where)


def table(found: Sequence[Case]) -> pd.DataFrame:
    """Return one row a case, with what its audit tells of it."""
    there = {name for case in found for name in case if name != "turn" or case["turn"]}
    return pd.DataFrame(
        {
            title: [spoken(case[name]) if name in SPOKEN else case[name] for case in found]
            for name, title in COLUMNS.items()
            if name in there
        }
    )


def spoken(word: str) -> str:
    """Return a word of a file as people say it: `cannot_tell` without the line."""
    return word.replace("_", " ")
