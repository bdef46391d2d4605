"""Whether judge and reference rest the same answer on the same turns."""

import streamlit as st

from calibration.agreement import evidence_report
from calibration.agreement.evidence_report import CitedPair, EvidenceReport
from calibration.agreement.reporting import AgreementReport, CriterionReport
from judging.rubrics import Level
from pages.parts import (
    agreement_behind,
    agreement_evidence_plot,
    agreement_evidence_words,
    agreement_first_failing,
    way,
)
from pages.parts.plain import plain
from storage import Project


def show(project: Project, report: AgreementReport, entry: CriterionReport) -> None:
    """Draw what either side cites; of turns, where a session first fails says as much."""
    whose = report.reference.whose
    if entry.criterion.level is Level.TURN:
        agreement_first_failing.show(project, entry, whose)
        return
    found = evidence_report.of_criterion(project, entry.criterion, entry.compared)
    if not found.alike.pairs:
        nothing(found, entry, whose)
        return
    st.write(plain(" ".join(agreement_evidence_words.sentences(found, whose))))
    agreement_evidence_plot.show(found.alike, whose)
    agreement_behind.show(
        project,
        {
            "No turn in common": places(found.alike.apart),
            "A turn in common": places(found.alike.shared),
        },
        key=f"agreement_evidence_{entry.criterion.key}",
        opens_at="A session opens at the first turn that the judge cites.",
    )
    with st.expander("Every measure, here and on all sessions that both decided"):
        st.dataframe(
            agreement_evidence_words.measures(found),
            hide_index=True,
            alt="Each measure of the citations",
        )
        st.caption(agreement_evidence_words.unfounded(found.unfounded))


def places(pairs: tuple[CitedPair, ...]) -> list[tuple[int, int]]:
    """Return each session with the first turn that the judge cites."""
    return [(pair.unit.session, min(pair.judge)) for pair in pairs]


def nothing(found: EvidenceReport, entry: CriterionReport, whose: str) -> None:
    """Say why there is nothing to compare, and how evidence comes to be."""
    st.info(plain(agreement_evidence_words.missing(found, entry, whose)))
    if found.alike.units and found.alike.without_reference:
        st.markdown(agreement_evidence_words.MARKING)
        with st.container(horizontal=True):
            way.link("label.py", label="Label", icon=":material/edit_note:")
            way.link("import_.py", label="Import labels", query_params={"what": "labels"})
