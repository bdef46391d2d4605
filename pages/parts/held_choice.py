"""Which judge is looked at, and whose labels it is held against."""

import streamlit as st

from calibration import sample_project
from calibration.agreement import reporting
from calibration.agreement.held import Held
from calibration.bias import own_family
from pages.parts import chosen, empty
from pages.parts.plain import plain
from storage import Project


def read(project: Project, *, is_blind: bool = False) -> Held:
    """
    Draw the choices and return what is chosen; while no judge has answered, end the page.

    Args:
        project: Whose judges.

        is_blind: Whether only labels given blind count, with nothing to choose.
    """
    rubric_column, judge_column, reference_column, blind_column = st.columns(
        [2, 2, 2, 2], vertical_alignment="bottom"
    )
    with rubric_column:
        version = chosen.version(project, judged=True)
    with judge_column:
        judge = chosen.judge(project, version)
    with reference_column:
        word = chosen.reference(project)
    blind_only = is_blind or blind_column.toggle(
        "Blind labels only", key="blind", bind="query-params"
    )
    if version is None or judge is None:
        empty.no_verdicts()
    return Held(version, judge, reporting.reference_named(project, word, blind_only=blind_only))


def summary(project: Project, held: Held) -> None:
    """Say in words what is held against what, and warn of a judge of the agents' own family."""
    judge, rubric = held.judge.identity.name, held.version.rubric.label
    st.markdown(
        f"**{plain(judge)}** under **{plain(rubric)}**, held against labels by "
        f"**{plain(held.reference.whose)}**."
        + (
            " Its verdicts were written for the sample, not produced by a model."
            if judge == sample_project.JUDGE
            else ""
        )
    )
    if warning := own_family.warning(project, held.judge.identity):
        st.caption(plain(warning))
