"""How far a judge agrees with people, criterion by criterion."""

import streamlit as st

from calibration import browsing, reporting
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
    empty,
    held_choice,
    opened,
    unit_list,
)
from pages.parts.plain import counted, plain
from storage import Project

CELLS = {
    "tp": (Outcome.FAIL, Outcome.FAIL),
    "fn": (Outcome.FAIL, Outcome.PASS),
    "fp": (Outcome.PASS, Outcome.FAIL),
    "tn": (Outcome.PASS, Outcome.PASS),
}


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
                "reference": report.reference.word,
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
    unit_list.show(
        found,
        key=f"agreement_units_{report.criterion.key}_{cell}",
        alt="The sessions behind the cell",
    )


st.title("Agreement", anchor=False)
project = opened.project()
if project is None or not project.sessions.count():
    empty.no_sessions()
held = held_choice.read(project)
held_choice.summary(held)
report = reporting.agreement(project, held.version, held.judge, held.reference)
if report.lacks_reference:
    empty.no_labels()
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
detail(project, by_key[key or compared], report.reference.whose)
