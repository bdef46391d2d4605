"""Who labels: whoever signed in or came by a proxy; else a name that is typed."""

import streamlit as st

from calibration.visitors import access, identity
from pages.parts import label_state, visitor
from pages.parts.plain import plain
from storage import IdentityKind, Project

OFFERED = 30
WIDTH = 640


def reviewer(project: Project) -> str:
    """Return the visitor's name among the project's people; empty for one who has given none."""
    who = project.visitor
    return access.who(project).name if who and who.subject else ""


def ask(project: Project) -> None:
    """Draw the question, for whoever comes for the first time."""
    with st.container(border=True, width=WIDTH):
        st.header("Who is labelling?", anchor=False)
        _choice(project, "gate")


def change(project: Project, name: str) -> None:
    """Draw who labels; behind a click how that is known, or where it is typed the question."""
    # Another key for each name: what is typed next is for the desk, so it closes with the change.
    with st.popover(plain(name), icon=":material/person:", key=f"label_who_{name}"):
        if visitor.types_name():
            _choice(project, "change")
        else:
            visitor.line()


def typed_here(project: Project) -> list[str]:
    """Return the names that people have typed, to choose from."""
    typed = [one for one in project.reviewers.listed() if one.identity is IdentityKind.TYPED]
    return [one.subject for one in typed if not one.is_slot and one.subject != identity.UNNAMED]


def _choice(project: Project, place: str) -> None:
    st.write("A name is a label, not a login: it says whose the answers are, and nobody checks it.")
    names = typed_here(project)
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
        st.text_input("Your name", max_chars=identity.LONGEST_NAME, key=f"label_{place}_name")
        is_sent = st.form_submit_button(
            "Start labelling", type="primary", on_click=_typed, args=(place, names)
        )
        typed = st.session_state[f"label_{place}_name"]
        if is_sent and not identity.tidied(typed):
            st.warning("That cannot be a name. Type one." if typed.strip() else "Type a name.")


def _known(place: str) -> None:
    name = st.session_state.get(f"label_{place}_known")
    if name:
        _become(name)


def _typed(place: str, names: list[str]) -> None:
    """Take the typed name; one that differs in capitals only is the one that is there."""
    typed = identity.tidied(st.session_state.get(f"label_{place}_name", ""))
    if typed:
        _become(next((name for name in names if name.casefold() == typed.casefold()), typed))


def _become(name: str) -> None:
    if name == visitor.name():
        return
    label_state.current().at = ""
    for key in ("session", "turn"):
        st.query_params.pop(key, None)
    visitor.rename(name)
