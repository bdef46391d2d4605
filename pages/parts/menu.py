"""The menu: every page, those that are not for the visitor out of sight."""

from dataclasses import dataclass

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from calibration.visitors import access
from calibration.visitors.access import Standing


@dataclass(frozen=True, slots=True)
class Entry:
    """
    A page as the menu has it.

    Attributes:
        file: Its script, without the ending: the name by which it asks for a right.

        address: Where it is; empty for the one at the start.

        is_listed: Whether the menu shows it to anybody.
    """

    file: str
    title: str
    icon: str
    address: str
    help: str = ""
    is_listed: bool = True


SECTIONS: dict[str, tuple[Entry, ...]] = {
    "": (
        Entry("home", "Home", "home", ""),
        Entry(
            "label",
            "Label",
            "edit_note",
            "label",
            "Answer a rubric yourself, before you see what a judge said",
        ),
        Entry("session", "Session", "", "session", is_listed=False),
    ),
    "Setup": (
        Entry(
            "import_",
            "Import",
            "upload_file",
            "import",
            "Bring in sessions, labels and verdicts",
        ),
        Entry(
            "rubric",
            "Rubric",
            "checklist",
            "rubric",
            "What is asked of a session, version by version",
        ),
        Entry("queues", "Queues", "stacks", "queues", "Share sessions out among reviewers"),
        Entry("run", "Run judge", "gavel", "run", "Have a judge answer a rubric"),
        Entry(
            "people",
            "People",
            "group",
            "people",
            "Who may do what, and when reviewers see what a judge said",
        ),
    ),
    "Analyse": (
        Entry(
            "sessions",
            "Sessions",
            "forum",
            "sessions",
            "The conversations, with what a judge said of them",
        ),
        Entry(
            "agreement", "Agreement", "balance", "agreement", "How far a judge agrees with people"
        ),
        Entry(
            "bias",
            "Bias",
            "troubleshoot",
            "bias",
            "Whether a judge's errors depend on length, model family and the like",
        ),
        Entry(
            "disagreements",
            "Disagreements",
            "compare_arrows",
            "disagreements",
            "Where a judge and the labels differ, one session at a time",
        ),
    ),
    "Decide": (
        Entry(
            "propose",
            "Revise",
            "edit",
            "propose",
            "From disagreements to a criterion's next text: proposed, tried, published",
        ),
        Entry(
            "compare",
            "Compare",
            "difference",
            "compare",
            "Two rubric versions, or two judges, on the same labels",
        ),
        Entry(
            "gate",
            "Gate",
            "verified",
            "gate",
            "Whether a judge may run unwatched, on a test that nobody has seen",
        ),
        Entry(
            "export",
            "Export",
            "download",
            "export",
            "Take labels, verdicts, sessions and the calibrated rubric with you",
        ),
    ),
}


def page(found: Standing | None) -> tuple[StreamlitPage, Entry]:
    """
    Draw the menu for somebody, and return the page that the address names, not yet run.

    Every page is known to Streamlit, so that an address leads to it and not to another one:
    whether it is run is for the caller to decide.

    Args:
        found: What they are in the project; None for somebody who is yet to sign in.
    """
    entries = {entry.file: entry for section in SECTIONS.values() for entry in section}
    drawn = {entry: _drawn(entry, found) for entry in entries.values()}
    sections = {name: [drawn[entry] for entry in section] for name, section in SECTIONS.items()}
    chosen = st.navigation(sections, position="top")
    return chosen, next(entry for entry, one in drawn.items() if one.url_path == chosen.url_path)


def _drawn(entry: Entry, found: Standing | None) -> StreamlitPage:
    is_open = found is not None and access.may_open(found, entry.file)
    return st.Page(
        f"{entry.file}.py",
        title=entry.title,
        icon=f":material/{entry.icon}:" if entry.icon else None,
        url_path=entry.address or None,
        default=not entry.address,
        help=entry.help or None,
        visibility="visible" if entry.is_listed and is_open else "hidden",
    )
