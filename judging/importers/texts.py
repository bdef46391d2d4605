"""Plain text that holds conversations: how its kinds are known, and the record that it is."""

import re
from collections.abc import Iterator

from judging.importers.decoding import Encoding, start_of, text_of
from judging.importers.importer import Record, Source, Unit
from judging.importers.json_values import storable_text
from judging.importers.roles import is_role

# Of a file in a folder or archive, to tell whether to look at it.
OPENING = 1 << 10
AIDER = re.compile(r"# aider chat started at ", re.MULTILINE)
MARKS = "\u200e\u200f\u202a\u202c\ufeff"
# A date, a time and what stands around them, in any order of day, month and year.
STAMP = (
    rf"[{MARKS}]*(?P<open>\[)?\d{{1,4}}[./-]\s?\d{{1,2}}[./-]\s?\d{{1,4}}\.?,?(?:\s(?:klo|kl\.?|um|at))?"
    r"\s\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[aApP]\.?\s?[mM]\.?)?(?(open)\]|\s[-–])\s"
)
WHATSAPP = re.compile(rf"^{STAMP}", re.MULTILINE)
# Who speaks, at the start of a line or after a bar, maybe with a time before and a name behind.
TIME = r"(?:\[[^\]\n]{1,40}\]|\d{1,2}:\d{2}(?::\d{2})?(?=[ \t]))"
LABEL = re.compile(
    rf"(?:^|(?<=\s)\|\s)[ \t]*(?:{TIME}[ \t]*)?\*{{0,2}}(?P<speaker>[^\W\d_][\w -]{{0,30}}?)"
    r"[ \t]*(?:\((?P<name>[^()\n]{1,60})\))?\*{0,2}:\*{0,2}(?=\s|$)",
    re.MULTILINE,
)


def labels_in(text: str) -> list[re.Match[str]]:
    """Return where each speaker of a known role begins to speak."""
    return [found for found in LABEL.finditer(text) if is_role(found["speaker"])]


def begins_with_speaker(text: str) -> bool:
    """Tell whether a known role stands right at the start."""
    label = LABEL.match(text)
    return label is not None and is_role(label["speaker"])


def is_conversation(text: str) -> bool:
    """Tell by how a text begins, after leading space, whether it is one of these kinds."""
    return bool(AIDER.match(text) or WHATSAPP.match(text)) or begins_with_speaker(text)


def holds_conversation(source: Source) -> bool:
    """Tell by the first bytes of a file whether it is one of these kinds."""
    return is_conversation(start_of(source, OPENING).decode("utf-8-sig", "replace").lstrip())


def text_records(source: Source, encoding: Encoding) -> Iterator[Record]:
    r"""Yield the only record of a text: all of it, its lines ended by `\n`."""
    with text_of(source, encoding) as file:
        text = storable_text(file.read().replace("\r\n", "\n"))
    notes = (encoding.note,) if encoding.note else ()
    yield Record(source.name, text, source, 1, Unit.FILE, notes)
