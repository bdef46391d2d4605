import json

import pytest

from judging.importers.decoding import encoding_of
from judging.importers.importer import Record, Rejected, Unit
from judging.importers.json_records import json_records
from judging.importers.json_values import REPLACED
from judging.importers.records import pieces
from tests.judging.importers.files import file


def read(content: str, name: str = "file.json") -> list[Record | Rejected]:
    source = file(content, name)
    return list(json_records(source, encoding_of(source)))


def values(content: str, name: str = "file.json") -> list[object]:
    return [piece.value for piece in read(content, name) if isinstance(piece, Record)]


def places(content: str, name: str = "file.json") -> list[str]:
    return [piece.where for piece in read(content, name)]


def test_lines_are_records_and_blank_ones_count() -> None:
    content = '\n{"a": 1}\n\n  \r\n{"a": 2}\r\n'

    assert values(content) == [{"a": 1}, {"a": 2}]
    assert places(content) == ["file.json, line 2", "file.json, line 5"]


def test_a_line_may_hold_any_line_break_but_the_line_feed() -> None:
    content = '"a\u2028b\u2029c\u0085d"\n"e"\n'

    assert values(content) == ["a\u2028b\u2029c\u0085d", "e"]


def test_the_only_line_of_a_json_file_is_the_file() -> None:
    (record,) = read('{"a": 1}\n')

    assert isinstance(record, Record)
    assert (record.unit, record.where, record.stand_in) == (Unit.FILE, "file.json", "file")


def test_the_only_line_of_json_lines_is_a_line() -> None:
    (record,) = read('{"a": 1}\n', "file.jsonl")

    assert isinstance(record, Record)
    assert (record.unit, record.where, record.stand_in) == (
        Unit.LINE,
        "file.jsonl, line 1",
        "line-1",
    )


def test_json_over_many_lines_is_one_value() -> None:
    assert values(json.dumps([{"a": 1}], indent=2)) == [[{"a": 1}]]


def test_values_over_many_lines_one_after_another_are_records_by_their_first_line() -> None:
    content = "\n".join(json.dumps({"a": number}, indent=1) for number in (1, 2))

    assert values(content) == [{"a": 1}, {"a": 2}]
    assert places(content) == ["file.json, line 1", "file.json, line 4"]


def test_a_line_feed_inside_of_a_string_is_let_pass() -> None:
    assert values('{"a": "one\ntwo"}\n') == [{"a": "one\ntwo"}]


def test_a_bad_line_is_rejected_and_the_others_are_read() -> None:
    pieces = read('{"a": 1}\n{"a": \n{"a": 3}\n')

    assert [type(piece) for piece in pieces] == [Record, Rejected, Record]
    assert pieces[1].where == "file.json, line 2"


def test_a_bad_first_line_does_not_hide_the_others() -> None:
    pieces = read('{"a": \n{"a": 2}\nnull\n')

    assert [type(piece) for piece in pieces] == [Rejected, Record, Record]


def test_text_that_is_no_json_at_all_is_rejected_once() -> None:
    (piece,) = read("[\n1,\n2,\n]")

    assert isinstance(piece, Rejected)
    assert piece.where == "file.json"
    assert "line 4" in piece.reason


def test_what_had_to_be_mended_is_noted_on_its_record() -> None:
    mended, whole = read('{"a": "\\u0000"}\n{"a": "b"}\n')

    assert isinstance(mended, Record)
    assert isinstance(whole, Record)
    assert (mended.notes, whole.notes) == ((REPLACED,), ())


@pytest.mark.parametrize("content", ["", "\n \n"])
def test_nothing_is_cut_off(content: str) -> None:
    (piece,) = read(content)

    assert isinstance(piece, Rejected)


@pytest.mark.parametrize(
    "text", ['{"a": [1, 2, 3]}', '[\n{"a": 1},\n{"b": 2}\n]', "{}\n[1,2,3,4,5]"]
)
def test_a_value_too_large_for_memory_is_refused_with_what_to_do(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("judging.importers.json_records.LARGEST", 10)

    *_, last = pieces(file(text))

    assert isinstance(last, Rejected)
    assert last.where == "file.json"
    assert "jq -c '.[]' FILE > FILE.jsonl" in last.reason
