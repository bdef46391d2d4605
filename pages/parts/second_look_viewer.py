"""Who looks a second time: whoever signed in, or the name that is typed on any page."""

import streamlit as st

from calibration.visitors import access, identity
from pages.parts import label_gate, visitor
from pages.parts.plain import plain
from storage import Project

KEY = "second_look_viewer"


def name(project: Project) -> str:
    """Return the viewer's name; one for all who gave none."""
    return access.who(project).name


def change(project: Project) -> None:
    """Draw who looks; behind a click how that is known, or where it is typed the question."""
    here = label_gate.reviewer(project)
    with st.popover(plain(here) if here else "Your name", icon=":material/person:", key=KEY):
        if visitor.types_name():
            _choice(project)
        else:
            visitor.line()


def _choice(project: Project) -> None:
    st.write("A name is a label, not a login: it says whose view is saved, and nobody checks it.")
    named = label_gate.typed_here(project)
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
        max_chars=identity.LONGEST_NAME,
        key=f"{KEY}_name",
        on_change=_become,
        args=(f"{KEY}_name",),
    )


def _become(key: str) -> None:
    """Take the name that was typed or chosen; the Label page goes by it too."""
    typed = identity.tidied(st.session_state.get(key) or "")
    if typed:
        visitor.rename(typed)
