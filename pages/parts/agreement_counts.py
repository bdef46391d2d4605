"""The units that judge and reference both decided: counted, estimated, and listed."""

import streamlit as st

from calibration import browsing
from calibration.agreement.reporting import AgreementReport, CriterionReport
from judging.ratings import Outcome
from judging.rubrics import Level
from judging.wording import counted
from pages.parts import agreement_paradox, agreement_people, agreement_table, unit_list, way
from pages.parts.plain import plain
from storage import CELLS, Project


def show(project: Project, report: AgreementReport, entry: CriterionReport) -> None:
    """Draw what it comes to in words, the table of four, the estimates, what was left out."""
    found = entry.agreement
    look_into(report, entry)
    st.write(plain(" ".join(agreement_table.sentences(entry, report.reference.whose))))
    if against := agreement_people.like_for_like(entry):
        st.write(plain(against))
    for remark in entry.remarks:
        st.info(plain(remark), icon=":material/info:")
    matrix, numbers = st.columns(2, gap="large")
    with matrix:
        cell = grid(entry)
    with numbers:
        st.dataframe(
            agreement_table.estimates(found),
            hide_index=True,
            alt="Each estimate with its interval",
        )
    if cell:
        behind(project, entry, cell)
    agreement_paradox.show(entry)


def look_into(report: AgreementReport, entry: CriterionReport) -> None:
    """Draw the way to the units on which the two differ, if there are any."""
    cells = entry.agreement.cells
    if n := round(cells.fn + cells.fp):
        way.link(
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
                f"**{round(getattr(cells, name)):,}** {titles[name].lower()}",
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
    st.header(f"{title}: {counted(found.count, noun)}{first}")
    unit_list.show(
        found,
        key=f"agreement_units_{report.criterion.key}_{cell}",
        alt="The sessions behind the cell",
    )
