"""Two rubric versions, or two judges, held against the same labels."""

from collections.abc import Sequence

import streamlit as st

from calibration import sample_project
from calibration.agreement import comparing, reporting
from calibration.agreement.comparing import ComparisonReport, CriterionComparison, Flip
from calibration.visitors import access
from calibration.visitors.access import Right
from judging.rubrics import Criterion
from judging.wording import counted
from pages.parts import (
    address,
    chosen,
    comparison_costs,
    comparison_empty,
    comparison_flip,
    comparison_leniency,
    comparison_plot,
    comparison_rewording,
    comparison_sides,
    comparison_table,
    comparison_words,
    empty,
    opened,
    second_look_viewer,
)
from pages.parts.comparison_flip import FlipView
from pages.parts.comparison_sides import What
from pages.parts.plain import plain
from storage import Project


def read(project: Project, what: What) -> ComparisonReport:
    """Draw what is compared with what, and compare it."""
    sides = comparing.answered(project)
    choice = comparison_sides.choice(sides, what)
    if not choice.pairs:
        comparison_empty.no_pair(what, is_judged=bool(sides))
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        first, second = comparison_sides.chosen(choice)
        with st.container(width=comparison_sides.WIDTH):
            word = chosen.reference(project)
        blind_only = st.toggle("Blind labels only", key="blind", bind="query-params")
    reference = reporting.reference_named(project, word, blind_only=blind_only)
    return comparing.compare(project, first, second, reference)


def summary(report: ComparisonReport, told: Sequence[CriterionComparison]) -> None:
    """Say what criteria come to, in a sentence each, and what is left out."""
    _, second = comparison_words.names(report)
    sentences = [comparison_words.sentence(entry, second) for entry in told]
    st.markdown("\n".join(f"- {sentence}" for sentence in sentences))
    if caveat := next((entry.caveat for entry in told if entry.caveat), ""):
        st.caption(caveat)
    if left_out := comparison_words.left_out(report):
        st.markdown(plain(left_out))
    if sample_project.JUDGE in {side.judge.identity.name for side in (report.first, report.second)}:
        st.markdown(
            f":gray[The verdicts of {plain(sample_project.JUDGE)} were written for the sample, not "
            "produced by a model.]"
        )


def closer(
    project: Project, report: ComparisonReport, compared: list[CriterionComparison]
) -> Criterion:
    """Draw one criterion: what was fixed and broken, how its text changed; return it."""
    by_key = {entry.criterion.key: entry for entry in compared}
    default = next((key for key, entry in by_key.items() if entry.flips), next(iter(by_key)))
    names = {key: plain(entry.criterion.name) for key, entry in by_key.items()}
    entry = by_key[address.segments("Look closer at", names, default, key="criterion")]
    left, right = st.columns(2, gap="large")
    is_reworded = report.first.version.id != report.second.version.id
    with left:
        changed(project, report, entry, "fixed")
    with left if is_reworded else right:
        changed(project, report, entry, "broken")
    if is_reworded:
        with right:
            first, second = report.first.version.rubric, report.second.version.rubric
            comparison_rewording.show(first, second, entry.criterion)
    if not access.may(project, Right.SEE_ALL):
        return entry.criterion
    if entry.flips:
        st.markdown(":gray[Choose a row to see both verdicts in their session.]")
    if flip := comparison_flip.asked(entry.flips):
        viewer = second_look_viewer.name(project)
        comparison_flip.show(FlipView(project, report, entry.criterion, flip, viewer))
    return entry.criterion


def changed(
    project: Project, report: ComparisonReport, entry: CriterionComparison, how: str
) -> None:
    """List the units that were fixed, or broken; a click opens one below."""
    flips: tuple[Flip, ...] = getattr(entry, how)
    names = comparison_words.names(report)
    right = names[how == "fixed"]
    st.markdown(f"**{len(flips):,} {how}**: only {plain(right)} agrees with the label")
    if not flips or not access.may(project, Right.SEE_ALL):
        return
    key = f"compare_{how}_{entry.criterion.key}"
    st.dataframe(
        comparison_table.flips(
            flips, project.sessions.numbers([flip.session for flip in flips]), entry, names
        ),
        key=key,
        hide_index=True,
        on_select=lambda: choose(key, flips),
        selection_mode=["single-cell"],
        column_config=comparison_table.FLIPS,
        alt=f"{counted(len(flips), 'verdict')} {how}",
    )


def choose(key: str, flips: tuple[Flip, ...]) -> None:
    """Open what was clicked."""
    for row, _column in st.session_state[key]["selection"]["cells"]:
        comparison_flip.go(flips[row])


project = opened.project()
st.title("Compare", anchor=False)
if project is None or not project.sessions.count():
    empty.no_sessions()
report = read(project, comparison_sides.what())
compared = [entry for entry in report.criteria if not entry.objection]
if not any(entry.statistics.n for entry in compared):
    summary(report, [entry for entry in report.criteria if entry.objection])
    comparison_leniency.show(report)
    comparison_empty.nothing_in_common()
summary(report, report.criteria)
comparison_plot.show(compared, *comparison_words.names(report))
st.dataframe(
    comparison_table.overview(compared),
    hide_index=True,
    alt="One row a criterion",
    column_config=comparison_table.COLUMNS,
)
criterion = closer(project, report, compared)
comparison_leniency.show(report)
comparison_costs.show(project, report.second.version, report.reference, criterion)
