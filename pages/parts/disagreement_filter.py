"""Which disagreements to look at: each choice stands in the page's address."""

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from calibration.agreement import reporting
from calibration.revision.disagreeing import Direction, Disagreement
from pages.parts import address, chosen, disagreement_words
from storage import Project, Reference, StoredJudge, StoredVersion

ALL, NONE = "all", "none"
WIDTH = 146
DIRECTIONS: Mapping[str, str] = {
    ALL: "Both",
    Direction.MISSED_FAILURE: "Missed failures",
    Direction.FALSE_ALARM: "False alarms",
}
LOOKS: Mapping[str, str] = {
    ALL: "All",
    NONE: "Not looked at",
    **{str(view): word for view, word in disagreement_words.VIEWS.items()},
}
KEYS = ("criterion", "direction", "look")
GROUP = "group"


@dataclass(frozen=True, slots=True)
class Wanted:
    """
    Which disagreements to list.

    Attributes:
        criterion: A key, or `all`.

        direction: One of them, or `all`.

        look: What somebody made of it; `none` for those nobody has looked at, or `all`.
    """

    version: StoredVersion
    judge: StoredJudge
    reference: Reference
    criterion: str = ALL
    direction: str = ALL
    look: str = ALL

    def fits(self, one: Disagreement) -> bool:
        """Tell whether a disagreement of this judge with this reference is to be listed."""
        looks = [str(view) for view in one.views] or [NONE]
        return (
            self.criterion in {ALL, one.criterion.key}
            and self.direction in {ALL, one.direction}
            and (self.look == ALL or self.look in looks)
        )


def show(project: Project) -> Wanted | None:
    """Draw all choices on a line that breaks, and return them; None while no judge answered."""
    row = st.container(horizontal=True, vertical_alignment="bottom", gap="small")
    places = [row.container(width=WIDTH) for _ in range(6)]
    with places[0]:
        version = chosen.version(project, judged=True)
    with places[1]:
        judge = chosen.judge(project, version)
    if version is None or judge is None:
        return None
    with places[2]:
        word = chosen.reference(project)
    criteria = {ALL: "All criteria"} | {c.key: c.name for c in version.rubric.criteria}
    options = (criteria, DIRECTIONS, LOOKS)
    labels = ("Criterion", "Direction", "Second look")
    narrowed = [
        _selected(place, label, key, some)
        for place, label, key, some in zip(places[3:], labels, KEYS, options, strict=True)
    ]
    blind_only = row.toggle("Blind labels only", key="blind", bind="query-params")
    reference = reporting.reference_named(project, word, blind_only=blind_only)
    return Wanted(version, judge, reference, *narrowed)


def clear() -> None:
    """List everything again: the `on_click` of a button."""
    for key in (*KEYS, GROUP):
        st.session_state.pop(key, None)
        st.query_params.pop(key, None)


def _selected(
    place: st.delta_generator.DeltaGenerator, label: str, key: str, options: Mapping[str, str]
) -> str:
    address.settle(key, list(options), ALL)
    chosen_one = place.selectbox(
        label,
        list(options),
        format_func=lambda option: options[option],
        key=key,
        on_change=address.write,
        args=(key,),
    )
    return str(chosen_one)
