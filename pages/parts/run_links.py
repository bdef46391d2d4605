"""The ways from a run to other views: addresses for links in components, buttons, page links."""

from urllib.parse import quote, urlencode

import streamlit as st

from calibration import settings
from storage import Project


def session(project: Project, name: str, turn: int = 0) -> str:
    """Return the address of a session, opened at `turn`."""
    return _address(project, "session", id=name, turn=str(turn or ""))


def calls(project: Project, run: int, name: str, verdict: int = 0) -> str:
    """Return the address of what a run asked about a session, or of what one verdict came of."""
    return _address(project, "run", run=str(run), session=name, verdict=str(verdict or ""))


def button(label: str, icon: str, run: int | str, *, key: str = "run_back") -> None:
    """Draw a way to another view of this page, which a page link would show as the one open."""
    st.button(label, icon=icon, key=key, type="tertiary", on_click=_go, args=(str(run),))


def results(rubric: str, judge: str, *, is_repeated: bool = False) -> None:
    """Draw the ways to what a judge said, and to how far it says the same again."""
    asked = {"rubric": rubric, "judge": judge}
    ways = [
        ("sessions.py", "See the verdicts", ":material/forum:", asked),
        ("agreement.py", "Compare with people", ":material/balance:", asked),
    ]
    if is_repeated:
        again = asked | {"view": "repeats"}
        ways.append(("agreement.py", "Compare with itself", ":material/repeat:", again))
    with st.container(horizontal=True, vertical_alignment="center"):
        for page, label, icon, params in ways:
            st.page_link(page, label=label, icon=icon, query_params=params)


def _go(run: str) -> None:
    for name in ("session", "verdict"):
        st.query_params.pop(name, None)
    st.query_params["run"] = run


def _address(project: Project, page: str, **asked: str) -> str:
    # Such a link begins a new visit, which knows nothing of the project of this one.
    if project.name != settings.project_name():
        asked["project"] = project.name
    kept = {name: value for name, value in asked.items() if value}
    return f"{page}?{urlencode(kept, quote_via=quote)}"
