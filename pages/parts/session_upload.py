"""Sessions in, from dropped files."""

import json
from dataclasses import replace

import streamlit as st

from calibration.files import importing
from calibration.files.importing import ImportOptions, ImportReport, OnDuplicate
from judging.importers import ALL, SessionMapping, Source
from judging.importers.mapped_records import NAME as MAPPING
from judging.importers.mapped_records import MappedRecords
from judging.wording import counted
from pages.parts import import_questions, mapping_form, opened, transcript, uploads, way
from pages.parts.plain import plain
from pages.parts.transcript import TranscriptView

KEY = "import_sessions"
TAKEN = {
    OnDuplicate.DEFAULT: "Skip equal ones, rename others",
    OnDuplicate.SKIP: "Skip them",
    OnDuplicate.RENAME: "Keep them under a new id",
    OnDuplicate.REPLACE: "Replace the stored ones",
}
CONVERSATIONS = (
    ("s1", "Where is my parcel?", "It left today."),
    ("s2", "Cancel my subscription.", "It ends on 30 November."),
)
EXAMPLE = "".join(
    json.dumps(
        {
            "id": name,
            "messages": [
                {"role": "user", "content": asked},
                {"role": "assistant", "content": answered},
            ],
        }
    )
    + "\n"
    for name, asked, answered in CONVERSATIONS
)


def show() -> None:
    """Draw the place for files, what is in them, and the button that stores it."""
    if report := st.session_state.pop(f"{KEY}_done", None):
        _done(report)
    sources = uploads.dropped("Files of conversations", KEY, several=True, command="judging import")
    if not sources:
        _hint()
        return
    read_as, taken = st.columns(2)
    format_ = read_as.selectbox(
        "Format",
        ["", *(importer.name for importer in ALL), MAPPING],
        format_func=lambda name: _titles().get(name, "Recognise it"),
        key=f"{KEY}_format",
    )
    policy = taken.selectbox(
        "Where an id is taken", list(TAKEN), format_func=lambda p: TAKEN[p], key=f"{KEY}_taken"
    )
    made_of = ([source.name for source in sources], st.session_state.get(f"{KEY}_round"))
    options = ImportOptions(on_duplicate=policy or OnDuplicate.DEFAULT)
    if format_ != MAPPING:
        options = replace(options, format=format_ or None)
        report = _report(sources, options, made_of)
        if format_ or report.imported or not report.rejected:
            _offer(sources, options, report, made_of)
            return
        _unknown(report)
    mapping = mapping_form.show(sources[0], made_of, f"{KEY}_mapping")
    if mapping is not None:
        options = replace(options, mapping=mapping)
        _offer(sources, options, _report(sources, options, made_of, "_mapped"), made_of)
        mapping_form.take_along(mapping, sources[0], f"{KEY}_mapping")


def _report(
    sources: list[Source], options: ImportOptions, made_of: object, kind: str = ""
) -> ImportReport:
    report: ImportReport = uploads.remembered(
        f"{KEY}_preview{kind}", (made_of, options), lambda: _looked_at(sources, options)
    )
    return report


def _offer(
    sources: list[Source], options: ImportOptions, report: ImportReport, made_of: object
) -> None:
    found = st.container()
    told = import_questions.show(report, KEY, is_cast=options.mapping is not None)
    if told != options.told:
        options = replace(options, told=told)
        report = _report(sources, options, made_of, "_told")
    with found:
        _found(report)
    _buttons(sources, options, report)
    # Below what is clicked: a note goes once its question is answered.
    _notes(report)
    if report.sessions:
        _preview(report)


def _titles() -> dict[str, str]:
    return {importer.name: importer.title for importer in (*ALL, MappedRecords(SessionMapping()))}


def _looked_at(sources: list[Source], options: ImportOptions) -> ImportReport:
    project = opened.project_or_new()
    looking = replace(options, dry_run=True, shown=3)
    return importing.import_sessions(project, sources, looking)


def _found(report: ImportReport) -> None:
    titles = [_titles().get(name, name) for name in report.formats]
    as_what = f" as {', '.join(titles)}" if titles else ""
    st.markdown(f"**{counted(report.imported, 'session')}** found{plain(as_what)}.")
    if report.skipped:
        first = report.skipped[0]
        st.write(plain(f"{len(report.skipped):,} left out. {first.where}: {first.reason}"))
    if report.rejected:
        bad, *others = report.rejected
        st.warning(
            f"{counted(report.n_rejected, 'piece')} cannot be read. Nothing is stored unless "
            f"you choose to import the others alone.\n\n{plain(f'{bad.where}: {bad.reason}')}",
            icon="⚠️",
        )
        if others:
            uploads.rejections(report.rejected, report.n_rejected)


def _notes(report: ImportReport) -> None:
    if report.warnings:
        with st.expander(counted(len(report.warnings), "note")):
            st.text("\n".join(report.warnings[:100]))


def _unknown(report: ImportReport) -> None:
    """Say why nothing of the files can be read as they are."""
    first, *others = report.rejected
    st.warning(plain(f"{first.where}: {first.reason}"), icon="⚠️")
    if others:
        with st.expander(f"{counted(report.n_rejected, 'piece')} in all"):
            uploads.rejections(report.rejected, report.n_rejected)


def _buttons(sources: list[Source], options: ImportOptions, report: ImportReport) -> None:
    if not report.imported:
        return
    others = "the other " if report.rejected else ""
    st.button(
        f"Import {others}{counted(report.imported, 'session')}",
        type="primary",
        key=f"{KEY}_store",
        on_click=_store,
        args=(sources, options),
    )


def _store(sources: list[Source], options: ImportOptions) -> None:
    project = opened.project_or_new()
    storing = replace(options, partial=True, shown=0)
    st.session_state[f"{KEY}_done"] = importing.import_sessions(project, sources, storing)
    for kind in ("", "_mapped", "_told"):
        st.session_state.pop(f"{KEY}_preview{kind}", None)
    uploads.forget(KEY)


def _done(report: ImportReport) -> None:
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        st.markdown(f":blue-badge[✓ Done] **{counted(report.imported, 'session')}** stored.")
        st.space("stretch")
        st.page_link("sessions.py", label="Look at them", icon=":material/forum:")
        st.page_link("run.py", label="Run a judge", icon=":material/gavel:")
        if way.is_open("label.py") and st.button(
            "Label sessions", key=f"{KEY}_label", type="primary"
        ):
            st.switch_page("label.py")


def _preview(report: ImportReport) -> None:
    sessions = {session.external_id: session for session in report.sessions}
    name = st.segmented_control(
        "The first sessions, as they will look",
        list(sessions),
        default=next(iter(sessions)),
        format_func=lambda text: plain(str(text)),
        key=f"{KEY}_shown",
    )
    session = sessions.get(name or "", report.sessions[0])
    transcript.show(TranscriptView(session), key=f"{KEY}_transcript", height="26rem")


def _hint() -> None:
    st.write(
        "Drop what your tools export: JSON, JSONL, CSV or TSV, zipped or not. The format is "
        "recognised and the first sessions are shown before anything is stored. Of a file in "
        "another format you say which columns are what."
    )
    known, example = st.columns(2, gap="large")
    with known:
        st.markdown("**What is recognised**")
        st.markdown("\n".join(f"- {plain(importer.title)}" for importer in ALL))
    with example:
        st.markdown("**The simplest file: one conversation a line**")
        st.code(EXAMPLE, language=None, wrap_lines=True)
        st.download_button(
            "Download this example",
            data=EXAMPLE,
            file_name="sessions.jsonl",
            mime="application/jsonl",
            on_click="ignore",
        )
