"""Where a judge and people differ, one disagreement after another."""

from functools import partial

import streamlit as st

from calibration.labels import revealing
from calibration.revision import disagreeing
from calibration.visitors import access
from calibration.visitors.access import Right
from pages.parts import (
    again_view,
    conflict_view,
    disagreement_desk,
    disagreement_empty,
    disagreement_filter,
    disagreement_group,
    disagreement_held,
    disagreement_place,
    disagreement_views,
    disagreement_words,
    empty,
    opened,
    second_look_viewer,
    unclear_view,
)

# Wide enough for the longest on one line, and always the same, so that nothing beside it moves.
SENTENCE = 790
VIEWS = {
    disagreement_views.AGAIN: again_view.show,
    disagreement_views.CONFLICTS: conflict_view.show,
    disagreement_views.UNCLEAR: unclear_view.show,
}

project = opened.project()
if project is None or not project.sessions.count():
    st.title("Disagreements", anchor=False)
    empty.no_sessions()
head = st.container(
    horizontal=True, vertical_alignment="center", horizontal_alignment="distribute", gap="small"
)
head.title("Disagreements", anchor=False, width="content")
said = head.container(width=SENTENCE)
with head:
    second_look_viewer.change(project)
view = disagreement_views.chosen(project)
if view != disagreement_views.JUDGE:
    VIEWS[view](project, said)
    st.stop()
if not (access.may(project, Right.SEE_ALL) or revealing.policy(project).shows_anything):
    st.info("This project keeps its reviewers blind: what others said is for leads to look at.")
    st.stop()
wanted = disagreement_filter.show(project)
if wanted is None:
    empty.no_verdicts()
viewer = second_look_viewer.name(project)
there = disagreeing.listed(project, wanted.version, wanted.judge, wanted.reference)
if not there and not access.may(project, Right.SEE_ALL):
    st.info("Nothing here on the sessions that you have labelled to the end.")
    st.page_link("label.py", label="Label sessions", icon=":material/edit_note:")
    st.stop()
if not there:
    disagreement_empty.none_at_all(project, wanted)
found, held = disagreement_held.seen(project, wanted, there, viewer)
if not found:
    disagreement_held.all_held(held, viewer)
said.markdown(disagreement_words.summary([one for one in found if wanted.fits(one)]))
grouping = disagreement_group.Grouping(project, wanted, there, found)
group = grouping.chosen()
alike = grouping.listed(group) if group else found
listed, here = disagreement_place.settle(alike, wanted)
if here is None:
    disagreement_empty.none_in_this(len(found))
groups = partial(disagreement_group.choose, grouping, group)
disagreement_desk.show(project, wanted, listed, here, viewer=viewer, held=held, groups=groups)
