"""Who looks at the page: by a sign-in, by a proxy's word, or by a name typed here."""

from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.util import find_spec

import streamlit as st

from calibration import settings
from calibration.visitors import access, identity
from judging.errors import AccessError
from pages.parts.plain import plain
from storage import Identity, IdentityKind, Project

KEY = "label_reviewer"
KNOWN = {
    IdentityKind.OIDC: "Signed in as {}",
    IdentityKind.HEADER: "Known by your proxy as {}",
    IdentityKind.TYPED: "{}: you typed this name; nobody checks it",
}
WIDTH = 640


def current() -> Identity | None:
    """
    Return who visits; None for somebody who has yet to sign in.

    Raises:
        AccessError: If the provider or the proxy does not say who it is.
    """
    if signs_in():
        claims = st.user.to_dict()
        return identity.signed_in(claims) if claims.get("is_logged_in") is True else None
    if header := settings.identity_header():
        return identity.by_proxy(st.context.headers.get_all(header))
    return identity.typed(name()) or identity.NOBODY


def signs_in() -> bool:
    """Tell whether people sign in here: the server's secrets have a section `auth`."""
    return "is_logged_in" in st.user


def types_name() -> bool:
    """Tell whether people are known here by a name that they type."""
    return not signs_in() and settings.identity_header() is None


def name() -> str:
    """Return the name that the address holds, or that was typed before; empty for none."""
    asked = identity.tidied(st.query_params.get("reviewer", ""))
    if asked:
        st.session_state[KEY] = asked
    return str(st.session_state.get(KEY, ""))


def rename(name: str) -> None:
    """Take a typed name, here and in the address."""
    st.session_state[KEY] = name
    st.query_params["reviewer"] = name


def own_up(project: Project) -> None:
    """
    Have whoever gives a name in this tab answer for what they saw in it without one.

    Else they could look at the verdicts first, and label blind afterwards.
    """
    key = f"visitor_unnamed_{project.name}"
    if project.visitor == identity.NOBODY:
        st.session_state.setdefault(key, datetime.now(UTC))
    elif since := st.session_state.pop(key, None):
        access.take_over(project, since)


def said(who: Identity) -> str:
    """Return, as Markdown, who somebody is and how that is known."""
    if not who.subject:
        return "You have given no name here"
    return KNOWN[who.kind].format(plain(who.name))


def ask_to_sign_in() -> None:
    """Draw the way to sign in, in place of any page."""
    st.title("Judging", anchor=False)
    with st.container(border=True, width=WIDTH):
        st.header("Sign in to go on", anchor=False)
        st.write("What is here is open to people whom the provider knows.")
        if find_spec("authlib") is None:
            st.error(
                "This server cannot sign anybody in. To mend it: pip install 'judging\\[auth]'"
            )
            return
        for provider in providers():
            label = f"Sign in with {plain(provider)}" if provider else "Sign in"
            st.button(
                label,
                type="primary",
                key=f"visitor_sign_in_{provider}",
                on_click=st.login,
                args=(provider or None,),
            )


def providers() -> list[str]:
    """Return the names of the providers; one without a name where there is just that."""
    section = st.secrets["auth"]
    named = [key for key in section if isinstance(section[key], Mapping)]
    named = [key for key in named if "client_id" in section[key]]
    return named or [""]


def line() -> None:
    """Draw who is looking, and the way out where there was a way in."""
    who = current()
    if who is None or not who.subject:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(f":gray[{said(who)}.]", width="content")
        if who.kind is IdentityKind.OIDC:
            st.button("Sign out", type="tertiary", key="visitor_sign_out", on_click=st.logout)


def refuse(error: AccessError) -> None:
    """Say what is not for this visitor, in place of the page."""
    st.title("Not for you", anchor=False)
    st.info(plain(error.sentences))
    st.page_link("home.py", label="Home", icon=":material/home:")
