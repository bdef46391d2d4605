"""Where a judge agrees more, and where less: agents, lengths, tags, months."""

from collections.abc import Mapping

import streamlit as st

from calibration import browsing
from calibration.agreement import slicing
from calibration.agreement.reporting import AgreementReport, CriterionReport
from calibration.agreement.slicing import By, Sliced
from judging.wording import counted
from pages.parts import (
    address,
    agreement_classes,
    agreement_intervals,
    agreement_slice_words,
    unit_list,
    way,
)
from pages.parts.agreement_intervals import KAPPA, Across, Line
from pages.parts.plain import plain
from storage import Project

DRAWN = 12


def show(project: Project, report: AgreementReport, entry: CriterionReport) -> None:
    """Draw one respect at a time: in words, in a plot against the whole, in a table."""
    found = slicing.of(project, entry.compared)
    if not found:
        nothing(entry, report.reference.whose)
        return
    sliced = found[chosen(found)]
    st.write(plain(" ".join(agreement_slice_words.sentences(sliced, entry.criterion))))
    if any(one.kappa for one in sliced.slices):
        plot(sliced, entry)
    table(project, sliced, entry)


def chosen(found: Mapping[By, Sliced]) -> By:
    """Draw the choice of what to slice by, and return it."""
    address.settle("by", list(found), By.AGENT)
    by = st.segmented_control(
        "Slice by",
        list(found),
        format_func=lambda word: agreement_slice_words.TITLES[By(word)],
        key="by",
        on_change=address.write,
        args=("by",),
        required=True,
    )
    return By(by or next(iter(found)))


def plot(sliced: Sliced, entry: CriterionReport) -> None:
    """Draw each slice against all sessions together; of very many, those with a number first."""
    ranked = sorted(sliced.slices, key=lambda one: one.kappa is None)[:DRAWN]
    lines = [
        Line.of(
            one.name,
            one.kappa,
            agreement_slice_words.kappa(one, entry.criterion),
            agreement_classes.counts(entry.criterion, one.cells),
        )
        for one in sliced.slices
        if one in ranked
    ]
    whole = entry.agreement.kappa.value
    agreement_intervals.show(lines, Across(KAPPA, whole=whole))
    marks = [agreement_intervals.legend(lines)]
    if whole is not None:
        marks.append(f"❘ all sessions together: {whole:.2f}")
    if left := len(sliced.slices) - len(lines):
        marks.append(f"{left:,} more in the table")
    st.caption(" · ".join(marks))


def table(project: Project, sliced: Sliced, entry: CriterionReport) -> None:
    """Draw one row a slice; a click lists its sessions."""
    key = f"agreement_slices_{entry.criterion.key}_{sliced.by}"
    rows = agreement_slice_words.rows(sliced, entry.criterion)
    counts = rows.select_dtypes("number").columns
    selected = st.dataframe(
        rows,
        key=key,
        hide_index=True,
        column_config=dict.fromkeys(counts, st.column_config.NumberColumn(format="localized")),
        on_select="rerun",
        selection_mode=["single-cell"],
        alt="One row a slice",
    )
    st.markdown(":gray[Choose a row to see its sessions.]")
    for row, _column in selected["selection"]["cells"]:
        one = sliced.slices[row]
        found = browsing.behind(project, [(session, 0) for session in one.sessions])
        first = f", the first {len(found.units):,}" if found.count > len(found.units) else ""
        st.header(f"{plain(one.name)}: {counted(found.count, 'session')}{first}")
        unit_list.show(found, key=f"{key}_{row}", alt="The sessions of the slice")


def nothing(entry: CriterionReport, whose: str) -> None:
    """Say that there is nothing to slice yet, and where to get it."""
    noun = agreement_classes.unit(entry)
    st.info(plain(f"Nothing to slice yet: there is no {noun} that judge and {whose} both decided."))
    way.link("label.py", label="Label", icon=":material/edit_note:")
