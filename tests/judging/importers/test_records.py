import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.importers import Found, Rejected, Skipped
from judging.importers.importer import Record
from judging.importers.records import pieces
from tests.judging.importers.files import file, items, left_out


@given(st.binary(), st.sampled_from(["f.json", "f.jsonl", "f.csv", "f.zip", "f"]))
def test_any_bytes_are_records_or_a_reason(content: bytes, name: str) -> None:
    found = list(pieces(file(content, name)))

    assert all(isinstance(piece, Record | Rejected | Skipped) for piece in found)


@given(
    st.text(st.sampled_from('[]{}",:\\n\n ,;ab01'), max_size=60), st.sampled_from(["f.json", "f"])
)
def test_text_that_is_nearly_json_or_a_table_is_sessions_or_a_reason(text: str, name: str) -> None:
    assert all(isinstance(item, Found | Rejected | Skipped) for item in items(file(text, name)))


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("%PDF-1.7\n%", "This is a PDF."),
        ("{\\rtf1 User: hi}", "This is a rich text document."),
        ("\n<!DOCTYPE html><p>User: hi</p>", "This is a web page."),
        ('<?xml version="1.0"?><a/>', "This is XML."),
        ("{'messages': []}", "it has single quotes"),
        ("Report\nsession_id,role,content\n", "delete what stands above it"),
    ],
)
def test_what_is_not_read_is_named_with_what_to_do(content: str, told: str) -> None:
    ((_, reason),) = left_out(items(file(content, "f.txt")))

    assert told in reason
