"""What is weak in a rubric's wording, beside the criteria."""

from collections.abc import Sequence

import streamlit as st

from judging.rubrics import Weakness
from judging.wording import counted
from pages.parts.comparison_rewording import NAMES
from pages.parts.plain import plain


def summary(found: Sequence[Weakness]) -> None:
    """Draw how much there is to mend; nothing where there is nothing."""
    if found:
        touched = len({one.criterion for one in found})
        st.info(
            f"The wording has {counted(len(found), 'weak spot')}, in "
            f"{'one criterion' if touched == 1 else f'{touched} criteria'}: each stands with its "
            "criterion. Mend them before people label.",
            icon=":material/edit_note:",
        )


def show(found: Sequence[Weakness], criterion: str) -> None:
    """Draw what was found in one criterion, and how to mend it."""
    for one in found:
        if one.criterion == criterion:
            place = f" ({plain(one.words)})" if one.words else ""
            st.markdown(
                f":material/edit_note: **{NAMES[one.part]}**{place}: {plain(one.what)} "
                f"{plain(one.fix)}"
            )
