"""How far a judge agrees with people, criterion by criterion."""

import streamlit as st

from calibration import browsing, reporting
from calibration.reporting import AgreementReport, CriterionReport
from judging.ratings import Outcome
from pages.parts import agreement_plot, agreement_table, chosen, empty, opened
from pages.parts.plain import plain
from storage import Project

CELLS = {
    "tp": (Outcome.FAIL, Outcome.FAIL, "Both fail"),
    "fn": (Outcome.FAIL, Outcome.PASS, "Missed failure"),
    "fp": (Outcome.PASS, Outcome.FAIL, "False alarm"),
    "tn": (Outcome.PASS, Outcome.PASS, "Both pass"),
}


def read(project: Project) -> AgreementReport | None:
    """Draw what is compared with what and return the report; None while there is none."""
    rubric_column, judge_column, reference_column, blind_column = st.columns(
        [2, 2, 2, 2], vertical_alignment="bottom"
    )
    with rubric_column:
        version = chosen.version(project, judged=True)
    with judge_column:
        judge = chosen.judge(project, version)
    with reference_column:
        word = chosen.reference(project)
    blind_only = blind_column.toggle("Blind labels only", key="blind", bind="query-params")
    if version is None or judge is None:
        st.info("No judge has answered yet. Run one, or import the verdicts of one you have.")
        with st.container(horizontal=True):
            st.page_link("run.py", label="Run a judge", icon=":material/gavel:")
            st.page_link("import_.py", label="Import verdicts", icon=":material/upload_file:")
        return None
    reference = reporting.reference_named(project, word, blind_only=blind_only)
    return reporting.agreement(project, version, judge, reference)


def summary(report: AgreementReport) -> None:
    """Say in words what is compared, and where a judge stands on each criterion."""
    judge, rubric = report.judge.identity.name, report.version.rubric.label
    st.markdown(
        f"**{plain(judge)}** under **{plain(rubric)}**, held against labels by "
        f"**{plain(report.whose)}**."
        + (
            " Its verdicts were written for the sample, not produced by a model."
            if judge == "example-judge"
            else ""
        )
    )


def detail(project: Project, report: CriterionReport) -> None:
    """Draw one criterion: what it comes to in words, its table, what was left out."""
    found = report.agreement
    for line in agreement_table.sentences(report):
        st.write(plain(line))
    for remark in found.remarks:
        st.info(plain(remark), icon=":material/info:")
    matrix, numbers = st.columns([2, 3], gap="large")
    with matrix:
        cell = grid(report)
    with numbers:
        st.dataframe(
            agreement_table.estimates(found),
            hide_index=True,
            alt="Each estimate with its interval",
            height=38 + 35 * len(agreement_table.ESTIMATES),
        )
    if cell:
        behind(project, report, cell)


def grid(report: CriterionReport) -> str | None:
    """Draw the table of four as buttons and return the cell that is open."""
    cells = report.agreement.cells
    words = agreement_table.classes(report.criterion)
    st.markdown("**Choose a cell to see its sessions**")
    names = {
        name: f"{words[human]} · judge {words[judged].lower()}: {round(getattr(cells, name))}"
        for name, (human, judged, _) in CELLS.items()
    }
    for name, label in names.items():
        st.button(
            label,
            key=f"agreement_cell_{name}",
            width="stretch",
            type="primary" if st.session_state.get("agreement_cell") == name else "secondary",
            disabled=not getattr(cells, name),
            on_click=open_cell,
            args=(name,),
        )
    chosen_cell = st.session_state.get("agreement_cell")
    return chosen_cell if chosen_cell and getattr(cells, chosen_cell) else None


def open_cell(name: str) -> None:
    """Open a cell, or close it if it is open."""
    is_open = st.session_state.get("agreement_cell") == name
    st.session_state["agreement_cell"] = None if is_open else name


def behind(project: Project, report: CriterionReport, cell: str) -> None:
    """List the sessions behind a cell; a click opens one at its turn."""
    human, judged, title = CELLS[cell]
    units = browsing.in_cell(project, report.compared, human, judged)
    st.subheader(f"{title}: {len(units)} {'turns' if units and units[0][1] else 'sessions'}")
    selected = st.dataframe(
        agreement_table.units(units),
        key=f"agreement_units_{report.criterion.key}_{cell}",
        hide_index=True,
        on_select="rerun",
        selection_mode=["single-cell"],
        height=min(420, 38 + 35 * len(units)),
        alt="The sessions behind the cell",
    )
    for row, _column in selected["selection"]["cells"]:
        line, turn = units[row]
        where = {"id": line.external_id} | ({"turn": str(turn)} if turn else {})
        st.switch_page("session.py", query_params=where)


st.title("Agreement")
project = opened.project()
if project is None or not project.sessions.count():
    empty.no_sessions()
report = read(project)
if report is None:
    st.stop()
summary(report)
if report.lacks_reference:
    st.info(
        "There are no labels by this reference on these criteria yet. Import labels, or choose "
        "whose labels count above."
    )
    st.page_link("import_.py", label="Import labels", query_params={"what": "labels"})
    st.stop()
agreement_plot.show(report)
st.dataframe(
    agreement_table.overview(report),
    hide_index=True,
    alt="One row a criterion",
    column_config=agreement_table.COLUMNS,
)
by_key = {entry.criterion.key: entry for entry in report.criteria}
key = st.segmented_control(
    "Look closer at",
    list(by_key),
    default=next(iter(by_key)),
    format_func=lambda name: plain(by_key[name].criterion.name),
    key="criterion",
    bind="query-params",
)
detail(project, by_key.get(key or "", report.criteria[0]))
