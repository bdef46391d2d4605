"""Take along a judge with what is known of it, or what the project holds, as files."""

import io
import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TextIO

import streamlit as st

from calibration.agreement import reporting
from calibration.files import exporting
from calibration.gate import bundling
from calibration.visitors import access
from calibration.visitors.access import Right
from judging.bundle import Bundle
from judging.exporters import (
    FRAMEWORKS,
    LABELS,
    OF_ANSWERS,
    OF_LABELS,
    SESSIONS,
    VERDICTS,
    Exporter,
)
from judging.exporters.bundle_file import BundleFile
from judging.exporters.report import Report
from judging.wording import counted
from pages.parts import chosen, empty, opened, way
from pages.parts.plain import plain
from storage import Project, Reference, StoredJudge, StoredVersion

BUNDLE, REPORT = BundleFile(), Report()
BY_NAME = {exporter.name: exporter for exporter in FRAMEWORKS}
WHAT = (
    (SESSIONS, "Every conversation, with every field."),
    (LABELS, "Of each reviewer the label that counts, and every settlement."),
    (VERDICTS, "Of each judge the verdict that stands; none on sessions of a sealed test."),
)
OTHERS: dict[str, Sequence[Exporter[Any]]] = {LABELS.name: OF_LABELS, VERDICTS.name: OF_ANSWERS}
MIME_TYPES = {
    ".csv": "text/csv",
    ".html": "text/html",
    ".json": "application/json",
    ".jsonl": "application/jsonl",
    ".py": "text/x-python",
    ".ts": "text/plain",
    ".yaml": "application/yaml",
}
MAKERS = {"person": "people", "program": "programs", "model": "models"}
Write = Callable[[TextIO], object]
WriteAs = Callable[..., object]


def take_along(project: Project) -> None:
    """Draw the choice of a judge, what is known of it, and the button that gives its bundle."""
    st.header("A judge to take along", anchor=False)
    st.write(
        "One file with the rubric, the judge and how far it agrees. A program of yours judges "
        "with it: `judging.load(FILE, uncertified=True).judge(session)`."
    )
    rubric_column, judge_column, reference_column = st.columns(3)
    with rubric_column:
        version = chosen.version(project, judged=True)
    with judge_column:
        judge = chosen.judge(project, version)
    if version is None or judge is None:
        button("Download the bundle", f"{project.name}-judge", ".json", None)
        st.info("No judge has answered yet, so there is none to take along.")
        way.link("run.py", label="Run a judge", icon=":material/gavel:")
        return
    with reference_column:
        word = chosen.reference(project)
    bundled(project, version, judge, word)


def bundled(project: Project, version: StoredVersion, judge: StoredJudge, word: str) -> None:
    """Draw what the bundle of one judge rests on, and the button, or why there is none."""
    reference = reporting.reference_named(project, word)
    offer = bundling.offer(project, version, judge, reference)
    name, rubric, whose = judge.identity.name, version.rubric.label, MAKERS.get(word, word)
    st.write(
        plain(
            f"What is known of {name} under {rubric} rests on "
            f"{counted(offer.labels, 'label')} by {whose}, {offer.decided:,} of them "
            "decided by both sides."
        )
    )
    if offer.objection:
        st.info(plain(offer.objection))
        button("Download the bundle", f"{rubric}-{name}.judge", ".json", None, is_first=True)
        return
    st.write(certified(offer))
    if offer.by_ceiling:
        st.write(plain(held_to_people(offer)))

    def write(exporter: Exporter[Bundle]) -> Write:
        return partial(_write_bundle, project, version, judge, reference, exporter)

    is_all = access.may(project, Right.EXPORT)
    with st.container(horizontal=True):
        if is_all:
            file = f"{rubric}-{name}.judge"
            button("Download the bundle", file, ".json", write(BUNDLE), is_first=True)
        button("Download the report", f"{rubric}-{name}.report", ".html", write(REPORT))
    st.write(
        "The report is one page for whoever decides whether the judge runs unwatched: it answers "
        "that first, says how it is known, and prints."
    )
    if is_all:
        framework(f"{rubric}-{name}", write)


def certified(offer: bundling.Offer) -> str:
    """Say whether what is taken along is certified, and what follows."""
    if offer.until:
        return (
            f"The gate lets it run unwatched on every criterion: it is certified until "
            f"{offer.until:%d %b %Y}, on the figures of the sealed test."
        )
    return plain(
        f"It is not certified: {offer.reason}. Whatever is taken along says so, and whoever loads "
        "it has to accept that."
    )


def held_to_people(offer: bundling.Offer) -> str:
    """Say on which criteria the gate rests on what people reach."""
    return (
        f"On {', '.join(offer.by_ceiling)} people do not agree well enough for the usual kappa: "
        "the gate held the judge to what they reach among themselves. Bundle and report say so, "
        "with the figures."
    )


def framework(name: str, write: Callable[[Exporter[Bundle]], Write]) -> None:
    """Draw the choice of another framework, and the button that gives its file."""
    choice, place = st.columns([2, 1], vertical_alignment="bottom")
    with choice:
        chosen_name = st.selectbox(
            "For another framework",
            list(BY_NAME),
            format_func=lambda one: BY_NAME[one].title,
            key="export_framework",
        )
    with place:
        exporter = BY_NAME[chosen_name]
        suffix = exporter.suffixes[0]
        button("Download for it", f"{name}.{exporter.name}", suffix, write(exporter))
    st.write(
        "Python for openevals, Inspect and DeepEval asks the very same judge. The others take the "
        "rubric's words into a request of their own, which is another judge: hold it against "
        "labels before it counts."
    )


def data(project: Project) -> None:
    """Draw what else the project holds, each with its two forms."""
    st.header("What the project holds", anchor=False)
    lacking = exporting.lacking(project)
    writers: dict[str, WriteAs] = {
        SESSIONS.name: exporting.write_sessions,
        LABELS.name: partial(exporting.write_labels, viewer=""),
        VERDICTS.name: partial(exporting.write_verdicts, viewer=""),
    }
    for exporter, what in WHAT:
        with st.container(border=True):
            row(project, exporter, what, writers[exporter.name], lacking.get(exporter.name, ""))
    st.write(
        "Imported again, JSONL and CSV give the same. For a spreadsheet take CSV: a cell that it "
        "would read as a formula begins with `'`, which importing takes off. A spreadsheet that "
        "saves the file may drop zeros at the start of ids; to bring data back, take JSONL."
    )
    st.write(
        "Who downloads labels or verdicts has seen them: it is written down, and labels given "
        "afterwards do not count as blind."
    )


def row(
    project: Project,
    exporter: Exporter[Any],
    what: str,
    write: WriteAs,
    lacks: str,
) -> None:
    """Draw one kind of thing with a button for each form, or why there is nothing."""
    words, buttons = st.columns([1, 1], vertical_alignment="center")
    words.markdown(f"**{exporter.name.capitalize()}** · {lacks or what}")
    with buttons, st.container(horizontal=True, horizontal_alignment="right"):
        for suffix in exporter.suffixes:
            writes = None if lacks else partial(_write_as, project, write, suffix)
            label = f"{exporter.name.capitalize()} as {suffix.removeprefix('.').upper()}"
            button(label, f"{project.name}-{exporter.name}", suffix, writes)
        others = OTHERS.get(exporter.name)
        if others and not lacks:
            with st.popover(f"{exporter.name.capitalize()} for another tool"):
                for_other_tools(project, exporter.name, others, write)


def for_other_tools(
    project: Project, what: str, others: Sequence[Exporter[Any]], write: WriteAs
) -> None:
    """Draw a button for each shape in which another tool takes labels or verdicts."""
    st.write("Nothing is sent. What a tool has no place for is left out.")
    for other in others:
        suffix = other.suffixes[0]
        writes = partial(_write_as, project, partial(write, exporter=other), suffix)
        label = f"{what.capitalize()} as {other.title}"
        button(label, f"{project.name}-{what}-{other.name}", suffix, writes)


def button(
    label: str, name: str, suffix: str, write: Write | None, *, is_first: bool = False
) -> None:
    """Draw a button that makes its file when it is clicked; it is off without a way to write."""
    st.download_button(
        label,
        data="" if write is None else partial(made, write),
        file_name=f"{re.sub(r'[^A-Za-z0-9@._-]+', '-', name)}{suffix}",
        mime=MIME_TYPES[suffix],
        key=f"export_{name}{suffix}",
        icon=":material/download:",
        type="primary" if is_first else "secondary",
        disabled=write is None,
        on_click="ignore",
    )


def made(write: Write) -> io.BytesIO:
    """Return the bytes of a file, written now."""
    held = io.BytesIO()
    out = io.TextIOWrapper(held, encoding="utf-8", newline="")
    write(out)
    out.detach()
    return held


def _write_as(project: Project, write: WriteAs, suffix: str, out: TextIO) -> None:
    write(project, out, suffix)


def _write_bundle(
    project: Project,
    version: StoredVersion,
    judge: StoredJudge,
    reference: Reference,
    exporter: Exporter[Bundle],
    out: TextIO,
) -> None:
    subject = bundling.bundle(project, version, judge, reference)
    exporter.write(subject, out, exporter.suffixes[0])


st.title("Export", anchor=False)
project = opened.project()
if project is None or not project.sessions.count():
    empty.no_sessions()
take_along(project)
if access.may(project, Right.EXPORT):
    data(project)
