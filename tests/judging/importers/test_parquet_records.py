import io
import zipfile
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pyarrow as pa
import pytest
from pyarrow import parquet

from judging.importers.importer import Record
from judging.importers.records import pieces
from tests.judging.importers.files import chat, file, items, left_out, sessions


def packed(*rows: dict[str, Any]) -> bytes:
    held = io.BytesIO()
    parquet.write_table(pa.Table.from_pylist([*rows]), held)
    return held.getvalue()


def values(*rows: dict[str, Any]) -> list[Any]:
    found = pieces(file(packed(*rows), "rows.parquet"))
    return [piece.value for piece in found if isinstance(piece, Record)]


def test_each_row_is_a_record_without_the_keys_of_others() -> None:
    call = {"role": "assistant", "content": None, "tool_calls": [{"name": "f", "arguments": "{}"}]}
    one, two = chat("a", "b", id="1"), {"id": "2", "messages": [call]}

    found = sessions(file(packed(one, two), "chats.parquet"))

    assert [session.external_id for session in found] == ["1", "2"]
    assert [turn.content for turn in found[0].turns] == ["a", "b"]
    assert found[1].turns[0].tool_calls[0].name == "f"


def test_rows_of_a_table_are_read_as_those_of_any() -> None:
    rows = [{"session_id": "s", "role": role, "content": "x"} for role in ("user", "assistant")]

    (found,) = sessions(file(packed(*rows), "table.parquet"))

    assert (found.external_id, found.source_format, len(found.turns)) == ("s", "long_table", 2)


@pytest.mark.parametrize(
    ("value", "read"),
    [
        (float("nan"), None),
        (1.5, 1.5),
        (datetime(2026, 10, 1, 9, tzinfo=UTC), "2026-10-01T09:00:00+00:00"),
        (Decimal("1.20"), "1.20"),
        (b"\x89PNG", "[file]"),
        ("a\0", "a\ufffd"),
        ([1, None], [1, None]),
    ],
)
def test_values_are_as_json_has_them(value: Any, read: Any) -> None:
    assert values({"x": value}) == [{"x": read}]


def test_an_absent_value_is_an_absent_key() -> None:
    assert values({"x": 1, "y": {"a": "b"}}, {"x": None, "y": {"a": None}}) == [
        {"x": 1, "y": {"a": "b"}},
        {"y": {}},
    ]


def test_a_file_in_an_archive_is_read_too() -> None:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("chats.parquet", packed(chat("a", "b", id="1")))

    assert len(sessions(file(held.getvalue(), "chats.zip"))) == 1


def test_a_damaged_file_is_rejected_with_what_to_do() -> None:
    content = packed(chat("a", "b"))

    ((where, reason),) = left_out(items(file(content[: len(content) // 2], "rows.parquet")))

    assert where == "rows.parquet"
    assert "damaged" in reason
