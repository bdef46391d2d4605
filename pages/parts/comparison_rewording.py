"""What of a criterion reads otherwise in the later version, word by word."""

from collections.abc import Sequence

import streamlit as st

from calibration.rubrics import rubric_changes
from calibration.rubrics.rubric_changes import Edit, Rewording
from judging.rubrics import Criterion, RubricVersion
from pages.parts import way
from pages.parts.plain import plain

NAMES = {
    "name": "Name",
    "question": "Question",
    "pass_when": "Passes",
    "fail_when": "Fails",
    "kind": "Kind",
    "level": "Level",
    "sees": "What the judge sees",
    "applies_when": "Applies only where",
    "examples": "Examples",
    "meaning": "Meaning",
}


def show(first: RubricVersion, second: RubricVersion, criterion: Criterion) -> None:
    """Draw the criterion's text with the words that went and those that came."""
    key = criterion.key
    before, after = first.criterion(key), second.criterion(key)
    st.markdown(f"**Its text**, from {plain(first.label)} to {plain(second.label)}")
    if not parts(before, after):
        st.write("It reads the same in both.")
    if first.instructions != second.instructions:
        st.write("The instructions differ too, and they bear on every criterion.")
    way.link(
        "rubric.py",
        label="All changes of the rubric",
        icon=":material/checklist:",
        query_params={"rubric": max(first, second, key=lambda one: one.number).label},
    )


def words(changed: Sequence[Rewording]) -> None:
    """Draw parts of a criterion with the words that went and those that came."""
    for part in changed:
        st.markdown(f":gray[{NAMES[part.field]}]  \n{_marked(part)}")


def parts(before: Criterion, after: Criterion) -> int:
    """Draw each part that differs, and return how many do."""
    changed = rubric_changes.reworded(before, after)
    words(changed)
    return len(changed)


def _marked(part: Rewording) -> str:
    """Return the words in Markdown: struck through what went, on a ground what came."""
    return " ".join(
        {
            Edit.KEPT: plain(words),
            Edit.REMOVED: f":orange[~~{plain(words)}~~]",
            Edit.ADDED: f":blue-background[{plain(words)}]",
        }[edit]
        for edit, words in part.pieces
    )
