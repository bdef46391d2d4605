"""Have a judge answer a rubric for the sessions."""

import pandas as pd
import streamlit as st

from calibration import running
from judging.judges import RULES
from pages.parts import chosen, empty, opened
from pages.parts.plain import plain
from storage import Project, RunLine

JUDGES = {"rules": "Rules judge (no model)"}


def run(project: Project, rubric: str, word: str) -> RunLine:
    """Judge what is left, with a bar that shows how far it is."""
    judge = running.judge_named(word)
    planned = running.plan(project, rubric, judge)
    bar = st.progress(0.0, "Judging…")
    total = max(1, len(planned.left))

    def told(done: int) -> None:
        bar.progress(done / total, f"{done:,} of {total:,} sessions")

    return running.run(project, planned, judge, progress=told)


def table(runs: list[RunLine]) -> pd.DataFrame:
    """Return the runs as people read them."""
    return pd.DataFrame(
        {
            "Run": [r.id for r in runs],
            "Judge": [r.judge for r in runs],
            "Rubric": [r.rubric for r in runs],
            "How": ["imported" if r.mode == "import" else "judged here" for r in runs],
            "State": [str(r.status) for r in runs],
            "Units": [r.units for r in runs],
            "Scored": [r.scored for r in runs],
            "Not scored": [sum(r.not_scored.values()) for r in runs],
            "Ended": [r.finished_at for r in runs],
        }
    )


st.title("Run judge")
project = opened.project()
if project is None or not project.sessions.count():
    empty.no_sessions()
rubric_column, judge_column, _ = st.columns([2, 2, 4])
with rubric_column:
    version = chosen.version(project)
with judge_column:
    word = st.selectbox(
        "Judge", list(JUDGES), format_func=lambda w: JUDGES[str(w)], key="run_judge"
    )
assert version is not None
assert word is not None
planned = running.plan(project, version.rubric.label, running.judge_named(word))
unit = "sessions" if planned.level == "session" else "assistant turns"
left = planned.units - planned.cached
if left:
    st.write(
        f"**{left:,}** of {planned.units:,} {unit} are still to be judged. The rules judge asks "
        "no model, so it costs nothing."
    )
    if st.button(f"Judge {left:,} {unit}", type="primary", key="run_start"):
        done = run(project, version.rubric.label, word)
        st.session_state["run_done"] = done.id
        st.rerun()
else:
    st.write(f"All {planned.units:,} {unit} are judged under {plain(version.rubric.label)}.")
if (number := st.session_state.pop("run_done", None)) is not None:
    line = project.runs.get(number)
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        st.markdown(f":blue-badge[✓ Done] {line.scored:,} of {line.units:,} {unit} scored.")
        st.page_link("sessions.py", label="See the verdicts", icon=":material/forum:")
        st.page_link("agreement.py", label="Compare with people", icon=":material/balance:")
with st.expander("How the rules judge decides"):
    st.write(
        "It reads facts that code finds and says cannot tell where code cannot. It is the "
        "baseline that a model has to beat, and is held against people like any other judge."
    )
    keys = version.rubric.keys
    stated = [(key, sentence) for key, sentence in RULES if key in keys]
    for key, sentence in stated:
        st.markdown(f"**{plain(version.rubric.criterion(key).name)}** — {plain(sentence)}")
runs = project.runs.listed()
if runs:
    st.subheader("Runs")
    st.dataframe(
        table(runs),
        hide_index=True,
        alt="One row a run, newest first",
        column_config={"Ended": st.column_config.DatetimeColumn(format="D MMM YYYY, HH:mm")},
    )
