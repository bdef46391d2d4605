"""Bytes to text: what kind of file it is, and in which encoding."""

import codecs
import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import BinaryIO, TextIO

from judging.errors import SessionFileError
from judging.importers.importer import Source

BLOCK = 1 << 20
# Control characters that no text holds; tab, line feed and carriage return come after.
BINARY = bytes(range(9))
BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
REFUSED = (
    (
        b"version https://git-lfs",
        "This is a Git LFS pointer, not the file it stands for.",
        "Fetch the file itself: run `git lfs pull` where it was cloned.",
    ),
    (
        b"\x28\xb5\x2f\xfd",
        "This file is compressed with Zstandard.",
        "Unpack it first, or compress it with gzip.",
    ),
)
WINDOWS_1252 = "The file is not UTF-8; it was read as Windows-1252."
BINARY_FIX = "Export it as JSONL or CSV in UTF-8."
# What Dialogflow CX exports unless told otherwise.
BLOB_FIX = "Export the test cases as JSON, or the history of the conversations."
BINARY_FILE = "This file is binary, or UTF-16 without a byte order mark."


@dataclass(frozen=True, slots=True)
class Encoding:
    """
    How a file's bytes become text.

    Attributes:
        codec: Python's name for it.

        note: What a reader of the sessions should know; empty for Unicode.
    """

    codec: str
    note: str = ""


def start_of(source: Source, size: int = 64) -> bytes:
    """Return the first bytes, by which a kind of file is known."""
    with source.open() as file:
        return file.read(size)


def encoding_of(source: Source) -> Encoding:
    """
    Find the encoding by reading all of the file once, a block at a time.

    Returns:
        What the byte order mark says, else UTF-8, else Windows-1252 with a note.

    Raises:
        SessionFileError: If the file is empty, binary, or of a kind that is known but not read.
    """
    start = start_of(source)
    for magic, what, fix in REFUSED:
        if start.startswith(magic):
            raise SessionFileError(what, where=source.name, fix=fix)
    codec = next((codec for mark, codec in BYTE_ORDER_MARKS if start.startswith(mark)), "utf-8")
    if codec in ("utf-16", "utf-32"):
        return Encoding(codec)
    if _decodes(source, "utf-8"):
        return Encoding(codec)
    if _decodes(source, "cp1252"):
        return Encoding("cp1252", WINDOWS_1252)
    raise SessionFileError(
        "This text is neither UTF-8, UTF-16 nor Windows-1252.",
        where=source.name,
        fix="Save it as UTF-8.",
    )


@contextmanager
def text_of(source: Source, encoding: Encoding) -> Iterator[TextIO]:
    r"""
    Open the text, its lines ended by `\n` only.

    U+2028, form feeds and the like stand inside of strings, and a `\r` before the end stays.
    A character cut off by the end of the file becomes U+FFFD.
    """
    with (
        source.open() as file,
        io.TextIOWrapper(file, encoding.codec, errors="replace", newline="\n") as text,
    ):
        yield text


def _decodes(source: Source, codec: str) -> bool:
    """Tell whether all bytes are text in `codec`; the last of several odd ones may be cut off."""
    decoder = codecs.getincrementaldecoder(codec)()
    is_plain = True
    try:
        with source.open() as file:
            for block in _blocks(file):
                if len(block.translate(None, BINARY)) < len(block):
                    raise SessionFileError(
                        BINARY_FILE,
                        where=source.name,
                        fix=BLOB_FIX if source.ending == ".blob" else BINARY_FIX,
                    )
                is_plain = decoder.decode(block).isascii() and is_plain
    except UnicodeDecodeError:
        return False
    is_cut_off = bool(decoder.getstate()[0])
    return not (is_plain and is_cut_off)


def _blocks(file: BinaryIO) -> Iterator[bytes]:
    while block := file.read(BLOCK):
        yield block
