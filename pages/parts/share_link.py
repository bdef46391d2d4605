"""The link that leads a reviewer to the sessions that wait for them."""

from urllib.parse import urlencode, urlsplit

import streamlit as st

from pages.parts import visitor
from storage import Project


def show(project: Project) -> None:
    """Draw the link with a button that copies it, and what happens to whoever opens it."""
    st.code(address(st.context.url or "", project.name), language=None, wrap_lines=True)
    asks = "asks for a name, and then leads" if visitor.types_name() else "leads"
    st.markdown(f":gray[It {asks} to the first session that waits for whoever opens it.]")


def address(here: str, project: str) -> str:
    """
    Return where a project is labelled, on the server that an address is on.

    Example:
        >>> address("https://judging.example.org/people?x=1", "a b")
        'https://judging.example.org/label?project=a+b'
    """
    parts = urlsplit(here)
    folder = parts.path.rsplit("/", 1)[0]
    return f"{parts.scheme}://{parts.netloc}{folder}/label?{urlencode({'project': project})}"
