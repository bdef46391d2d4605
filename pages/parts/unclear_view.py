"""The queue of unclear rules, criterion by criterion, and which version dealt with them."""

from collections.abc import Sequence
from functools import partial
from itertools import groupby

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from calibration.labels import unclear
from calibration.labels.unclear import Unclear
from calibration.revision import disagreeing
from calibration.visitors.identity import UNNAMED
from judging.wording import counted
from pages.parts import second_look_viewer, way
from pages.parts.plain import plain
from storage import Project, StoredVersion

HELD = "unclear_all"


def show(project: Project, said: DeltaGenerator) -> None:
    """Draw what waits, and behind a fold what was dealt with."""
    found = unclear.listed(project)
    viewer = second_look_viewer.name(project)
    if not found:
        st.info(
            "Nobody has called a rule unclear. Say so under a disagreement, or where reviewers "
            "differ, and it waits here for the next version of the rubric."
        )
        return
    waiting = [one for one in found if one.rule.handled_by is None]
    said.markdown(f"**{counted(len(waiting), 'answer')}** {_call(len(waiting))} a rule unclear.")
    held = disagreeing.held_from(project, viewer, {one.line.id for one in found})
    hidden = sum(one.line.id in held for one in found)
    if hidden and not _asks_for_all(hidden, viewer):
        waiting, found = ([o for o in some if o.line.id not in held] for some in (waiting, found))
    for _, some in groupby(waiting, key=lambda one: one.criterion.key):
        _criterion(project, list(some), viewer)
    _handled([one for one in found if one.rule.handled_by])


def _call(n: int) -> str:
    return "calls" if n == 1 else "call"


def _asks_for_all(hidden: int, viewer: str) -> bool:
    return st.toggle(
        f"{hidden:,} more, on sessions not labelled",
        key=HELD,
        persist_state="session",
        help=f"By {plain(viewer)}. A label given after others’ words were read is not blind.",
    )


def _criterion(project: Project, some: Sequence[Unclear], viewer: str) -> None:
    criterion = some[0].criterion
    with st.container(border=True, gap="small"):
        st.markdown(f"**{plain(criterion.name)}**: {counted(len(some), 'answer')}")
        st.write(plain(criterion.question))
        chosen = [one for one in some if _line(one)]
        _deal(project, some[0], chosen, viewer)


def _line(one: Unclear) -> bool:
    """Draw one answer with the way to its session, and return whether it is ticked."""
    rule = one.rule
    turn = f", turn {rule.turn}" if rule.turn else ""
    why = plain(rule.why) or ":gray[no reason given]"
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        is_ticked = st.checkbox(
            f"Dealt with: {rule.look}", key=_key(one), label_visibility="collapsed"
        )
        st.container(width="stretch").markdown(f"{why} :gray[{plain(rule.reviewer)}]")
        way.link(
            "session.py",
            label=f"{plain(rule.title)}{turn}",
            icon=":material/forum:",
            width="content",
            query_params={"id": rule.session, **({"turn": str(rule.turn)} if rule.turn else {})},
        )
    return is_ticked


def _deal(project: Project, first: Unclear, ticked: Sequence[Unclear], viewer: str) -> None:
    key = f"unclear_by_{first.criterion.key}_{first.criterion.meaning}"
    versions = {version.rubric.label: version for version in first.versions}
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        label = st.selectbox("Dealt with by", list(versions), key=key, width=220)
        st.button(
            f"Mark {len(ticked):,} as dealt with" if ticked else "Tick what is dealt with",
            key=f"{key}_mark",
            disabled=not ticked or viewer == UNNAMED,
            help="Say who you are first, above." if viewer == UNNAMED else None,
            on_click=partial(_mark, project, versions[label], ticked, viewer),
        )
        way.link("rubric.py", label="Revise the rubric", icon=":material/checklist:")


def _mark(project: Project, version: StoredVersion, ticked: Sequence[Unclear], viewer: str) -> None:
    unclear.handle(project, ticked, version, viewer=viewer)


def _handled(found: Sequence[Unclear]) -> None:
    if not found:
        return
    with st.expander(f"{counted(len(found), 'answer')} dealt with"):
        st.dataframe(
            {
                "Criterion": [one.criterion.name for one in found],
                "Why": [one.rule.why for one in found],
                "Reviewer": [one.rule.reviewer for one in found],
                "Session": [one.rule.title for one in found],
                "Dealt with by": [one.rule.handled_by for one in found],
            },
            hide_index=True,
            alt="Unclear rules that a rubric version dealt with",
        )


def _key(one: Unclear) -> str:
    return f"unclear_{one.rule.look}"
