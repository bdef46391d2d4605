"""The sessions of the project, with a judge's outcomes beside each."""

import pandas as pd
import streamlit as st

from calibration import browsing
from calibration.browsing import Listed
from calibration.visitors import access
from calibration.visitors.access import Right
from judging.ratings import Outcome
from judging.rubrics import Level
from pages.parts import chosen, empty, opened
from pages.parts.outcome import CHART, Tone, chip
from storage import Answered, Project, SessionFilter, StoredJudge, StoredVersion

SIZE = 200
LABELLED = {"All": None, "Labelled": True, "Not labelled": False}


def filters(
    project: Project, version: StoredVersion | None, judge: StoredJudge | None
) -> SessionFilter:
    """Draw the filters and return what they say."""
    may_ask = access.may(project, Right.SEE_ALL)
    widths = [2.2, *([2.2] if may_ask else []), 1.4, 1.6, 1.8, 1.8]
    text, *answers, labels, formats, models, length = st.columns(
        widths, vertical_alignment="bottom"
    )
    words = text.text_input("Search id, title and goal", key="text", type="search")
    answered: tuple[Answered, ...] = ()
    for place in answers:
        with place:
            answered = answer_filter(version, judge)
    state = labels.selectbox("Labels", list(LABELLED), key="sessions_labelled")
    found = project.sessions.values_of("source_format")
    some = formats.multiselect("Format", found, key="format", placeholder="All formats")
    found = project.sessions.values_of("agent_model")
    agents = models.multiselect("Agent", found, key="agent", placeholder="All agents")
    longest = max(2, project.sessions.longest())
    low, high = length.slider("Turns", 0, longest, (0, longest), key=f"sessions_turns_{longest}")
    return SessionFilter(
        words or "",
        tuple(some),
        tuple(agents),
        low,
        high,
        is_labelled=LABELLED[state],
        answered=answered,
    )


def answer_filter(version: StoredVersion | None, judge: StoredJudge | None) -> tuple[Answered, ...]:
    """Draw the choice among outcomes of the judge, and return those that are asked for."""
    if version is None or judge is None:
        return ()
    options = {
        f"{criterion.name}: {chip(outcome, criterion.kind).text}": (criterion.key, outcome)
        for criterion in version.rubric.criteria
        if criterion.level is Level.SESSION
        for outcome in Outcome
    }
    chosen_ones = st.multiselect(
        "Verdicts", list(options), key=f"sessions_verdicts_{version.id}", placeholder="All verdicts"
    )
    return tuple(Answered(version.id, judge.id, *options[one]) for one in chosen_ones)


def table(listed: Listed, version: StoredVersion | None) -> pd.DataFrame:
    """Return the list as people read it: what it is first, then what the judge said."""
    lines = listed.lines
    columns: dict[str, list[object]] = {
        "Id": [line.external_id for line in lines],
        "Session": [line.title or (line.goal or "")[:120] for line in lines],
        "Turns": [line.n_turns for line in lines],
    }
    if any(line.agent_model for line in lines):
        columns["Agent"] = [line.agent_model or "" for line in lines]
    columns["Labelled"] = [line.id in listed.labelled for line in lines]
    for criterion in version.rubric.criteria if version else ():
        if criterion.level is Level.SESSION and criterion.key in listed.outcomes:
            by_session = listed.outcomes[criterion.key]
            columns[criterion.name] = [
                ""
                if line.id in listed.covered
                else chip(by_session.get(line.id), criterion.kind).text
                for line in lines
            ]
    return pd.DataFrame(columns)


def coloured(cell: object) -> str:
    """Return the colour of an outcome; glyph and word say the same without it."""
    for tone, glyph in ((Tone.BLUE, "✓"), (Tone.ORANGE, "✗")):
        if str(cell).startswith(glyph):
            return f"color: {CHART[tone]}"
    return ""


st.title("Sessions", anchor=False)
project = opened.project()
if project is None or not project.sessions.count():
    empty.no_sessions()
rubric_column, judge_column, _ = st.columns([2, 2, 5])
with rubric_column:
    version = chosen.version(project, judged=True)
with judge_column:
    judge = chosen.judge(project, version)
wanted = filters(project, version, judge)
page = int(st.session_state.get("sessions_page", 1))
listed = browsing.listed(project, wanted, version, judge, page=page - 1, size=SIZE)
pages = max(1, -(-listed.found // SIZE))
total = project.sessions.count()
st.markdown(
    f"**{listed.found:,}** sessions"
    + (f" of {total:,}" if listed.found != total else "")
    + ". Choose a row to read it."
)
if listed.covered:
    st.markdown(":gray[What the judge said stands beside a session once all your labels on it do.]")
if not listed.found:
    st.info("No session fits these filters.")
    st.stop()
selected = st.dataframe(
    table(listed, version).style.map(coloured),
    key="sessions_table",
    hide_index=True,
    on_select="rerun",
    selection_mode=["single-cell"],
    height=min(680, 38 + 35 * len(listed.lines)),
    alt="One row a session",
    column_config={
        "Session": st.column_config.TextColumn(
            width="large", help="The title, or else the beginning of the goal"
        ),
        "Turns": st.column_config.NumberColumn(width="small"),
        "Labelled": st.column_config.CheckboxColumn(width="small"),
    },
)
if pages > 1:
    st.number_input("Page", 1, pages, key="sessions_page", width=120)
for row, _column in selected["selection"]["cells"]:
    st.switch_page("session.py", query_params={"id": listed.lines[row].external_id})
