"""Cells that a spreadsheet opens and an import reads as they were."""

import csv
import io

import pytest

from judging.exporters.csv_rows import escaped, write_rows


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@a", "\ta", "'a", "'=1"])
def test_one_sign_stands_before_what_could_be_a_formula(text: str) -> None:
    assert escaped(text) == f"'{text}"


@pytest.mark.parametrize("text", ["", "a", "1-1", " =1", "a='b'"])
def test_other_text_stays_as_it_is(text: str) -> None:
    assert escaped(text) == text


def test_begins_with_the_mark_of_utf_8_and_a_header() -> None:
    out = io.StringIO(newline="")

    assert write_rows([], ("a", "b"), out) == 0
    assert out.getvalue() == "\ufeffa,b\r\n"


def test_other_programs_read_every_row_whole() -> None:
    out = io.StringIO(newline="")
    cells = ['a,"b"', "one\rtwo\nthree\r\nfour", "five\u2028six"]

    write_rows([{"a": cell} for cell in cells], ("a",), out)

    rows = list(csv.DictReader(io.StringIO(out.getvalue().removeprefix("\ufeff"), newline="")))
    assert [row["a"] for row in rows] == cells
