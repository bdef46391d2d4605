"""What a reviewer makes of a disagreement: one of three answers, and why."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

import streamlit as st

from calibration.revision import disagreeing
from calibration.revision.disagreeing import Disagreement
from calibration.visitors import reasons
from pages.parts import disagreement_words
from pages.parts.plain import plain
from storage import Project, StoredJudge, StoredVersion, View

WORDS = {
    View.JUDGE_WRONG: "Judge is wrong",
    View.LABEL_SLIPPED: "Label is wrong",
    View.RULE_UNCLEAR: "Rule is unclear",
}


@dataclass(frozen=True, slots=True)
class LookView:
    """
    Who looks at what.

    Attributes:
        is_own: Whether the viewer is one of those who labelled it.
    """

    project: Project
    version: StoredVersion
    judge: StoredJudge
    one: Disagreement
    viewer: str
    is_own: bool

    @property
    def key(self) -> str:
        """Begins the keys of its widgets: no other disagreement or viewer has the same."""
        return f"second_look_{self.viewer}_{self.one.unit}"

    @property
    def words(self) -> Mapping[View, str]:
        """The three answers as the viewer would give them."""
        return WORDS | ({View.LABEL_SLIPPED: "I slipped"} if self.is_own else {})


def show(look: LookView) -> None:
    """Draw the three answers and the reason; either is saved as soon as it is given."""
    mine = look.one.look_of(look.viewer)
    view_key, why_key = f"{look.key}_view", f"{look.key}_why"
    st.session_state.setdefault(view_key, mine.view if mine else None)
    st.session_state.setdefault(why_key, mine.why if mine else "")
    st.segmented_control(
        "What do you make of it?",
        list(look.words),
        format_func=look.words.__getitem__,
        key=view_key,
        on_change=partial(_save, look),
        label_visibility="collapsed",
        width="stretch",
    )
    st.text_area(
        "Why",
        key=why_key,
        height=68,
        max_chars=reasons.LONGEST,
        placeholder="Why? Saved when you leave the field.",
        label_visibility="collapsed",
        on_change=partial(_save, look),
    )


def state(look: LookView) -> str:
    """Return whether the viewer's look is saved, and when, in Markdown."""
    mine = look.one.look_of(look.viewer)
    return f"saved {mine.created_at:%d %b, %H:%M} UTC" if mine else "nothing said yet"


def others(look: LookView) -> None:
    """Draw what other reviewers make of it."""
    for other in look.one.looks:
        if other.reviewer != look.viewer:
            view = disagreement_words.VIEWS[other.view].lower() if other.view else ""
            said = ": ".join(filter(None, [view, plain(other.why)]))
            st.markdown(f"**{plain(other.reviewer)}** says {said}")


def _save(look: LookView) -> None:
    disagreeing.look_again(
        look.project,
        look.version,
        look.judge,
        look.one,
        viewer=look.viewer,
        view=st.session_state[f"{look.key}_view"],
        why=st.session_state[f"{look.key}_why"],
    )
