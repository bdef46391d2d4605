"""What label and verdict uploads have in common: reading options, what was found, errors."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from calibration.files.label_files import LabelOptions
from calibration.files.placing import RatingReport
from calibration.files.verdict_files import VerdictOptions
from judging.errors import SessionFileError
from judging.importers import RatingOptions, Source, rating_mapping
from judging.importers.rating_mapping import RatingMapping
from judging.ratings import Outcome
from pages.parts import rating_mapping_form, uploads
from pages.parts.outcome import chip
from pages.parts.plain import plain
from storage import Project

SHOWN = 5
BY_NAME, CHOSEN, BY_FILE = COLUMNS = ("By their names", "Choose them", "By a mapping file")
COMMANDS = {False: "judging labels import", True: "judging verdicts import"}
EXAMPLE = "session_id: chat\ncriterion: question\nvalue: verdict\npass: [good]\nfail: [bad]\n"
Options = LabelOptions | VerdictOptions
Import = Callable[[Source, Any], RatingReport]


def reading(project: Project, source: Source, key: str, *, verdicts: bool) -> RatingOptions | None:
    """
    Draw the options that say how a file's columns, values and turns are written.

    Returns:
        The options; None while columns are being chosen and do not say enough.
    """
    how = st.segmented_control(
        "The columns are known", COLUMNS, default=BY_NAME, required=True, key=f"{key}_columns"
    )
    mapping = None
    if how == CHOSEN:
        made_of = (source.name, st.session_state.get(f"{key}_round"))
        mapping = rating_mapping_form.show(source, made_of, f"{key}_form")
        if mapping is None:
            return None
        rating_mapping_form.take_along(mapping, source, COMMANDS[verdicts], f"{key}_form")
    elif how == BY_FILE:
        mapping = _mapping(key)
    return _reading(project, key, mapping, how, verdicts=verdicts)


def _reading(
    project: Project, key: str, mapping: RatingMapping | None, how: str, *, verdicts: bool
) -> RatingOptions:
    criteria = sorted(project.rubrics.meanings())
    criterion, base, *values = st.columns(2 if how == CHOSEN else 4)
    chosen = criterion.selectbox(
        "Criterion, if the file names none",
        ["", *criteria],
        format_func=lambda name: str(name) or "The file names it",
        key=f"{key}_criterion",
    )
    turn_base = base.selectbox(
        "Turns are counted",
        ["1", "0", "source"],
        format_func={"1": "from 1", "0": "from 0", "source": "as in the source"}.__getitem__,
        key=f"{key}_base",
    )
    passes, fails = _polarity(values, key) if values else ((), ())
    return RatingOptions(
        criterion=chosen or None,
        passes=passes,
        fails=fails,
        turn_base=turn_base or "1",
        mapping=mapping,
        verdicts=verdicts,
    )


def _polarity(
    places: Sequence[DeltaGenerator], key: str
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    passes, fails = places
    pass_values = passes.text_input(
        "Values that mean pass", key=f"{key}_pass", placeholder="1, thumbs up"
    )
    fail_values = fails.text_input(
        "Values that mean fail", key=f"{key}_fail", placeholder="0, thumbs down"
    )
    return _values(pass_values), _values(fail_values)


def _mapping(key: str) -> RatingMapping | None:
    """Draw the place for a mapping, and return the one that was dropped, if it can be read."""
    st.write(
        "Drop a mapping that says which columns are what, as `judging labels import "
        "--mapping` takes it:"
    )
    st.code(EXAMPLE, language=None)
    dropped = uploads.dropped("A mapping (YAML)", f"{key}_mapping", several=False)
    try:
        return rating_mapping.read(uploads.text(dropped[0])) if dropped else None
    except SessionFileError as error:
        st.warning(f"{plain(error.what)}\n\n{plain(error.fix)}", icon="⚠️")
        return None


def added_to(project: Project, key: str) -> str | None:
    """Draw what becomes of criteria that no rubric has, and return the rubric that takes them."""
    names = sorted({version.rubric.name for version in project.rubrics.versions()})
    chosen = st.selectbox(
        "Criteria that no rubric has",
        ["", *names],
        format_func=lambda name: f"Add them to {name}" if name else "Reject their rows",
        key=f"{key}_add",
    )
    return chosen or None


def offer(source: Source, options: Options, import_: Import, key: str, what: str) -> None:
    """Show what is in the file and the button that stores it."""
    round_ = st.session_state.get(f"{key}_round")
    try:
        looking = replace(options, dry_run=True)
        report: RatingReport = uploads.remembered(
            f"{key}_preview", (source.name, round_, options), lambda: import_(source, looking)
        )
    except SessionFileError as error:
        st.warning(f"{plain(error.what)}\n\n{plain(error.fix)}", icon="⚠️")
        return
    count = sum(report.outcomes.values())
    st.markdown(f"**{count:,} {what}** found.")
    if count:
        _outcomes(report)
    if report.rejected:
        st.warning(f"{len(report.rejected):,} rows have no place in this project.", icon="⚠️")
        uploads.rejections(report.rejected[:200], len(report.rejected))
    _warnings(report)
    if count:
        others = "the other " if report.rejected else ""
        st.button(
            f"Import {others}{count:,} {what}",
            type="primary",
            key=f"{key}_store",
            on_click=_store,
            args=(source, replace(options, partial=True), import_, key),
        )


def done(key: str, what: str) -> None:
    """Say what the last import stored, once."""
    report = st.session_state.pop(f"{key}_done", None)
    if report is None:
        return
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        there = f" {report.unchanged:,} were there already." if report.unchanged else ""
        st.markdown(f":blue-badge[✓ Stored] {report.imported:,} {what} are in.{there}")
        st.page_link("agreement.py", label="Read agreement", icon=":material/balance:")
    _warnings(report)


def _store(source: Source, options: Options, import_: Import, key: str) -> None:
    st.session_state[f"{key}_done"] = import_(source, options)
    st.session_state.pop(f"{key}_preview", None)
    uploads.forget(key)
    uploads.forget(f"{key}_mapping")


def _warnings(report: RatingReport) -> None:
    """Say what the reader may not expect of where the answers go, or went."""
    for warning in report.warnings[:SHOWN]:
        st.info(plain(warning), icon=":material/info:")
    if (more := len(report.warnings) - SHOWN) > 0:
        st.caption(f"And {more:,} more notes of this kind.")


def _outcomes(report: RatingReport) -> None:
    """Draw the counts by which a reader sees whether pass and fail are the right way round."""
    criteria = sorted({criterion for criterion, _ in report.outcomes})
    columns = {
        chip(outcome).text: [report.outcomes[criterion, outcome] for criterion in criteria]
        for outcome in Outcome
        if any(report.outcomes[criterion, outcome] for criterion in criteria)
    }
    table = pd.DataFrame({"Criterion": criteria, **columns})
    st.dataframe(table, hide_index=True, width="content", alt="Outcomes by criterion")


def _values(text: str) -> tuple[str, ...]:
    return tuple(value.strip() for value in text.split(",") if value.strip())
