"""What a revision can rest on: how judge and people differ, in groups of similar ones."""

from collections.abc import Sequence

import streamlit as st

from calibration.agreement.held import Held
from calibration.revision import disagreement_groups
from calibration.revision.disagreeing import Disagreement
from calibration.revision.disagreement_groups import Group
from judging.rubrics import Criterion
from judging.wording import counted
from pages.parts import disagreement_words, way
from pages.parts.plain import plain
from storage import Project, splits

MOST = 6
UNSPLIT = (
    "No session is set aside for a test yet, so all of them count as evidence, and none is left "
    "to show that a revision holds for others."
)


def summary(project: Project, held: Held, found: Sequence[Disagreement]) -> None:
    """Say how often they differ, and which sessions may be learnt from."""
    judge, rubric = held.judge.identity.name, held.version.rubric.label
    is_split = splits.of(project).exist()
    where = ", in the sessions that are not sealed" if is_split else ""
    st.markdown(
        f"**{plain(judge)}** under **{plain(rubric)}** and **{plain(held.reference.whose)}** "
        f"differ on **{counted(len(found), 'answer')}**{where}."
    )
    if not is_split:
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.caption(UNSPLIT, width="content")
            way.link("gate.py", label="Seal a test first", icon=":material/verified:")


def show(project: Project, held: Held, criterion: Criterion, found: Sequence[Disagreement]) -> None:
    """Draw the groups on one criterion, each with what might help."""
    st.header("1. Where they differ", anchor=False)
    every = disagreement_groups.of(project, held, found)
    groups = [group for group in every if group.criterion == criterion]
    if not groups:
        st.markdown(":gray[On this criterion they agree wherever both have decided.]")
    for group in groups[:MOST]:
        _group(held, group)
    if more := groups[MOST:]:
        with st.expander(f"{counted(len(more), 'smaller group')}"):
            for group in more:
                _group(held, group)


def _group(held: Held, group: Group) -> None:
    kind = disagreement_words.direction(group.direction, group.criterion)
    with st.container(border=True, gap="xsmall"):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"**{plain(group.title)}**", width="stretch")
            st.badge(f"{len(group.members):,} × {kind.lower()}", color="gray")
        st.markdown(plain(group.suggested_fix))
        way.link(
            "disagreements.py",
            label=f"Read {counted(len(group.members), 'disagreement')}",
            icon=":material/compare_arrows:",
            query_params={
                "rubric": held.version.rubric.label,
                "judge": held.judge.identity.name,
                "group": group.id,
            },
        )
