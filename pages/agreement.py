"""How far a judge agrees with people, criterion by criterion."""

import streamlit as st

from calibration import browsing, reporting, sample_project
from calibration.reporting import AgreementReport, CriterionReport
from judging.ratings import Outcome
from judging.rubrics import Level
from pages.parts import (
    address,
    agreement_paradox,
    agreement_people,
    agreement_plot,
    agreement_strip,
    agreement_table,
    chosen,
    empty,
    opened,
)
from pages.parts.plain import counted, plain
from storage import Project

CELLS = {
    "tp": (Outcome.FAIL, Outcome.FAIL),
    "fn": (Outcome.FAIL, Outcome.PASS),
    "fp": (Outcome.PASS, Outcome.FAIL),
    "tn": (Outcome.PASS, Outcome.PASS),
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
            if judge == sample_project.JUDGE
            else ""
        )
    )


def detail(project: Project, report: CriterionReport, whose: str) -> None:
    """Draw one criterion: what it comes to in words, its table, what was left out."""
    found = report.agreement
    st.write(plain(" ".join(agreement_table.sentences(report, whose))))
    if against := agreement_people.like_for_like(report):
        st.write(plain(against))
    for remark in found.remarks:
        st.info(plain(remark), icon=":material/info:")
    matrix, numbers = st.columns(2, gap="large")
    with matrix:
        cell = grid(report)
    with numbers:
        st.dataframe(
            agreement_table.estimates(found),
            hide_index=True,
            alt="Each estimate with its interval",
        )
    if cell:
        behind(project, report, cell)
    agreement_paradox.show(report)


def look_into(report: AgreementReport, entry: CriterionReport) -> None:
    """Draw the way to the units on which the two differ, if there are any."""
    cells = entry.agreement.cells
    if n := round(cells.fn + cells.fp):
        st.page_link(
            "disagreements.py",
            label=f"Look into {counted(n, 'disagreement')}",
            icon=":material/compare_arrows:",
            query_params={
                "rubric": report.version.rubric.label,
                "judge": report.judge.identity.name,
                "reference": report.reference_word,
                "criterion": entry.criterion.key,
                **({"blind": "true"} if report.reference.blind_only else {}),
            },
        )


def grid(report: CriterionReport) -> str | None:
    """Draw the table of four, each cell a button that opens it, and return the open one."""
    cells = report.agreement.cells
    words = agreement_table.classes(report.criterion)
    titles = agreement_table.cells(report.criterion)
    heads = st.columns([1.6, 2, 2], vertical_alignment="bottom")
    for column, outcome in zip(heads[1:], (Outcome.FAIL, Outcome.PASS), strict=True):
        column.markdown(f"Judge: **{words[outcome].lower()}**", text_alignment="center")
    for row, human in ((("tp", "fn"), Outcome.FAIL), (("fp", "tn"), Outcome.PASS)):
        head, *columns = st.columns([1.6, 2, 2], vertical_alignment="center")
        head.markdown(f"Reference: **{words[human].lower()}**")
        for column, name in zip(columns, row, strict=True):
            column.button(
                f"**{round(getattr(cells, name))}** {titles[name].lower()}",
                key=f"agreement_cell_{name}",
                width="stretch",
                type="primary" if st.session_state.get("agreement_cell") == name else "secondary",
                disabled=not getattr(cells, name),
                on_click=open_cell,
                args=(name,),
            )
    st.markdown(":gray[Choose a cell to see its sessions.]")
    chosen_cell = st.session_state.get("agreement_cell")
    return chosen_cell if chosen_cell and getattr(cells, chosen_cell) else None


def open_cell(name: str) -> None:
    """Open a cell, or close it if it is open."""
    is_open = st.session_state.get("agreement_cell") == name
    st.session_state["agreement_cell"] = None if is_open else name


def behind(project: Project, report: CriterionReport, cell: str) -> None:
    """List the sessions behind a cell; a click opens one at its turn."""
    human, judged = CELLS[cell]
    title = agreement_table.cells(report.criterion)[cell]
    found = browsing.in_cell(project, report.compared, human, judged)
    noun = "turn" if report.criterion.level is Level.TURN else "session"
    first = f", the first {len(found.units):,}" if found.count > len(found.units) else ""
    st.subheader(f"{title}: {counted(found.count, noun)}{first}")
    selected = st.dataframe(
        agreement_table.units(found.units),
        key=f"agreement_units_{report.criterion.key}_{cell}",
        hide_index=True,
        on_select="rerun",
        selection_mode=["single-cell"],
        height=min(420, 38 + 35 * len(found.units)),
        alt="The sessions behind the cell",
    )
    for row, _column in selected["selection"]["cells"]:
        line, turn = found.units[row]
        where = {"id": line.external_id} | ({"turn": str(turn)} if turn else {})
        st.switch_page("session.py", query_params=where)


st.title("Agreement", anchor=False)
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
agreement_strip.show(report)
by_key = {entry.criterion.key: entry for entry in report.criteria}
compared = next((key for key, entry in by_key.items() if entry.agreement.n), "")
address.settle("criterion", list(by_key), compared)
key = st.segmented_control(
    "Look closer at",
    list(by_key),
    format_func=lambda name: plain(by_key[name].criterion.name),
    key="criterion",
    on_change=address.write,
    args=("criterion",),
    required=True,
)
look_into(report, by_key[key or compared])
detail(project, by_key[key or compared], report.whose)
