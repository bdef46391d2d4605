import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.errors import SessionFileError
from judging.importers.decoding import encoding_of
from judging.importers.importer import Record, Rejected
from judging.importers.tables import BLOCK, table_records
from tests.judging.importers.files import file


def read(content: str, name: str = "file.csv") -> list[Record | Rejected]:
    source = file(content, name)
    return list(table_records(source, encoding_of(source)))


def rows(content: str) -> list[dict[str, str]]:
    return [piece.value for piece in read(content) if isinstance(piece, Record)]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_header_tells_the_delimiter(delimiter: str) -> None:
    content = f'"a, b; c|d"{delimiter}e\n1{delimiter}2,;|\n'.replace("2,;|", "2")

    assert rows(content) == [{"a, b; c|d": "1", "e": "2"}]


def test_a_spreadsheet_may_state_the_delimiter() -> None:
    assert rows("sep=;\na;b\n1;2\n") == [{"a": "1", "b": "2"}]


def test_cells_stay_text() -> None:
    assert rows("id,text\n007,NA\n1e5,null\n,\n18_19,nan\n") == [
        {"id": "007", "text": "NA"},
        {"id": "1e5", "text": "null"},
        {"id": "18_19", "text": "nan"},
    ]


def test_line_breaks_in_a_cell_become_line_feeds_and_lines_are_counted_by_the_file() -> None:
    pieces = read('a,b\r\n"one\r\ntwo",x\r\n3,4\r\n')

    assert [piece.where for piece in pieces] == ["file.csv, line 2", "file.csv, line 4"]
    assert isinstance(pieces[0], Record)
    assert pieces[0].value == {"a": "one\ntwo", "b": "x"}


def test_a_row_with_other_cells_than_the_header_is_rejected_with_its_line() -> None:
    pieces = read("a,b\n1,2,3\n4\n5,6\n7,8,,\n")

    assert [type(piece) for piece in pieces] == [Rejected, Rejected, Record, Record]
    assert pieces[0] == Rejected(
        "file.csv, line 2",
        "The row has 3 cells, the header 2. Put a cell that holds the delimiter in quotes.",
    )


def test_quotes_that_do_not_match_are_rejected_with_their_line() -> None:
    pieces = read('a,b\n"x"y,1\n2,3\n"open,4\n5,6\n')

    assert [type(piece) for piece in pieces] == [Rejected, Record, Rejected]
    assert [piece.where for piece in pieces] == [f"file.csv, line {line}" for line in (2, 3, 4)]


def test_columns_without_a_name_are_left_out() -> None:
    assert rows(",Unnamed: 0,a\n0,0,x\n") == [{"a": "x"}]


def test_a_name_that_stands_twice_gets_a_number() -> None:
    assert rows("a,a,b\n1,2,3\n") == [{"a": "1", "a (2)": "2", "b": "3"}]


def test_two_rows_of_role_and_text_need_no_header() -> None:
    assert rows("USER\thi\tx\nSYSTEM\thello\ty\n\nUSER\tbye\tz\n") == [
        {"role": "USER", "content": "hi", "column 3": "x", BLOCK: "1"},
        {"role": "SYSTEM", "content": "hello", "column 3": "y", BLOCK: "1"},
        {"role": "USER", "content": "bye", "column 3": "z", BLOCK: "2"},
    ]


def test_a_header_of_speakers_is_a_header() -> None:
    assert rows("user,assistant\nhi,hello\n") == [{"user": "hi", "assistant": "hello"}]


def test_a_header_alone_has_no_rows() -> None:
    assert rows("\n\na,b\n") == []


def test_one_column_is_no_table() -> None:
    with pytest.raises(SessionFileError, match="neither JSON nor a table"):
        read("just some words\nand more\n")


def test_a_cell_of_any_length_is_whole() -> None:
    long = "tok " * 50_000

    assert rows(f'a,b\n"{long}",1\n') == [{"a": long, "b": "1"}]


def test_what_an_export_put_before_a_formula_is_taken_off_once() -> None:
    content = "a,b\n'=1+1,''quoted'\n'tis,'\n"

    assert rows(content) == [{"a": "=1+1", "b": "'quoted'"}, {"a": "'tis", "b": "'"}]


def test_a_nul_is_replaced() -> None:
    source = file("a,b\n\0,2\n".encode("utf-16"))

    (piece,) = table_records(source, encoding_of(source))

    assert isinstance(piece, Record)
    assert piece.value["a"] == "\ufffd"


CELLS = st.text(st.characters(codec="utf-8", exclude_characters=[*map(chr, range(9)), "\r", "'"]))


@given(st.lists(st.tuples(CELLS, CELLS), max_size=5))
def test_any_cells_come_back_as_they_were_written(written: list[tuple[str, str]]) -> None:
    held = io.StringIO()
    csv.writer(held).writerows([("first", "second"), *((f"x{a}", b) for a, b in written)])

    found = rows(held.getvalue())

    assert found == [{"first": f"x{a}", "second": b} for a, b in written]


def test_one_column_with_a_name_is_a_table_in_a_file_that_is_called_one() -> None:
    assert rows('messages\n"[{""a"": 1}]"\n') == [{"messages": '[{"a": 1}]'}]
