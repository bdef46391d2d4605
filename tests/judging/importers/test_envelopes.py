from typing import Any

import pytest

from judging.importers.envelopes import opened
from judging.importers.importer import Unit
from tests.judging.importers.files import record


def inside(value: Any) -> list[Any] | None:
    found = opened(record(value))
    return None if found is None else [item.value for item in found]


@pytest.mark.parametrize(
    ("value", "inner"),
    [
        ([1, {"a": 2}], [1, {"a": 2}]),
        ({"data": [1], "meta": {"page": 1}}, [[1]]),
        ({"loglines": []}, [[]]),
        ('[1, "a"]', [[1, "a"]]),
        ([], None),
        ({"data": [1], "tags": [2]}, None),
        ({"things": [1]}, None),
        ({"data": {"a": 1}}, [{"a": 1}]),
        ({"data": {"a": 1}, "meta": {"page": 1}}, [{"a": 1}]),
        ({"data": [{"a": 1}], "links": [], "tags": ["x"]}, [[{"a": 1}]]),
        ({"response": [{"a": 1}]}, [[{"a": 1}]]),
        ({"data": {"a": 1}, "things": [{"b": 2}]}, None),
        ({"data": [{"a": 1}], "things": [{"b": 2}]}, None),
        ({"data": {"a": 1}, "result": {"b": 2}}, None),
        ("text", None),
        (7, None),
    ],
)
def test_lists_envelopes_and_json_in_text_are_opened(value: Any, inner: list[Any] | None) -> None:
    assert inside(value) == inner


def test_items_are_counted_from_one_and_know_their_place() -> None:
    (_, second) = list(opened(record(["a", "b"])) or ())

    assert (second.where, second.number, second.unit) == ("file.json, item 2", 2, Unit.ITEM)
