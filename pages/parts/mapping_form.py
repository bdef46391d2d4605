"""Which list and columns of a dropped file are what, where no importer knows it."""

import streamlit as st

from judging.importers import SessionMapping, Source
from judging.importers.mapping_choices import Choices
from judging.importers.session_mapping import LONG, OPTIONAL, OTHERS, PAIRS, written
from judging.sessions import Role
from pages.parts import mapping_kept, uploads
from pages.parts.plain import plain

KINDS = {"messages": "A message", "exchanges": "A question with its answer"}
WORDS = {
    "id": "Session's id",
    "role": "Who speaks",
    "content": "What is said",
    "user": "What the user says",
    "assistant": "What the assistant says",
    "turn": "Number of the turn",
    "time": "Time",
    "model": "Model",
    "goal": "What the user came for",
}
MEANINGS = ("", *OTHERS)


def show(source: Source, made_of: object, key: str) -> SessionMapping | None:
    """
    Draw the choice of a list and its columns, and return the mapping once it says enough.

    Args:
        source: The first of the files; the others are read alike.

        made_of: What tells these files from others, for what is kept between reruns.

        key: The page's name for the form.
    """
    choices: Choices = uploads.remembered(f"{key}_choices", made_of, lambda: Choices.of(source))
    lists = choices.lists
    if not lists:
        return None
    with st.container(border=True):
        st.markdown("**Say which columns are what**, and see below how the sessions will look.")
        path = mapping_kept.list_of("The list of messages", lists, key)
        mapping = _columns(choices, path, key)
    if mapping.lacks:
        st.info("Choose who speaks and what is said to see the first session.")
        return None
    return mapping


def take_along(mapping: SessionMapping, source: Source, key: str) -> None:
    """Draw the mapping as a file, and the command that takes it."""
    mapping_kept.take_along(written(mapping), source, "judging import", key)


def _columns(choices: Choices, path: str, key: str) -> SessionMapping:
    columns = choices.columns(path)
    likely = choices.suggested(path)
    kind = st.segmented_control(
        "Each row is",
        list(KINDS),
        format_func=KINDS.__getitem__,
        default="exchanges" if likely.is_pairs else "messages",
        required=True,
        key=f"{key}_kind_{path}",
    )
    needed = PAIRS if kind == "exchanges" else LONG
    named = _selected(("id", *needed), columns, likely, f"{key}_{path}")
    named |= _selected(OPTIONAL, columns, likely, f"{key}_{path}")
    role = named.get("role", "")
    roles = _roles(choices.unknown_speakers(path, role), f"{key}_{path}_{role}") if role else {}
    return SessionMapping(list=path, roles=roles, **named)


def _selected(
    names: tuple[str, ...], columns: dict[str, str], likely: SessionMapping, key: str
) -> dict[str, str]:
    options = ["", *columns]
    found: dict[str, str] = {}
    for place, name in zip(st.columns(len(names)), names, strict=True):
        chosen = place.selectbox(
            WORDS[name],
            options,
            index=options.index(getattr(likely, name)) if getattr(likely, name) in options else 0,
            format_func=lambda column: _shown(column, columns),
            key=f"{key}_{name}",
        )
        found[name] = chosen or ""
    return found


def _shown(column: str, columns: dict[str, str]) -> str:
    return f"{column}: {columns[column]}" if columns.get(column) else column or "None"


def _roles(words: tuple[str, ...], key: str) -> dict[str, Role]:
    found: dict[str, Role] = {}
    for start in range(0, len(words), 4):
        row = words[start : start + 4]
        for place, word in zip(st.columns(4), row, strict=False):
            role = place.selectbox(
                f"Who is {plain(word)}?",
                MEANINGS,
                format_func=lambda role: str(role) or "Unknown",
                key=f"{key}_{word}",
            )
            found |= {word: Role(role)} if role else {}
    return found
