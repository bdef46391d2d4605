"""What a judge should have been through before the test is opened for it."""

from collections.abc import Mapping, Sequence

import pandas as pd
import streamlit as st

from calibration.agreement.held import Held
from calibration.gate import readiness
from calibration.gate.readiness import Ready, Row, Trial
from pages.parts import way
from pages.parts.outcome import Chip, Tone
from pages.parts.plain import plain
from storage import Project

TRIALS: Mapping[Trial, str] = {
    Trial.LONGEST: "Longest real sessions",
    Trial.EDGE_CASES: "Hard cases among the labels",
    Trial.FIT_LOSS: "What shortening loses",
    Trial.HINDSIGHT: "What later turns change",
    Trial.RED_TEAM: "Talked into a pass",
    Trial.SELF_CONSISTENCY: "Contradicts itself",
}
STATES: Mapping[Ready, Chip] = {
    Ready.READY: Chip("✓", "Ready", Tone.BLUE),
    Ready.CANNOT_TELL: Chip("○", "Cannot be told", Tone.GRAY),
    Ready.NOT_YET: Chip("△", "Not yet", Tone.ORANGE),
}
AUDITED = {Trial.FIT_LOSS, Trial.HINDSIGHT, Trial.RED_TEAM}
WHY = (
    "None of these blocks the gate, and none uses a look. A look cannot be taken back, so it is "
    "worth knowing first what would make it a waste."
)


def show(project: Project, held: Held) -> None:
    """Draw each trial with its state, and what would mend those that are not ready."""
    rows = readiness.rows(project, held)
    ready = sum(row.state is Ready.READY for row in rows)
    title = f"Before a look: {ready} of {len(rows)} trials are ready"
    with st.expander(title, icon=":material/checklist:", key="gate_readiness"):
        st.markdown(WHY)
        st.dataframe(
            table(rows),
            hide_index=True,
            placeholder="–",
            alt="One row a trial",
            column_config={"What is known": st.column_config.TextColumn(width="large")},
        )
        for row in rows:
            if row.command:
                st.markdown(f"**{TRIALS[row.trial]}**: {plain(row.sentence)}")
                st.code(row.command, language=None, wrap_lines=True)
        _ways(rows, held)


def table(rows: Sequence[Row]) -> pd.DataFrame:
    """Return the trials as people read them."""
    return pd.DataFrame(
        {
            "Trial": [TRIALS[row.trial] for row in rows],
            "State": [STATES[row.state].text for row in rows],
            "Done": [None if row.done is None else f"{row.done:,} of {row.of:,}" for row in rows],
            "What is known": [row.sentence for row in rows],
        }
    )


def _ways(rows: Sequence[Row], held: Held) -> None:
    """Draw the ways to the pages on which something can be mended."""
    open_ = {row.trial for row in rows if row.state is not Ready.READY}
    named = {"rubric": held.version.rubric.label, "judge": held.judge.identity.name}
    with st.container(horizontal=True):
        if open_ - AUDITED - {Trial.EDGE_CASES}:
            way.link("run.py", label="Run the judge", icon=":material/gavel:")
        if open_ & AUDITED:
            icon = ":material/balance:"
            way.link("bias.py", label="See its audits", icon=icon, query_params=named)
