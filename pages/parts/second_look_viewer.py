"""Who looks a second time: the name that is typed on the Label page, or here."""

import streamlit as st

from calibration.identity import UNNAMED
from pages.parts import label_gate
from pages.parts.plain import plain
from storage import Project

KEY = "second_look_viewer"


def name() -> str:
    """Return the viewer's name; one for all who gave none."""
    return label_gate.reviewer() or UNNAMED


def change(project: Project) -> None:
    """Draw who looks, and behind a click the question."""
    here = label_gate.reviewer()
    with st.popover(plain(here) if here else "Your name", icon=":material/person:", key=KEY):
        st.write("A name is a label, not a login: it says whose view is saved.")
        named = [r.name for r in project.reviewers.listed() if not r.is_slot and r.name != UNNAMED]
        if named:
            st.pills(
                "Labelled here before",
                named[: label_gate.OFFERED],
                format_func=plain,
                key=f"{KEY}_known",
                on_change=_become,
                args=(f"{KEY}_known",),
            )
        st.text_input(
            "Your name",
            max_chars=label_gate.LONGEST,
            key=f"{KEY}_name",
            on_change=_become,
            args=(f"{KEY}_name",),
        )


def _become(key: str) -> None:
    """Take the name that was typed or chosen; the Label page goes by it too."""
    typed = label_gate.tidied(st.session_state.get(key) or "")
    if typed:
        st.session_state[label_gate.KEY] = typed
        st.query_params["reviewer"] = typed
