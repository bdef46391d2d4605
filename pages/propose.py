"""From disagreements to a criterion's next text: proposed, tried, and published by a person."""

from collections import Counter

import streamlit as st

from calibration.revision import disagreeing, proposal_cases, proposing
from pages.parts import (
    disagreement_empty,
    empty,
    held_choice,
    opened,
    propose_choice,
    propose_decision,
    propose_evidence,
    propose_past,
    propose_start,
    propose_text,
    propose_trial,
)
from pages.parts.disagreement_filter import Wanted

project = opened.project()
st.title("Revise", anchor=False)
if project is None or not project.sessions.count():
    empty.no_sessions()
propose_past.published()
held = held_choice.read(project)
found = disagreeing.listed(project, held.version, held.judge, held.reference)
rubric = held.version.rubric
if not found and not any(proposing.standing(project, rubric.name, key) for key in rubric.keys):
    disagreement_empty.none_at_all(project, Wanted(held.version, held.judge, held.reference))
propose_evidence.summary(project, held, found)
counts = Counter(one.criterion.key for one in found)
criterion = propose_choice.criterion(rubric, counts)
left, right = st.columns([1, 1.35], gap="large")
with left:
    propose_evidence.show(project, held, criterion, found)
with right:
    proposal = proposing.standing(project, rubric.name, criterion.key)
    if proposal is None:
        grounds = proposal_cases.grounds(project, held, criterion.key)
        propose_start.show(project, held, criterion, grounds)
    else:
        propose_text.show(project, proposal)
        tried = propose_trial.show(project, proposal)
        propose_decision.show(project, proposal, tried)
propose_past.show(project, rubric.name, criterion)
