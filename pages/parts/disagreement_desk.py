"""One disagreement, laid out: the list, both answers and what to make of them, the session."""

from collections.abc import Callable, Sequence

import streamlit as st

from calibration.revision import disagreeing
from calibration.revision.disagreeing import Disagreement, SideBySide
from judging.rubrics import Criterion
from pages.parts import (
    disagreement_held,
    disagreement_list,
    disagreement_place,
    disagreement_words,
    rail,
    second_look,
    transcript,
)
from pages.parts.disagreement_filter import Wanted
from pages.parts.disagreement_held import Held
from pages.parts.disagreement_list import Entry
from pages.parts.disagreement_sides import Sides
from pages.parts.plain import plain
from pages.parts.second_look import LookView
from storage import Project

LIST = "disagreements_list"
# What remains of the window beside the question below the rail: so neither moves.
RAIL = "max(22rem, calc(100vh - 33.5rem))"


def show(
    project: Project,
    wanted: Wanted,
    listed: Sequence[Disagreement],
    here: Disagreement,
    *,
    viewer: str,
    held: Held,
    groups: Callable[[], None],
) -> None:
    """
    Draw one disagreement beside the list, and write down that the viewer was shown it.

    Args:
        project: Whose it is.

        wanted: What is held against what.

        listed: The list.

        here: The one to draw, which is in the list.

        viewer: Whose second look is asked for.

        held: What the list leaves out, or would, for the viewer's sake.

        groups: Draws the choice among groups of similar ones.
    """
    name = here.session.external_id
    both = disagreeing.opened(project, wanted.version, wanted.judge, name, viewer=viewer)
    sides = Sides(here, both, wanted.version.rubric, wanted.judge.identity.name)
    look = LookView(
        project, wanted.version, wanted.judge, here, viewer, _is_own(both, here, viewer)
    )
    first, second, third = st.columns([2, 3.2, 4.4], gap="small")
    with first:
        if held.total:
            disagreement_held.switch(held, viewer)
        groups()
        entries = [_entry(one) for one in listed]
        disagreement_list.show(entries, here.unit, key=LIST, on_chosen=_choose)
    with second:
        rail.show(sides.rail(), key="disagreements_rail", height=RAIL)
        _question(wanted, here)
        second_look.show(look)
        _steps(listed, here, second_look.state(look))
        second_look.others(look)
        _other_criteria(sides)
    with third:
        shown = sides.transcript(disagreement_place.looked_at())
        transcript.show(shown, key="disagreements_transcript")


def _entry(one: Disagreement) -> Entry:
    about = disagreement_words.direction(one.direction, one.criterion)
    looks = tuple(disagreement_words.VIEWS[view] for view in one.views)
    return Entry(one.criterion, one.session, one.turn, about, looks)


def _is_own(both: SideBySide, here: Disagreement, viewer: str) -> bool:
    mine = (here.criterion.key, here.turn, viewer)
    return any((one.criterion, one.turn, one.reviewer) == mine for one in both.labels)


def _choose() -> None:
    unit = disagreement_list.chosen(LIST)
    if unit:
        disagreement_place.go(unit)


def _other_criteria(sides: Sides) -> None:
    others = sides.others()
    if not others.criteria:
        return
    fold = st.expander("The other criteria here", key="disagreements_others", on_change="rerun")
    if fold.open:
        with fold:
            rail.show(others, key="disagreements_other_rail", height="auto")


def _question(wanted: Wanted, here: Disagreement) -> None:
    """Draw what is asked, and what else there is to know: the rule, and all of the session."""
    turn = {"turn": str(here.turn)} if here.turn else {}
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown("**What do you make of it?**")
        _rule(here.criterion)
        st.page_link(
            "session.py",
            label="Session",
            icon=":material/forum:",
            width="content",
            query_params={
                "id": here.session.external_id,
                "rubric": wanted.version.rubric.label,
                "judge": wanted.judge.identity.name,
                **turn,
            },
        )


def _rule(criterion: Criterion) -> None:
    with st.popover("Rule", icon=":material/checklist:", type="tertiary", width="content"):
        st.write(plain(criterion.question))
        for head, text in (("Passes", criterion.pass_when), ("Fails", criterion.fail_when)):
            if text:
                st.markdown(f"**{head}:** {plain(text)}")


def _steps(listed: Sequence[Disagreement], here: Disagreement, state: str) -> None:
    earlier, later = disagreement_place.neighbours(listed, here)
    at = [one.unit for one in listed].index(here.unit) + 1
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        _step("Previous", earlier)
        _step("Next", later)
        st.markdown(f":small[:gray[{at:,} of {len(listed):,}; {state}]]", width="content")


def _step(label: str, target: Disagreement | None) -> None:
    st.button(
        label,
        key=f"disagreements_{label.lower()}",
        type="primary" if label == "Next" else "secondary",
        disabled=target is None,
        on_click=disagreement_place.go,
        args=(target.unit if target else ("", "", 0),),
    )
