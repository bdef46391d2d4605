"""One unit whose verdict changed, in its session: both verdicts and the labels beside it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import streamlit as st

from calibration.agreement.comparing import ComparisonReport, Flip, Side
from calibration.revision import disagreeing
from judging.ratings import Rating
from judging.rubrics import Criterion
from pages.parts import (
    comparison_words,
    disagreement_place,
    disagreement_sides,
    session_view,
    way,
)
from pages.parts.marks import Answer
from pages.parts.outcome import chip
from pages.parts.plain import plain
from pages.parts.rail import Rail
from pages.parts.transcript import TranscriptView
from storage import Project

HEIGHT = "70vh"


@dataclass(frozen=True, slots=True)
class FlipView:
    """A changed verdict on a criterion, and who looks at it."""

    project: Project
    report: ComparisonReport
    criterion: Criterion
    flip: Flip
    viewer: str


def asked(flips: tuple[Flip, ...]) -> Flip | None:
    """Return the one that the address leads to, or None."""
    name, turn = st.query_params.get("session"), st.query_params.get("at", "0")
    return next((f for f in flips if (f.session, str(f.turn)) == (name, turn)), None)


def go(flip: Flip) -> None:
    """Lead the address to a changed verdict."""
    st.query_params["session"] = flip.session
    st.query_params.pop("turn", None)
    if flip.turn:
        st.query_params["at"] = str(flip.turn)
    else:
        st.query_params.pop("at", None)


def show(view: FlipView) -> None:
    """Draw the session with what is cited, and write down that the viewer was shown all of it."""
    flip, criterion = view.flip, view.criterion
    both = [
        disagreeing.opened(view.project, side.version, side.judge, flip.session, viewer=view.viewer)
        for side in (view.report.first, view.report.second)
    ]
    session = both[0].session
    answers = tuple(_answers(view, both))
    cited = [citation.turn for answer in answers for citation in answer.rating.citations]
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(_heading(view), width="content")
        _links(view)
    title = f"{criterion.name}, turn {flip.turn}" if flip.turn else criterion.name
    rail = Rail(
        session,
        (replace(criterion, name=title),),
        tuple(replace(one, rating=replace(one.rating, turn=0)) for one in answers),
    )
    focus = disagreement_place.looked_at() or flip.turn or min(cited, default=None)
    transcript = TranscriptView(session, answers, focus=focus)
    session_view.show(transcript, rail, key="compare_flip", height=HEIGHT)


def _answers(view: FlipView, both: list[disagreeing.SideBySide]) -> Iterator[Answer]:
    for name, shown in zip(comparison_words.names(view.report), both, strict=True):
        for verdict in shown.verdicts:
            if _is_here(verdict, view):
                yield Answer(view.criterion, verdict, name)
    for label in (*both[1].labels, *both[1].later):
        if _is_here(label, view):
            yield Answer(view.criterion, label, disagreement_sides.whose(label, both[1]))


def _is_here(rating: Rating, view: FlipView) -> bool:
    return (rating.criterion, rating.turn) == (view.criterion.key, view.flip.turn)


def _heading(view: FlipView) -> str:
    first, second = comparison_words.names(view.report)
    before, after, human = (
        chip(outcome, view.criterion.kind).badge
        for outcome in (view.flip.first, view.flip.second, view.flip.human)
    )
    return f"{plain(first)} {before} → {plain(second)} {after}, label {human}"


def _links(view: FlipView) -> None:
    """Draw the ways to the side that differs from the label, and to the whole session."""
    flip, report = view.flip, view.report
    wrong = report.first if flip.is_fixed else report.second
    way.link(
        "disagreements.py",
        label="Among the disagreements",
        icon=":material/compare_arrows:",
        query_params={
            **_of(wrong),
            "reference": report.reference.reviewer or str(report.reference.maker),
            "criterion": view.criterion.key,
            "session": flip.session,
            **({"at": str(flip.turn)} if flip.turn else {}),
            **({"blind": "true"} if report.reference.blind_only else {}),
        },
    )
    way.link(
        "session.py",
        label="Open the session",
        icon=":material/forum:",
        query_params={
            "id": flip.session,
            **_of(report.second),
            **({"turn": str(flip.turn)} if flip.turn else {}),
        },
    )


def _of(side: Side) -> dict[str, str]:
    return {"rubric": side.version.rubric.label, "judge": side.judge.identity.name}
