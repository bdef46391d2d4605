"""A judge's verdicts in, from a dropped file."""

from functools import partial

import streamlit as st

from calibration.files import verdict_files
from calibration.files.verdict_files import VerdictOptions
from pages.parts import empty, opened, rating_upload, uploads

KEY = "import_verdicts"


def show() -> None:
    """Draw the place for a file, whose verdicts they are, and the button that stores them."""
    project = opened.project()
    if project is None or not project.sessions.count():
        empty.no_sessions()
    rating_upload.done(KEY, "verdicts")
    sources = uploads.dropped(
        "A file of verdicts", KEY, several=False, command="judging verdicts import"
    )
    if not sources:
        st.write(
            "Verdicts of a judge that you already have: `session_id`, `criterion`, `value`, and "
            "if you have them `turn`, `reason`, `cited_turns`, `rubric`. A value that is neither "
            "pass, fail, not applicable nor cannot tell is kept as it is and counted as not scored."
        )
        return
    with st.container(border=True):
        reading = rating_upload.reading(project, sources[0], KEY, verdicts=True)
        if reading is None:
            return
        judge, under, added = st.columns(3)
        name = judge.text_input("The judge's name", key=f"{KEY}_judge", placeholder="gpt-4o v3")
        labels = [version.rubric.label for version in project.rubrics.versions()]
        rubric = under.selectbox(
            "Given under",
            ["", *labels],
            format_func=lambda label: str(label) or "As the file says",
            key=f"{KEY}_rubric",
        )
        with added:
            taken_up = rating_upload.added_to(project, KEY)
    if not name.strip():
        st.info("Name the judge to go on.")
        return
    options = VerdictOptions(reading, name.strip(), rubric or None, taken_up)

    rating_upload.offer(
        sources[0], options, partial(verdict_files.import_verdicts, project), KEY, "verdicts"
    )
