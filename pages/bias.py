"""Whether a judge's errors depend on what they must not depend on."""

from collections import Counter

import streamlit as st

from calibration import bias_checks, reporting, sample_project
from calibration.bias_checks import CriterionBias, Held
from judging.agreement.bias import BiasState
from judging.rubrics import Kind, Level
from pages.parts import address, bias_card, bias_plot, bias_words, chosen, empty, opened
from pages.parts.bias_card import Place
from pages.parts.plain import plain
from storage import Project


def read(project: Project) -> Held | None:
    """Draw what is checked against whose labels and return it; None while no judge answered."""
    rubric_column, judge_column, reference_column, blind_column = st.columns(
        [2, 2, 2, 2], vertical_alignment="bottom"
    )
    with rubric_column:
        version = chosen.version(project, judged=True)
    with judge_column:
        judge = chosen.judge(project, version)
    with reference_column:
        word = chosen.reference(project)
    blind_only = blind_column.toggle("Blind labels only", key="blind", bind="query-params")
    if version is None or judge is None:
        st.info("No judge has answered yet. Run one, or import the verdicts of one you have.")
        with st.container(horizontal=True):
            st.page_link("run.py", label="Run a judge", icon=":material/gavel:")
            st.page_link("import_.py", label="Import verdicts", icon=":material/upload_file:")
        return None
    reference = reporting.reference_named(project, word, blind_only=blind_only)
    return Held(version, judge, reference)


def summary(held: Held) -> None:
    """Say in words what is checked."""
    judge, rubric = held.judge.identity.name, held.version.rubric.label
    st.markdown(
        f"**{plain(judge)}** under **{plain(rubric)}**, held against labels by "
        f"**{plain(held.whose)}**."
        + (
            " Its verdicts were written for the sample, not produced by a model."
            if judge == sample_project.JUDGE
            else ""
        )
    )


def criterion(held: Held, labelled: dict[str, int]) -> str:
    """Draw the choice of a criterion and return its key; the first with labels at first."""
    names = {c.key: c.name for c in held.version.rubric.criteria}
    default = next(key for key in names if labelled[key])
    address.settle("criterion", list(names), default)
    key = st.segmented_control(
        "Criterion",
        list(names),
        format_func=lambda each: plain(names[each]),
        key="criterion",
        on_change=address.write,
        args=("criterion",),
        required=True,
    )
    return key or default


def states(found: CriterionBias) -> None:
    """Count the states, and say what they rest on."""
    if found.criterion.kind is Kind.CONDITION:
        st.caption("On this criterion, pass stands for present and fail for absent.")
    counts = Counter(each.check.state for each in found.checks)
    st.markdown(
        " ".join(
            f":{chip.tone}-badge[{chip.glyph} {counts[state]} {chip.word.lower()}]"
            for state, chip in bias_words.CHIPS.items()
            if counts[state]
        )
    )
    if set(counts) == {BiasState.INSUFFICIENT}:
        st.caption("Nothing can be concluded yet. Each check says which labels it takes.")
        return
    st.caption(
        "A check is flagged if its interval excludes 0 and the difference is 10 points or more, "
        "and cleared if all of the interval is within 10 points, the grey band. The checks that "
        "have labels enough share the error rate: each interval is at "
        f"{bias_words.percent(found.confidence)}."
    )


project = opened.project()
st.title("Bias", anchor=False)
if project is None or not project.sessions.count():
    empty.no_sessions()
held = read(project)
if held is None:
    st.stop()
summary(held)
labelled = bias_checks.labelled(project, held)
if not any(labelled.values()):
    st.info(
        "There are no labels by this reference on these criteria yet. Import labels, or choose "
        "whose labels count above."
    )
    st.page_link("import_.py", label="Import labels", query_params={"what": "labels"})
    st.stop()
asked = held.version.rubric.criterion(criterion(held, labelled))
found = bias_checks.of_criterion(project, held, asked)
states(found)
reach = bias_plot.reach(each.check for each in found.checks)
noun = "turn" if asked.level is Level.TURN else "session"
for number, each in enumerate(found.checks):
    bias_card.show(project, each, Place(f"{asked.key}_{number}", noun, reach))
