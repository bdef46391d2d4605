"""Who may do what in a project, and when reviewers see what a judge said."""

import pandas as pd
import streamlit as st

from calibration.visitors import access, people
from calibration.visitors.people import Person
from judging.errors import StoreError
from pages.parts import empty, opened, reveal_policy, share_link, visitor
from pages.parts.plain import plain
from storage import IdentityKind, Project, ReviewerRole

KNOWN_BY = {
    IdentityKind.TYPED: "a typed name",
    IdentityKind.HEADER: "the proxy",
    IdentityKind.OIDC: "a sign-in",
}
SAID = "people_said"
COURTESY = (
    "Names are typed here and nobody checks them: **roles are a courtesy, not access control.** "
    "They are access control where people sign in, or come by a proxy that says who they are."
)
CONTROL = "Nobody gets to see or do what their role does not allow, whatever address they open."
OPEN = (
    "Nobody has been made the lead, so everybody leads. Once somebody is, everybody else is what "
    "the list says."
)
ROLES = (
    "A **lead** does and sees everything. A **reviewer** labels, and sees what others said of a "
    "session after that. A **viewer** reads the reports."
)


def table(everybody: list[Person]) -> pd.DataFrame:
    """Return one row a person."""
    return pd.DataFrame(
        {
            "Name": [one.reviewer.name for one in everybody],
            "Role": [str(one.role).capitalize() for one in everybody],
            "Known by": [KNOWN_BY[one.reviewer.identity].capitalize() for one in everybody],
            "Labels": [one.labels for one in everybody],
            "Last seen": [_seen(one) for one in everybody],
        }
    )


def _seen(person: Person) -> str:
    at = person.reviewer.seen_at
    return f"{at:%d %b %Y, %H:%M} UTC" if at else "–"


def roles(project: Project, everybody: list[Person]) -> None:
    """Draw who there is, and how to give somebody another role."""
    st.dataframe(
        table(everybody),
        hide_index=True,
        width="stretch",
        alt="One row a person",
        column_config={
            "Labels": st.column_config.NumberColumn(format="localized", width="small"),
        },
    )
    by_name = {one.reviewer.name: one for one in everybody}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = st.selectbox("Person", list(by_name), key="people_name", width=320)
        now = list(ReviewerRole).index(by_name[name].role)
        role = st.selectbox(
            "Role",
            list(ReviewerRole),
            index=now,
            format_func=str.capitalize,
            key=f"people_role_{by_name[name].reviewer.id}",
            width=160,
        )
        st.button(
            "Give this role",
            type="primary",
            key="people_give",
            disabled=role is by_name[name].role and not is_open,
            on_click=give,
            args=(project, by_name[name], role),
        )


def give(project: Project, person: Person, role: ReviewerRole) -> None:
    """Give somebody a role; why they cannot have it is said on the page."""
    try:
        people.set_role(project, person.reviewer, role)
    except StoreError as error:
        st.session_state[SAID] = error.sentences
    else:
        st.toast(f"{plain(person.reviewer.name)} is a {role}.", icon=":material/check:")


def newcomers(project: Project) -> None:
    """Draw the role of those who come for the first time."""
    options = [ReviewerRole.REVIEWER, ReviewerRole.VIEWER]
    st.segmented_control(
        "Whoever comes for the first time is a",
        options,
        default=access.default_role(project),
        format_func=str.capitalize,
        required=True,
        key="people_default",
        on_change=set_default,
        args=(project,),
    )


def set_default(project: Project) -> None:
    """Take the role of newcomers that was chosen."""
    people.set_default_role(project, ReviewerRole(st.session_state["people_default"]))


st.title("People", anchor=False)
project = opened.project()
if project is None or project.visitor is None:
    empty.no_sessions()
is_open = access.standing(project, project.visitor).is_open
everybody = people.listed(project)
st.markdown(ROLES)
st.markdown(COURTESY if visitor.types_name() else CONTROL)
if is_open:
    st.info(OPEN)
if said := st.session_state.pop(SAID, None):
    st.error(plain(said))
if everybody:
    roles(project, everybody)
else:
    st.write("Nobody has been here yet. Send reviewers the link below.")
newcomers(project)
st.header("A link to label by", anchor=False)
share_link.show(project)
st.header("When reviewers see what a judge said", anchor=False)
reveal_policy.show(project)
visitor.line()
