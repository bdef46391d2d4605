"""Where sessions first fail: judge and reference against each other."""

from collections.abc import Mapping

import streamlit as st

from calibration.agreement import evidence_report, turn_report
from calibration.agreement.reporting import CriterionReport
from calibration.agreement.session_turns import Match, SessionTurns
from calibration.agreement.turn_report import TurnReport
from judging.rubrics import Kind
from pages.parts import (
    agreement_behind,
    agreement_evidence_words,
    agreement_first_plot,
    agreement_first_words,
    way,
)
from pages.parts.plain import plain
from storage import Project

MATCHES: Mapping[Match, str] = {
    Match.LATE: "Judge later",
    Match.EARLY: "Judge earlier",
    Match.MISSED: "Judge finds none",
    Match.FALSE_ALARM: "Judge alone finds one",
    Match.SAME: "Same turn",
    Match.NEITHER: "None on either side",
    Match.UNCERTAIN: "Uncertain",
}


def show(project: Project, entry: CriterionReport, whose: str) -> None:
    """Draw the first failing turns of one turn-level criterion."""
    if entry.criterion.kind is Kind.CONDITION:
        st.info("A condition is present or absent and never a failure: no turn fails it first.")
        return
    found = turn_report.of(project, entry.compared)
    if not found.compared:
        nothing(found, whose)
        return
    st.write(plain(" ".join(agreement_first_words.sentences(found, whose))))
    if found.distances:
        agreement_first_plot.show(found)
    if found.agreement.n:
        st.dataframe(
            agreement_first_words.measures(found),
            hide_index=True,
            alt="Each measure of the first failing turns with its counts",
        )
    hindsight = evidence_report.unfounded(project, entry.compared)
    if hindsight.count:
        st.caption(agreement_evidence_words.unfounded(hindsight))
    matches = {w: [place(one) for one in found.matching(match)] for match, w in MATCHES.items()}
    agreement_behind.show(
        project,
        matches | {"Cites what comes later": hindsight.places},
        key=f"agreement_first_{entry.criterion.key}",
        opens_at=f"A session opens at its first failing turn, that of {whose} before the judge’s.",
    )


def place(found: SessionTurns) -> tuple[int, int]:
    """Return a session with the first turn that fails, the reference's before the judge's."""
    sides = [side.summary.first_failing for side in (found.reference, found.judge) if side]
    return found.session, next((turn for turn in sides if turn), 0)


def nothing(found: TurnReport, whose: str) -> None:
    """Say which side has no answer, and where to get one."""
    if not found.judged:
        st.info("The judge has judged no turn on this criterion yet.")
        way.link("run.py", label="Run the judge", icon=":material/gavel:")
        return
    if found.lacks_reference:
        st.info(plain(f"There is no label by {whose} on a turn yet."))
    else:
        st.info(plain(f"There is no session on whose turns judge and {whose} both have answers."))
    with st.container(horizontal=True):
        way.link("label.py", label="Label", icon=":material/edit_note:")
        way.link("import_.py", label="Import labels", query_params={"what": "labels"})
