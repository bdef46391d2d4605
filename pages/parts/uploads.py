"""Files that a visitor has dropped on a page."""

import io
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import pandas as pd
import streamlit as st

from judging.importers import Rejected, Source

if TYPE_CHECKING:
    from streamlit.runtime.uploaded_file_manager import UploadedFile

MEGABYTES = 50


def dropped(label: str, key: str, *, several: bool, command: str = "") -> list[Source]:
    """
    Draw the place to drop files and return what was dropped, to be read from memory.

    Args:
        label: What to drop.

        key: The page's name for it; `forget` empties it.

        several: Whether more than one file is taken.

        command: What takes a file that is too large for a page.
    """
    files: Any = st.file_uploader(
        label,
        accept_multiple_files=several,
        key=f"{key}_{st.session_state.get(f'{key}_round', 0)}",
        max_upload_size=MEGABYTES,
    )
    if command:
        st.caption(f"The command takes files larger than {MEGABYTES} MB: {command} FILE")
    chosen = files if several else [files] if files else []
    return [_source(file) for file in chosen]


def forget(key: str) -> None:
    """Empty the place to drop files."""
    st.session_state[f"{key}_round"] = st.session_state.get(f"{key}_round", 0) + 1


def text(source: Source) -> str:
    """Return a small dropped file as text; what is none in it becomes U+FFFD."""
    with source.open() as held:
        return held.read().decode("utf-8-sig", errors="replace")


def remembered(key: str, made_of: object, make: Callable[[], Any]) -> Any:
    """Return what `make` gives for these inputs, made once and kept until they change."""
    kept = st.session_state.get(key)
    if kept is None or kept[0] != made_of:
        kept = (made_of, make())
        st.session_state[key] = kept
    return kept[1]


def rejections(rejected: Sequence[Rejected], total: int) -> None:
    """Draw the pieces that cannot be read, with their places and reasons."""
    shown = pd.DataFrame(
        {"Where": [r.where for r in rejected], "Why": [r.reason for r in rejected]}
    )
    st.dataframe(
        shown,
        hide_index=True,
        height=min(300, 38 + 35 * len(shown)),
        alt="One row for each piece that cannot be read",
        column_config={"Why": st.column_config.TextColumn(width="large")},
    )
    if total > len(rejected):
        st.write(f"… and {total - len(rejected):,} more.")


def _source(file: "UploadedFile") -> Source:
    return Source(file.name, lambda: io.BytesIO(file.getvalue()))
