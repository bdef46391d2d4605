"""A proposal's text: what it changes word by word, why, and what was not taken of it."""

import streamlit as st

from calibration.revision import proposal_texts, proposing
from judging.errors import JudgingError
from judging.rubrics.revision import Part, Tag
from pages.parts import comparison_rewording, propose_start, signature
from pages.parts.plain import plain
from storage import Project
from storage.proposals import StoredProposal

TAGS = {
    Tag.DEFINES: "defines a word",
    Tag.DECIDES: "decides an open case",
    Tag.NARROWS: "narrows",
    Tag.WIDENS: "widens",
    Tag.SHORTENS: "shortens",
}


def show(project: Project, proposal: StoredProposal) -> None:
    """Draw the proposal, and behind a fold the fields to change it by hand."""
    st.header("2. The proposed text", anchor=False)
    rubric = project.rubrics.numbered(proposal.rubric_version).rubric
    st.markdown(f":gray[{plain(_whose(proposal, rubric.label))}]")
    if proposal.reason:
        st.write(plain(proposal.reason))
    before = rubric.criterion(proposal.criterion)
    with st.container(border=True):
        if not comparison_rewording.parts(before, proposal_texts.criterion_of(project, proposal)):
            st.write("It reads as it does now: nothing of it was taken, or nothing changed.")
    for change in proposal.changes:
        _change(change["part"], change["tag"], change["why"])
    for change in proposal.refused:
        st.warning(
            f"A change of “{propose_start.LABELS[Part(change['part'])]}” was refused. "
            f"{plain(change['reason'])}",
            icon=":material/block:",
        )
    with st.expander("Change it by hand"):
        _edit(project, proposal)


def _whose(proposal: StoredProposal, label: str) -> str:
    edited = f", changed by {proposal.edited_by}" if proposal.edited_by else ""
    return f"By {proposal.author}{edited}, for {label}."


def _change(part: str, tag: str, why: str) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.badge(f"{propose_start.LABELS[Part(part)]}: {TAGS[Tag(tag)]}", color="blue")
        st.markdown(plain(why))


def _edit(project: Project, proposal: StoredProposal) -> None:
    key = f"propose_edit_{proposal.id}_{proposal.edits}"
    with st.form(key, border=False):
        text = propose_start.fields(key, dict(proposal.text))
        with st.container(horizontal=True, vertical_alignment="bottom"):
            by = signature.ask(project, f"{key}_by")
            is_sent = st.form_submit_button("Save the change")
    if not is_sent:
        return
    try:
        proposing.reword(project, proposal, text, by=by)
    except JudgingError as error:
        st.error(plain(error.sentences))
    else:
        st.rerun()
