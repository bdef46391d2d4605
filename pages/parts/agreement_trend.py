"""How a judge's agreement went on: over the rubric's versions, and over runs."""

from collections.abc import Sequence

import streamlit as st

from calibration.agreement import trend
from calibration.agreement.reporting import AgreementReport, CriterionReport
from calibration.agreement.trend import Point, Trend
from judging.wording import counted
from pages.parts import agreement_classes, agreement_intervals, agreement_table, way
from pages.parts.agreement_intervals import KAPPA, Across, Line
from pages.parts.outcome import Tone
from pages.parts.plain import plain
from storage import Project

OTHER_SESSIONS = "The points can be on different sessions"
OTHER_MEANING = (
    "In other versions this criterion means something else and has other labels, so that these "
    "points are not to be held against those above."
)


def show(project: Project, report: AgreementReport, entry: CriterionReport) -> None:
    """Draw the versions in which the criterion means the same, others apart, and the runs."""
    found = trend.of(project, report.version, entry.compared)
    if not found.versions and not found.runs:
        nothing(entry, report.reference.whose)
        return
    versions(found, report, entry)
    runs(found, report, entry)


def versions(found: Trend, report: AgreementReport, entry: CriterionReport) -> None:
    """Draw the rubric's versions, the earliest at the top."""
    st.header(f"Versions of {plain(report.version.rubric.name)}", anchor=False)
    same = [point for point in found.versions if point.meaning == found.meaning]
    others = [point for point in found.versions if point.meaning != found.meaning]
    pairs = "; Compare pairs them." if len(same) > 1 else ""
    st.write(plain(f"{told(same, found.judge, 'version')}{pairs}"))
    if len(same) > 1:
        compare(same[-2], same[-1], report, entry)
    draw(same, found, entry)
    if others:
        st.write(OTHER_MEANING)
        draw(others, found, entry)


def runs(found: Trend, report: AgreementReport, entry: CriterionReport) -> None:
    """Draw the runs under the version, the earliest at the top, the judge's own joined."""
    st.header(f"Runs under {plain(report.version.rubric.label)}", anchor=False)
    own = [point for point in found.runs if point.judge == found.judge]
    others = len({point.judge for point in found.runs} - {found.judge})
    end = "." if len(own) > 1 else ""
    grey = f" In grey: {counted(others, 'other judge')}." if others else ""
    st.write(plain(f"{told(own, found.judge, 'run')}{end}{grey}"))
    draw(found.runs, found, entry)
    drawn = [line(point, found, entry) for point in (*found.versions, *found.runs)]
    left = f" · without labels, and not drawn: {found.unlabelled:,}" if found.unlabelled else ""
    st.caption(agreement_intervals.legend(drawn) + left)


def told(points: Sequence[Point], judge: str, noun: str) -> str:
    """Say how many points there are, and of many, without a full stop, what they are not."""
    if not points:
        return f"{judge} has no {noun} here with sessions that were labelled and decided."
    if len(points) == 1:
        return f"{judge} has one labelled {noun} here, so there is nothing to follow yet."
    return f"{judge} has {len(points):,} labelled {noun}s here. {OTHER_SESSIONS}"


def compare(before: Point, after: Point, report: AgreementReport, entry: CriterionReport) -> None:
    """Draw the way to two versions on the sessions that both have."""
    way.link(
        "compare.py",
        label=f"Compare {plain(before.name)} and {plain(after.name)} on the same sessions",
        icon=":material/compare_arrows:",
        query_params={
            "what": "versions",
            "judge": report.judge.identity.name,
            "a": before.name,
            "b": after.name,
            "reference": report.reference.word,
            "criterion": entry.criterion.key,
            **({"blind": "true"} if report.reference.blind_only else {}),
        },
    )


def draw(points: Sequence[Point], found: Trend, entry: CriterionReport) -> None:
    """Draw the points from top to bottom; those of one judge and one meaning are joined."""
    if points:
        drawn = [line(point, found, entry) for point in points]
        agreement_intervals.show(drawn, Across(KAPPA))


def line(point: Point, found: Trend, entry: CriterionReport) -> Line:
    """Return a point's line: other judges are grey, and named."""
    is_own = point.judge == found.judge
    whose = "" if is_own else f" ({point.judge})"
    drawn = Line.of(
        f"{point.name}, {point.at.day} {point.at:%b %Y}{whose}",
        point.kappa,
        agreement_table.interval(point.kappa),
        agreement_classes.counts(entry.criterion, point.cells),
        joined=f"{point.judge} {point.meaning}",
    )
    return drawn if is_own else drawn.toned(Tone.GRAY)


def nothing(entry: CriterionReport, whose: str) -> None:
    """Say that there is nothing to follow yet, and where to get it."""
    noun = agreement_classes.unit(entry)
    st.info(
        plain(f"Nothing to follow yet: there is no {noun} that judge and {whose} both decided.")
    )
    way.link("label.py", label="Label", icon=":material/edit_note:")
