"""Records to CSV that a spreadsheet opens, and that comes in again as it was."""

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TextIO

from judging.exporters.json_lines import as_json
from judging.importers.json_values import storable_text
from judging.importers.mark import IN_JSON

SUFFIX = ".csv"
# By this mark, and not without it, spreadsheets know UTF-8.
BYTE_ORDER_MARK = "\ufeff"
# What a spreadsheet takes for the start of a formula; and the sign that we put before it.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "'")
BINARY = re.compile("[\x00-\x08]")
TRUTHS = {True: "yes", False: "no"}


def write_rows(records: Iterable[Mapping[str, Any]], columns: Sequence[str], out: TextIO) -> int:
    """
    Write a header and a record a row, and return how many records there were.

    Lines end as RFC 4180 has it. A list of numbers is written `3;9`, other values as JSON.
    """
    out.write(BYTE_ORDER_MARK)
    # With this end of line the writer puts both of its characters in quotes wherever they stand.
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(columns)
    count = 0
    for record in records:
        writer.writerow([_cell(record.get(column)) for column in columns])
        count += 1
    return count


def escaped(text: str) -> str:
    """
    Return `text` so that no spreadsheet takes it for a formula.

    >>> escaped("=1+1"), escaped("1+1")
    ("'=1+1", '1+1')
    """
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return _text(storable_text(value))
    if isinstance(value, bool):
        return TRUTHS[value]
    if isinstance(value, list) and value and all(type(item) is int for item in value):
        return ";".join(map(str, value))
    return as_json(value)


def _text(text: str) -> str:
    """Return the cell of a text; as JSON, if it would make the file look like no text at all."""
    if text.startswith(IN_JSON) or BINARY.search(text):
        return f"{IN_JSON}{as_json(text)}"
    return escaped(text)
