"""A file to records, whatever its bytes are."""

import lzma
import zipfile
import zlib
from collections.abc import Iterator

from judging.errors import SessionFileError
from judging.importers.archives import gunzipped, is_gzip, is_zip, unzipped
from judging.importers.decoding import Encoding, encoding_of, start_of, text_of
from judging.importers.event_streams import is_stream, stream_records
from judging.importers.importer import Record, Rejected, Skipped, Source, UnreadableError
from judging.importers.json_records import LINES, json_records
from judging.importers.json_values import parsed
from judging.importers.parquet_records import is_parquet, parquet_records
from judging.importers.tables import TABLES, table_records
from judging.importers.texts import is_conversation, text_records

Piece = Record | Rejected | Skipped
DAMAGE = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError, NotImplementedError)
OPENING = 1 << 16
# How documents begin that hold text, but none that is read.
DOCUMENTS = {
    "%pdf-": "a PDF",
    "{\\rtf": "a rich text document",
    "<!doctype": "a web page",
    "<html": "a web page",
    "<?xml": "XML",
}


def pieces(source: Source, depth: int = 0) -> Iterator[Piece]:
    """
    Yield the records of a file or of an archive's files, and what cannot be read or is left out.

    Never raises for what the bytes are: a file that is empty, damaged, binary or of a kind not
    read is one `Rejected`. `depth` counts the archives around it, a gzip twice: of archives in
    archives only a gzip in a zip is read.
    """
    try:
        yield from _pieces(source, depth)
    except SessionFileError as problem:
        yield Rejected(problem.where or source.name, f"{problem.what} {problem.fix}")
    except DAMAGE as problem:
        yield Rejected(source.name, f"The file is damaged or cannot be opened: {problem}.")


def _pieces(source: Source, depth: int) -> Iterator[Piece]:
    start = start_of(source)
    is_in_archive = bool(depth) and (is_zip(start) or (is_gzip(start) and not source.within))
    if is_in_archive or (depth > 1 and is_gzip(start)):
        yield Rejected(source.name, "This is an archive in an archive. Unpack the outer one.")
    elif is_gzip(start):
        yield from pieces(gunzipped(source), depth + 2)
    elif is_zip(start):
        for member in unzipped(source):
            yield from pieces(member, depth + 1) if isinstance(member, Source) else (member,)
    elif is_parquet(start):
        yield from parquet_records(source)
    else:
        yield from _text(source)


def _text(source: Source) -> Iterator[Record | Rejected]:
    encoding = encoding_of(source)
    opening = _opening(source, encoding)
    if not opening:
        yield Rejected(source.name, "The file is empty. Export it again.")
    elif kind := _document(opening):
        yield Rejected(source.name, f"This is {kind}. Export what was said as JSON, CSV or text.")
    elif is_stream(opening):
        yield from stream_records(source, encoding)
    elif source.ending not in TABLES and is_conversation(opening):
        yield from text_records(source, encoding)
    elif _is_json(source, opening):
        yield from json_records(source, encoding)
    else:
        yield from table_records(source, encoding)


def _opening(source: Source, encoding: Encoding) -> str:
    """Return the first characters after leading space, none only if there is nothing else."""
    with text_of(source, encoding) as text:
        while block := text.read(OPENING):
            if opening := block.lstrip():
                return opening
    return ""


def _document(opening: str) -> str:
    """Return what kind of document it is, by how it begins; empty for none that is known."""
    begin = opening[:9].lower()
    return next((kind for start, kind in DOCUMENTS.items() if begin.startswith(start)), "")


def _is_json(source: Source, opening: str) -> bool:
    """Tell by the first character; the ending decides where that leaves it open."""
    if opening[0] not in "[{":
        return source.ending in LINES or source.ending == ".json"
    if source.ending not in TABLES:
        return True
    try:
        parsed(opening.split("\n", maxsplit=1)[0])
    except UnreadableError:
        return False
    return True
