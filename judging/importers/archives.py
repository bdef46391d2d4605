"""Zip and gzip: read in memory, a block at a time and within limits; nothing touches the disk."""

import gzip
import io
import re
import struct
import zipfile
from collections.abc import Iterator
from functools import partial
from pathlib import PurePosixPath
from typing import Any, BinaryIO, cast

from judging.errors import SessionFileError
from judging.importers import inspect_archive, zstandard_members
from judging.importers.importer import ENDINGS, TEXTS, Rejected, Skipped, Source
from judging.importers.texts import holds_conversation

MAX_MEMBERS = 10_000
MAX_UNPACKED = 4 << 30
# Repetitive logs shrink two-hundredfold; beyond this size nothing honest shrinks more.
MAX_RATIO, RATIO_COUNTS_FROM = 200, 64 << 20
METHODS = {
    zipfile.ZIP_STORED,
    zipfile.ZIP_DEFLATED,
    zipfile.ZIP_BZIP2,
    zipfile.ZIP_LZMA,
    zstandard_members.METHOD,
}
ENCRYPTED = 1
# What the standard library raises besides its own error where a header's numbers are wrong.
BAD_HEADER = (ValueError, struct.error)
HOSTILE = re.compile(r"^/|\\|^[A-Za-z]:|(?:^|/)\.\.(?:/|$)")
BUFFER = 1 << 16
NO_SESSIONS = "By its ending or its beginning, this file holds no sessions."
FIX_SIZE = "Unpack it yourself and import the files, or split it."


def is_zip(start: bytes) -> bool:
    """Tell by a file's first bytes."""
    return start.startswith((b"PK\x03\x04", b"PK\x05\x06"))


def is_gzip(start: bytes) -> bool:
    """Tell by a file's first bytes."""
    return start.startswith(b"\x1f\x8b")


def unzipped(source: Source) -> Iterator[Source | Rejected | Skipped]:
    """
    Yield the members of a zip, each to be read before the next is asked for.

    Folders, dot files and what macOS adds are passed over; other members that hold no sessions
    by their ending are skipped, and names that lead out of the archive are rejected. Of an
    Inspect log only the samples count, each with what the log's header says of all.

    Raises:
        SessionFileError: If the archive exceeds a limit, or is an office document.
    """
    with source.open() as file, _zip(file) as archive:
        members = archive.infolist()
        _check(source, members)
        frame = _frame(archive)
        for member in members:
            where = f"{source.name}/{member.filename}"
            if HOSTILE.search(member.filename):
                yield Rejected(where, "This name leads out of the archive. Pack it anew without.")
            elif not _is_passed_over(member.filename, is_log=frame is not None):
                content = Source(where, partial(_opened, archive, member, frame), source.name)
                yield _objection(member, where) or _unless_no_chat(content)


def _unless_no_chat(source: Source) -> Source | Skipped:
    """Return a member, but for a text that begins as no conversation does."""
    if source.ending in TEXTS and not holds_conversation(source):
        return Skipped(source.name, NO_SESSIONS)
    return source


def gunzipped(source: Source) -> Source:
    """
    Return the file inside a gzip.

    Reading it raises a SessionFileError once it has given more than the limit.
    """
    name = source.name.removesuffix(".gz")
    return Source(
        name,
        lambda: cast("BinaryIO", io.BufferedReader(_Gunzip(source), BUFFER)),
        source.within,
    )


def _zip(file: BinaryIO) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(file)
    except BAD_HEADER as problem:
        raise zipfile.BadZipFile(str(problem)) from problem


def _opened(
    archive: zipfile.ZipFile,
    member: zipfile.ZipInfo,
    frame: inspect_archive.Frame | None = None,
) -> BinaryIO:
    try:
        if member.compress_type == zstandard_members.METHOD:
            content = zstandard_members.opened(archive, member)
        else:
            content = cast("BinaryIO", archive.open(member))
    except BAD_HEADER as problem:
        raise zipfile.BadZipFile(str(problem)) from problem
    return inspect_archive.framed(content, frame) if frame else content


def _frame(archive: zipfile.ZipFile) -> inspect_archive.Frame | None:
    members = archive.NameToInfo
    if not inspect_archive.is_log(members):
        return None
    readable = [name for name, member in members.items() if _objection(member, name) is None]
    return inspect_archive.frame(readable, lambda name: _opened(archive, members[name]))


def _check(source: Source, members: list[zipfile.ZipInfo]) -> None:
    packed = sum(member.compress_size for member in members)
    unpacked = sum(member.file_size for member in members)
    if len(members) > MAX_MEMBERS:
        raise SessionFileError(
            f"The archive has {len(members)} files; {MAX_MEMBERS} is the limit.",
            where=source.name,
            fix=FIX_SIZE,
        )
    if unpacked > _allowance(packed):
        raise SessionFileError(
            f"The archive would unpack to {unpacked >> 20} MB.", where=source.name, fix=FIX_SIZE
        )
    if any(member.filename == "[Content_Types].xml" for member in members):
        raise SessionFileError(
            "This is an office document.", where=source.name, fix="Save the sheet as CSV (UTF-8)."
        )


def _allowance(packed: int) -> int:
    return min(MAX_UNPACKED, max(RATIO_COUNTS_FROM, packed * MAX_RATIO))


def _is_passed_over(name: str, *, is_log: bool) -> bool:
    parts = PurePosixPath(name).parts
    hidden = any(part.startswith(".") for part in parts)
    is_beside = is_log and not name.startswith(inspect_archive.SAMPLES)
    return name.endswith("/") or hidden or "__MACOSX" in parts or is_beside


def _objection(member: zipfile.ZipInfo, where: str) -> Rejected | Skipped | None:
    if PurePosixPath(member.filename).suffix.lower() not in ENDINGS | TEXTS:
        return Skipped(where, NO_SESSIONS)
    if member.flag_bits & ENCRYPTED:
        return Rejected(where, "This file is encrypted. Unpack it with its password first.")
    if member.compress_type not in METHODS:
        return Rejected(where, "This file is compressed in a way that is not read. Use deflate.")
    return None


class _Gunzip(io.RawIOBase):
    """The bytes inside a gzip, up to what its size allows."""

    def __init__(self, source: Source) -> None:
        self._name = source.name
        self._packed = source.open()
        self._left = _allowance(self._packed.seek(0, io.SEEK_END))
        self._packed.seek(0)
        self._unpacked = gzip.GzipFile(fileobj=self._packed)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        block = self._unpacked.read(len(buffer))
        self._left -= len(block)
        if self._left < 0:
            raise SessionFileError(
                "The file unpacks to more than the limit.", where=self._name, fix=FIX_SIZE
            )
        buffer[: len(block)] = block
        return len(block)

    def close(self) -> None:
        self._unpacked.close()
        self._packed.close()
        super().close()
