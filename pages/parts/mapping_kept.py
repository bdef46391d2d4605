"""What the forms that make mappings have in common: which list is meant, and the file to keep."""

import shlex
from collections.abc import Sequence

import streamlit as st

from judging.importers import Source

FILE_NAME = "mapping.yaml"


def take_along(text: str, source: Source, command: str, key: str) -> None:
    """Draw a mapping's text as a file to download, and the command that takes it."""
    st.download_button(
        "Download the mapping",
        data=text,
        file_name=FILE_NAME,
        mime="application/yaml",
        icon=":material/download:",
        on_click="ignore",
        key=f"{key}_download",
    )
    st.code(f"{command} {shlex.quote(source.name)} --mapping {FILE_NAME}", language=None)


def list_of(label: str, lists: Sequence[str], key: str) -> str:
    """Draw the choice among the lists of a file, where it has several, and return its path."""
    if len(lists) == 1:
        return lists[0]
    chosen = st.selectbox(
        label,
        lists,
        format_func=lambda path: path or "The records of the file themselves",
        key=f"{key}_list",
    )
    return chosen or ""
