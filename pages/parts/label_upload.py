"""Labels in, from a dropped file."""

from functools import partial

import streamlit as st

from calibration.files import label_files
from calibration.files.label_files import LabelOptions, Sampling
from judging.importers import Source
from judging.ratings import Maker
from pages.parts import empty, opened, rating_upload, uploads
from storage import Project

KEY = "import_labels"
MAKERS = {Maker.PERSON: "people", Maker.MODEL: "a model", Maker.PROGRAM: "a program"}
BLIND = {"": "Unknown", "yes": "Yes", "no": "No"}


def show() -> None:
    """Draw the place for a file, how to read it, what is in it, and the button that stores it."""
    project = opened.project()
    if project is None or not project.sessions.count():
        empty.no_sessions()
    rating_upload.done(KEY, "labels")
    sources = uploads.dropped(
        "A file of labels", KEY, several=False, command="judging labels import"
    )
    if not sources:
        st.write(
            "One label a row: `session_id`, `criterion`, `value`, and if you have them `turn`, "
            "`reviewer`, `cited_turns`, `note`, `blind`. Or one column a criterion. CSV, TSV, "
            "JSONL or JSON."
        )
        return
    options = _options(project, sources[0])
    if options is None:
        return

    rating_upload.offer(
        sources[0], options, partial(label_files.import_labels, project), KEY, "labels"
    )


def _options(project: Project, source: Source) -> LabelOptions | None:
    with st.container(border=True):
        reading = rating_upload.reading(project, source, KEY, verdicts=False)
        if reading is None:
            return None
        reviewer, maker, blind, sampling, added = st.columns(5)
        name = reviewer.text_input("Reviewer, if the file is silent", key=f"{KEY}_reviewer")
        made_by = maker.selectbox(
            "Made by", list(MAKERS), format_func=MAKERS.__getitem__, key=f"{KEY}_maker"
        )
        was_blind = blind.selectbox(
            "Given blind", list(BLIND), format_func=BLIND.__getitem__, key=f"{KEY}_blind"
        )
        drawn = sampling.selectbox(
            "Sessions were drawn",
            ["", *Sampling],
            format_func=lambda design: str(design) or "Unknown",
            key=f"{KEY}_sampling",
        )
        with added:
            rubric = rating_upload.added_to(project, KEY)
    return LabelOptions(
        reading,
        reviewer=name or None,
        made_by=made_by or Maker.PERSON,
        blind={"yes": True, "no": False}.get(was_blind or ""),
        sampling=Sampling(drawn) if drawn else None,
        add_criteria=rubric,
    )
