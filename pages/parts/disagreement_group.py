"""Disagreements that are alike: which of their groups to list, in the page's address."""

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from calibration.agreement.held import Held
from calibration.revision import disagreement_groups
from calibration.revision.disagreeing import Disagreement
from calibration.revision.disagreement_groups import Group
from pages.parts import address, disagreement_words, way
from pages.parts.disagreement_filter import ALL, GROUP, Wanted
from pages.parts.plain import plain
from storage import Project


@dataclass(frozen=True, slots=True)
class Grouping:
    """
    What there is to group.

    Attributes:
        every: All disagreements of the judge, so that groups are the same whatever is listed.

        found: Those that the viewer sees.
    """

    project: Project
    wanted: Wanted
    every: Sequence[Disagreement]
    found: Sequence[Disagreement]

    def listed(self, group: Group) -> list[Disagreement]:
        """Return the members of a group that are seen, and that the filters leave."""
        units = {one.unit for one in group.members}
        return [one for one in self.found if one.unit in units and self.wanted.fits(one)]

    def groups(self) -> list[Group]:
        """Return the groups with a member that is listed; this takes a second at first."""
        held = Held(self.wanted.version, self.wanted.judge, self.wanted.reference)
        return [
            group
            for group in disagreement_groups.of(self.project, held, self.every)
            if self.listed(group)
        ]

    def chosen(self) -> Group | None:
        """Return the group that the address names; None where it names none that is listed."""
        asked = st.query_params.get(GROUP, ALL)
        if asked == ALL:
            return None
        return next((group for group in self.groups() if group.id == asked), None)


@st.fragment
def choose(grouping: Grouping, chosen: Group | None) -> None:
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
            _list(grouping, chosen)
    if chosen:
        st.caption(plain(chosen.suggested_fix))
        way.link(
            "propose.py",
            label="Revise the rule",
            icon=":material/edit:",
            query_params={
                "rubric": grouping.wanted.version.rubric.label,
                "judge": grouping.wanted.judge.identity.name,
                "criterion": chosen.criterion.key,
            },
        )


def _list(grouping: Grouping, chosen: Group | None) -> None:
    words = {ALL: "All of them"} | {
        group.id: _said(group, len(grouping.listed(group))) for group in grouping.groups()
    }
    address.settle(GROUP, list(words), ALL)
    asked = st.radio(
        "Put together by the words in rationales, notes and second looks",
        list(words),
        format_func=words.__getitem__,
        key=GROUP,
        on_change=address.write,
        args=(GROUP,),
    )
    if asked != (chosen.id if chosen else ALL):
        st.rerun()


def _said(group: Group, n: int) -> str:
    kind = disagreement_words.direction(group.direction, group.criterion).lower()
    return f"{plain(group.title)} · {n:,}  \n:small[:gray[{plain(group.criterion.name)}, {kind}]]"
