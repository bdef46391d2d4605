"""Disagreements that are alike: which of their groups to list, in the page's address."""

from collections.abc import Sequence

import streamlit as st

from calibration import disagreement_groups
from calibration.disagreeing import Disagreement
from calibration.disagreement_groups import Group
from calibration.held import Held
from pages.parts import address, disagreement_words
from pages.parts.disagreement_filter import ALL, Wanted
from pages.parts.disagreement_filter import GROUP as KEY
from pages.parts.plain import plain
from storage import Project


def narrowed(
    project: Project, wanted: Wanted, found: Sequence[Disagreement]
) -> tuple[list[Disagreement], Group | None]:
    """Return those of the group that the address names, and it; all of them where it names none."""
    asked = st.query_params.get(KEY, ALL)
    if asked == ALL:
        return list(found), None
    group = next((one for one in _groups(project, wanted, found) if one.id == asked), None)
    if group is None:
        return list(found), None
    units = {one.unit for one in group.members}
    return [one for one in found if one.unit in units], group


def choose(
    project: Project, wanted: Wanted, found: Sequence[Disagreement], chosen: Group | None
) -> None:
    """Draw the choice, which is worked out once it is opened, and what is said of the group."""
    place = st.popover(
        plain(chosen.title) if chosen else "Similar ones",
        icon=":material/hub:",
        key="disagreements_groups",
        on_change="rerun",
        width="stretch",
    )
    if place.open:
        with place:
            _list(_groups(project, wanted, found))
    if chosen:
        st.markdown(f":small[{plain(chosen.suggested_fix)}]")
        st.page_link(
            "propose.py",
            label="Revise the rule",
            icon=":material/edit:",
            query_params={
                "rubric": wanted.version.rubric.label,
                "judge": wanted.judge.identity.name,
                "criterion": chosen.criterion.key,
            },
        )


def _list(groups: Sequence[Group]) -> None:
    if not groups:
        st.write("There is nothing to group.")
        return
    words = {ALL: "All of them"} | {group.id: _said(group) for group in groups}
    address.settle(KEY, list(words), ALL)
    st.radio(
        "Put together by the words in rationales, notes and second looks",
        list(words),
        format_func=words.__getitem__,
        key=KEY,
        on_change=address.write,
        args=(KEY,),
    )


def _said(group: Group) -> str:
    way = disagreement_words.direction(group.direction, group.criterion).lower()
    return (
        f"{plain(group.title)} · {len(group.members):,}  \n"
        f":small[:gray[{plain(group.criterion.name)}, {way}]]"
    )


def _groups(project: Project, wanted: Wanted, found: Sequence[Disagreement]) -> list[Group]:
    held = Held(wanted.version, wanted.judge, wanted.reference)
    return disagreement_groups.of(project, held, [one for one in found if wanted.fits(one)])
