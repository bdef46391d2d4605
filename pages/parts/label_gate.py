"""Who labels: a name that is typed once, and can be changed."""

import streamlit as st

from calibration.identity import UNNAMED
from pages.parts import label_state
from pages.parts.plain import plain
from storage import Project

KEY = "label_reviewer"
LONGEST = 80
OFFERED = 30
WIDTH = 640


def reviewer() -> str:
    """Return the reviewer that the address names, or that was chosen before; empty for none."""
    asked = tidied(st.query_params.get("reviewer", ""))
    if asked:
        st.session_state[KEY] = asked
    return str(st.session_state.get(KEY, ""))


def tidied(name: str) -> str:
    """Return a typed name without spare spaces; empty where it cannot be a reviewer's."""
    found = " ".join(name.split())
    return "" if found == UNNAMED or len(found) > LONGEST else found


def ask(project: Project) -> None:
    """Draw the question, for whoever comes for the first time."""
    with st.container(border=True, width=WIDTH):
        st.subheader("Who is labelling?", anchor=False)
        _choice(project, "gate")


def change(project: Project, name: str) -> None:
    """Draw who labels, and behind a click the question again."""
    # Another key for each name: what is typed next is for the desk, so it closes with the change.
    with st.popover(plain(name), icon=":material/person:", key=f"label_who_{name}"):
        _choice(project, "change")


def _choice(project: Project, place: str) -> None:
    st.write("A name is a label, not a login: it says whose the answers are.")
    names = [r.name for r in project.reviewers.listed() if not r.is_slot and r.name != UNNAMED]
    if names:
        st.pills(
            "Labelled here before",
            names[:OFFERED],
            format_func=plain,
            key=f"label_{place}_known",
            on_change=_known,
            args=(place,),
        )
    with st.form(f"label_{place}", border=False):
        st.text_input("Your name", max_chars=LONGEST, key=f"label_{place}_name")
        is_sent = st.form_submit_button(
            "Start labelling", type="primary", on_click=_typed, args=(place, names)
        )
        typed = st.session_state[f"label_{place}_name"]
        if is_sent and not tidied(typed):
            st.warning("That cannot be a name. Type one." if typed.strip() else "Type a name.")


def _known(place: str) -> None:
    name = st.session_state.get(f"label_{place}_known")
    if name:
        _become(name)


def _typed(place: str, names: list[str]) -> None:
    """Take the typed name; one that differs in capitals only is the one that is there."""
    typed = tidied(st.session_state.get(f"label_{place}_name", ""))
    if typed:
        _become(next((name for name in names if name.casefold() == typed.casefold()), typed))


def _become(name: str) -> None:
    if name == st.session_state.get(KEY):
        return
    st.session_state[KEY] = name
    label_state.current().at = ""
    rest = {key: st.query_params[key] for key in st.query_params if key not in ("session", "turn")}
    st.query_params.from_dict({**rest, "reviewer": name})
