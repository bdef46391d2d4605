"""Sessions in, from files: all of a file or nothing of it."""

import gc
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import count

from calibration.visitors import access
from calibration.visitors.access import Right
from judging.errors import SessionFileError
from judging.importers import (
    Found,
    Item,
    Rejected,
    SessionMapping,
    Skipped,
    Source,
    Told,
    read_all,
)
from judging.importers.told import strangers
from judging.sessions import Session
from storage import Existing, Import, Project

BATCH = 200
SHOWN = 200
WARNINGS = 1_000
REJECTED = 1_000
STRANGERS = 100


class OnDuplicate(StrEnum):
    """What becomes of a session whose id is taken."""

    DEFAULT = "default"
    SKIP = "skip"
    REPLACE = "replace"
    RENAME = "rename"


@dataclass
class ImportReport:
    """
    What an import did, or would do.

    Attributes:
        imported: How many sessions are stored; on a dry run, would be.

        rejected: The pieces that cannot be read, with file, line and reason; at most a thousand.

        n_rejected: How many those are in all.

        sessions: The first sessions, as they are stored or would be.

        strangers: Speakers who may be the agent, since no name tells it, with how many turns each
            has; at most a hundred.

        apart: How many calls of other agents stand within the sessions; they become sessions of
            their own where the options say so.

        undated: How many sessions have no times, since their dates can be read in two ways.

        unclear_date: The first such date.

        stored: Whether anything was: not on a dry run, and not with a rejected piece.
    """

    imported: int = 0
    skipped: list[Skipped] = field(default_factory=list)
    rejected: list[Rejected] = field(default_factory=list)
    n_rejected: int = 0
    warnings: list[str] = field(default_factory=list)
    formats: list[str] = field(default_factory=list)
    sessions: list[Session] = field(default_factory=list)
    strangers: Counter[str] = field(default_factory=Counter)
    apart: int = 0
    undated: int = 0
    unclear_date: str = ""
    stored: bool = False


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """
    How to import.

    Attributes:
        format: An importer's name; None to recognise each record by its keys.

        mapping: Which list and columns of the files are what, where no importer knows them.

        told: What the files do not say themselves: who the agent is, how their dates stand.

        on_duplicate: By default, skip where the content is equal and rename where it differs.

        partial: Whether the good pieces are stored although others are rejected.

        dry_run: Whether to store nothing.

        shown: How many sessions the report lists; None for all of them.
    """

    format: str | None = None
    mapping: SessionMapping | None = None
    told: Told = field(default_factory=Told)
    on_duplicate: OnDuplicate = OnDuplicate.DEFAULT
    partial: bool = False
    dry_run: bool = False
    shown: int | None = SHOWN


@access.needs(Right.IMPORT)
def import_sessions(
    project: Project,
    sources: Iterable[Source],
    options: ImportOptions | None = None,
    *,
    progress: Callable[[int], None] = lambda _done: None,
) -> ImportReport:
    """
    Read sessions from `sources` and keep them, all or none.

    Args:
        project: Where to.

        sources: Files, read in order.

        options: How; by default, the whole of it under its own ids.

        progress: Told after each batch how many sessions have been read.

    Returns:
        What was imported, skipped and rejected. With a rejected piece nothing is stored,
        unless the options say partial.
    """
    options = options or ImportOptions()
    report = ImportReport()
    files: list[str] = []
    found = _noted(sources, files)
    items = read_all(found, format=options.format, mapping=options.mapping, told=options.told)
    with project.imports.begin(files) as unfinished, _collector_at_rest():
        for batch in _batches(items, report):
            _add(project, unfinished, batch, options, report)
            progress(report.imported)
        if options.dry_run or (report.n_rejected and not options.partial):
            return report
        unfinished.complete(report.warnings)
    report.stored = True
    return report


@contextmanager
def _collector_at_rest() -> Iterator[None]:
    # What an import makes has no cycles, and looking for them among a million turns takes a fifth
    # of its time. Reference counts go on freeing each batch: benchmarks/import_rate.py.
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _noted(sources: Iterable[Source], files: list[str]) -> Iterator[Source]:
    for source in sources:
        files.append(source.name)
        yield source


def _batches(items: Iterator[Item], report: ImportReport) -> Iterator[list[Found]]:
    batch: list[Found] = []
    for item in items:
        match item:
            case Found():
                batch.append(item)
            case Rejected():
                report.n_rejected += 1
                report.rejected += [item] if len(report.rejected) < REJECTED else []
            case Skipped():
                report.skipped.append(item)
        if len(batch) == BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def _add(
    project: Project,
    unfinished: Import,
    batch: Sequence[Found],
    options: ImportOptions,
    report: ImportReport,
) -> None:
    ids = [found.session.external_id for found in batch]
    taken = project.imports.existing(ids, unfinished.number)
    kept: list[Session] = []
    replaced: list[int] = []
    for found in batch:
        session: Session | None = found.session
        before = taken.get(found.session.external_id)
        if before is not None:
            match _decision(before, found, options.on_duplicate):
                case OnDuplicate.SKIP:
                    report.skipped.append(Skipped(found.where, "It is stored already."))
                    session = None
                case OnDuplicate.REPLACE:
                    replaced.append(before.id)
                case _:
                    session = _renamed(project, unfinished.number, found, taken, report)
        if session is not None:
            kept.append(session)
            _ask(found, report)
            hashed = session.content_hash
            taken[session.external_id] = Existing(0, hashed, has_labels=False, is_pending=True)
        if found.format not in report.formats:
            report.formats.append(found.format)
    _note(kept, options, report)
    unfinished.add([] if options.dry_run else kept, replaced=replaced)


def _ask(found: Found, report: ImportReport) -> None:
    """Note what a person has to say of a session."""
    report.apart += found.apart
    if found.unclear_date:
        report.undated += 1
        report.unclear_date = report.unclear_date or found.unclear_date
    for name, turns in strangers(found.session).items():
        if name in report.strangers or len(report.strangers) < STRANGERS:
            report.strangers[name] += turns


def _decision(before: Existing, found: Found, policy: OnDuplicate) -> OnDuplicate:
    is_equal = before.content_hash == found.session.content_hash
    if policy is OnDuplicate.SKIP or (is_equal and policy is not OnDuplicate.RENAME):
        return OnDuplicate.SKIP
    if policy is not OnDuplicate.REPLACE or before.is_pending:
        return OnDuplicate.RENAME
    if before.has_labels:
        raise SessionFileError(
            f"The session {found.session.external_id!r} has labels and cannot be replaced.",
            where=found.where,
            fix="Import it under a new id with --on-duplicate rename, or skip it.",
        )
    return OnDuplicate.REPLACE


def _renamed(
    project: Project, number: int, found: Found, taken: dict[str, Existing], report: ImportReport
) -> Session | None:
    """Return the session under the first free `id#2`, `id#3`…; None if one of those equals it."""
    session = found.session
    for suffix in count(2):
        name = f"{session.external_id}#{suffix}"
        if name not in taken:
            taken |= project.imports.existing([name], number)
        if name not in taken:
            break
        if taken[name].content_hash == session.content_hash:
            report.skipped.append(Skipped(found.where, f"It is stored already, as {name}."))
            return None
    report.warnings.append(
        f"{found.where}: another session has the id {session.external_id}; kept as {name}."
    )
    group = session.group if session.group != session.external_id else name
    return replace(session, external_id=name, group=group)


def _note(kept: Sequence[Session], options: ImportOptions, report: ImportReport) -> None:
    report.imported += len(kept)
    if options.shown is None:
        report.sessions += kept
    else:
        report.sessions += kept[: max(0, options.shown - len(report.sessions))]
    for session in kept:
        if len(report.warnings) < WARNINGS:
            report.warnings += [f"{session.external_id}: {text}" for text in session.warnings]
