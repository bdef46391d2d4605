"""How far a judge agrees with people, criterion by criterion."""

import streamlit as st

from calibration.agreement import agreement_words, reporting
from calibration.agreement.reporting import AgreementReport, CriterionReport
from pages.parts import (
    address,
    agreement_counts,
    agreement_evidence,
    agreement_pass_rate,
    agreement_plot,
    agreement_repeats,
    agreement_slices,
    agreement_strip,
    agreement_trend,
    empty,
    held_choice,
    opened,
)
from pages.parts.plain import plain

VIEWS = {
    "counts": ("Counts", agreement_counts.show),
    "slices": ("Slices", agreement_slices.show),
    "time": ("Over time", agreement_trend.show),
    "pass_rate": ("Pass rate", agreement_pass_rate.show),
    "evidence": ("Evidence", agreement_evidence.show),
    "repeats": ("Asked again", agreement_repeats.show),
}


def criterion(report: AgreementReport) -> CriterionReport:
    """Draw the choice of a criterion, the first with anything to compare, and return it."""
    by_key = {entry.criterion.key: entry for entry in report.criteria}
    compared = next((key for key, entry in by_key.items() if entry.agreement.n), next(iter(by_key)))
    names = {key: plain(entry.criterion.name) for key, entry in by_key.items()}
    return by_key[address.segments("Look closer at", names, compared, key="criterion")]


def view() -> str:
    """Draw the choice of what to see of it, and return the word for it in the address."""
    names = {word: name for word, (name, _) in VIEWS.items()}
    return address.segments("View", names, "counts", key="view", label_visibility="collapsed")


st.title("Agreement", anchor=False)
project = opened.project()
if project is None or not project.sessions.count():
    empty.no_sessions()
held = held_choice.read(project)
held_choice.summary(project, held)
report = reporting.agreement(project, held.version, held.judge, held.reference)
if report.lacks_reference:
    agreement_repeats.without_labels(project, report)
    empty.no_labels()
st.markdown(plain(agreement_words.headline(report)))
agreement_plot.show(report)
agreement_strip.show(report)
entry = criterion(report)
_, draw = VIEWS[view()]
draw(project, report, entry)
