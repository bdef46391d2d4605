"""Publishing a proposal, or dismissing it: a person's to do, by name."""

import streamlit as st

from calibration.revision import proposal_deciding
from calibration.revision.proposal_deciding import LONGEST_WHY
from calibration.revision.proposal_trials import Tried
from judging.errors import JudgingError
from pages.parts import signature
from pages.parts.plain import plain
from storage import Project
from storage.proposals import StoredProposal

PUBLISHED = "propose_published"
MEANING = "Its meaning changes, so earlier labels no longer count"


def show(project: Project, proposal: StoredProposal, tried: Tried | None) -> None:
    """Draw who decides and why, and the two answers."""
    st.header("4. Your decision", anchor=False)
    if tried is None or tried.waiting:
        st.caption("It can be published untried; nothing then says what it breaks.")
    with st.form(f"propose_decision_{proposal.id}", border=False):
        with st.container(horizontal=True, vertical_alignment="bottom"):
            by = signature.ask(project, f"propose_by_{proposal.id}")
            why = st.text_input("Why", max_chars=LONGEST_WHY, width="stretch")
        has_new_meaning = st.checkbox(MEANING)
        with st.container(horizontal=True):
            is_published = st.form_submit_button(
                "Publish as a new version", type="primary", key=f"propose_publish_{proposal.id}"
            )
            is_dismissed = st.form_submit_button("Dismiss", key=f"propose_dismiss_{proposal.id}")
    try:
        if is_published:
            saved = proposal_deciding.publish(
                project, proposal, by=by, why=why, has_new_meaning=has_new_meaning
            )
            st.session_state[PUBLISHED] = saved.rubric.label
        elif is_dismissed:
            proposal_deciding.dismiss(project, proposal, by=by, why=why)
    except JudgingError as error:
        st.error(plain(error.sentences))
        return
    if is_published or is_dismissed:
        st.rerun()
