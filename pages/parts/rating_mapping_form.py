"""Which columns of a dropped file of labels or verdicts are what, and what its values mean."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

import streamlit as st

from judging.importers import Source
from judging.importers.mapping_choices import Choices
from judging.importers.rating_choices import counted, numbers, parted, suggested, told
from judging.importers.rating_mapping import RatingMapping, written
from judging.ratings import Outcome
from pages.parts import mapping_kept, uploads
from pages.parts.outcome import chip
from pages.parts.plain import plain

ONE, SEVERAL = KINDS = ("An answer a row", "A column a criterion")
WORDS = {
    "session_id": "Session's id",
    "criterion": "Criterion",
    "value": "Answer",
    "turn": "Number of the turn",
    "reviewer": "Reviewer",
    "note": "Why",
}
MEANINGS = ("", Outcome.PASS, Outcome.FAIL)
# Of different values: more are not asked for one by one.
MOST_ASKED = 12
A_ROW = 4


def show(source: Source, made_of: object, key: str) -> RatingMapping | None:
    """
    Draw the choice of columns and of what the values mean; return the mapping once it says enough.

    Args:
        source: The file.

        made_of: What tells it from others, for what is kept between reruns.

        key: The page's name for the form.
    """
    choices: Choices = uploads.remembered(f"{key}_choices", made_of, lambda: Choices.of(source))
    if not choices.lists:
        return None
    path = mapping_kept.list_of("The list of answers", choices.lists, key)
    mapping = _columns(choices, path, key)
    if not mapping.columns.get("session_id") or not (
        mapping.criteria or "value" in mapping.columns
    ):
        st.info("Choose the session's id and the answer to see which values there are.")
        return None
    counts: Counter[str] = uploads.remembered(
        f"{key}_counts", (made_of, mapping), lambda: counted(source, mapping)
    )
    passes, fails = _meanings(counts, f"{key}_{mapping.list}")
    return replace(mapping, passes=passes, fails=fails)


def take_along(mapping: RatingMapping, source: Source, command: str, key: str) -> None:
    """Draw the mapping as a file, and the command that takes it."""
    mapping_kept.take_along(written(mapping), source, command, key)


def _columns(choices: Choices, path: str, key: str) -> RatingMapping:
    columns = choices.columns(path)
    kind = st.segmented_control(
        "The file has", KINDS, default=ONE, required=True, key=f"{key}_kind_{path}"
    )
    names = [name for name in WORDS if kind == ONE or name not in ("criterion", "value")]
    found = _selected(names, columns, f"{key}_{path}")
    criteria: list[str] = []
    if kind == SEVERAL:
        criteria = st.multiselect(
            "Columns that are criteria",
            [column for column in columns if column not in found.values()],
            key=f"{key}_criteria_{path}",
        )
    return RatingMapping(list=path, columns=found, criteria={name: name for name in criteria})


def _selected(names: list[str], columns: Mapping[str, str], key: str) -> dict[str, str]:
    likely, options = suggested(columns), ["", *columns]
    found: dict[str, str] = {}
    for place, name in zip(st.columns(len(names)), names, strict=True):
        chosen = place.selectbox(
            WORDS[name],
            options,
            index=options.index(likely.get(name, "")),
            format_func=lambda column: (
                f"{column}: {columns[column]}" if columns.get(column) else column or "None"
            ),
            key=f"{key}_{name}",
        )
        found |= {name: chosen} if chosen else {}
    return found


def _meanings(counts: Counter[str], key: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Ask what the values mean, each with how often it stands."""
    if not counts:
        st.info("No value stands in this column.")
        return (), ()
    st.markdown("**What the values mean**")
    scale = numbers(counts)
    if len(scale) > 2:
        return _scaled(counts, scale, key)
    chosen: dict[str, str] = {}
    asked = [value for value, _ in counts.most_common(MOST_ASKED)]
    for start in range(0, len(asked), A_ROW):
        for place, value in zip(st.columns(A_ROW), asked[start : start + A_ROW], strict=False):
            chosen[value] = _meaning(place, value, counts[value], key)
    if more := len(counts) - len(asked):
        st.caption(f"{more:,} rarer values mean what they say.")
    return tuple(v for v in asked if chosen[v] == Outcome.PASS), tuple(
        v for v in asked if chosen[v] == Outcome.FAIL
    )


def _meaning(place: st.delta_generator.DeltaGenerator, value: str, count: int, key: str) -> str:
    known = told(value)
    as_it_says = f"As it says: {chip(known).text}" if known else "Not said"
    meaning = place.selectbox(
        f"{plain(value)} ({count:,} times)",
        MEANINGS,
        format_func=lambda outcome: chip(Outcome(outcome)).text if outcome else as_it_says,
        key=f"{key}_means_{value}",
    )
    return str(meaning or "")


def _scaled(
    counts: Counter[str], scale: list[float], key: str
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Ask from which number on an answer passes, and which way round the numbers are."""
    direction, threshold = st.columns(2)
    is_low = direction.segmented_control(
        "Good is", ("high", "low"), default=None, key=f"{key}_direction"
    )
    least = threshold.number_input(
        "A pass from this number on (itself included)", value=None, key=f"{key}_threshold"
    )
    st.caption(
        f"{counts.total():,} numbers from {scale[0]:g} to {scale[-1]:g}, {len(counts):,} different."
    )
    if is_low is None or least is None:
        st.info("Say which way round the numbers are, and from which on they pass.")
        return (), ()
    passes, fails = parted(counts, least, low_is_good=is_low == "low")
    st.write(
        f"**{sum(counts[v] for v in passes):,} pass** and "
        f"**{sum(counts[v] for v in fails):,} fail**."
    )
    return passes, fails
