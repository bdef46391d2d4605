import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.importers.importer import UnreadableError
from judging.importers.json_values import (
    MAX_DEPTH,
    container,
    parsed,
    parsed_at,
    storable,
    storable_text,
)


def test_what_is_no_number_is_nothing() -> None:
    assert parsed("[NaN, Infinity, -Infinity, 1e999]") == [None] * 4


def test_of_keys_that_stand_twice_the_last_counts() -> None:
    assert parsed('{"a": 1, "a": 2}') == {"a": 2}


@pytest.mark.parametrize(
    "spelling", ["12345678901234567890123", "1.10", "1e5", "0.1", "-7", "12345678901234567890.0"]
)
def test_a_number_still_knows_its_digits(spelling: str) -> None:
    assert str(parsed(spelling)) == spelling


def test_a_number_spelt_out_is_an_ordinary_number() -> None:
    number = parsed("1.10")

    assert number == 1.1
    assert json.dumps(number) == "1.1"


@pytest.mark.parametrize(
    "text", ["[" * 65 + "]" * 65, '{"a":' * 65 + "1" + "}" * 65, "[" * 100_000]
)
def test_what_is_nested_too_deep_is_refused(text: str) -> None:
    with pytest.raises(UnreadableError, match="deeper than 64"):
        parsed(text)


def test_a_value_among_others_is_held_to_the_same() -> None:
    with pytest.raises(UnreadableError, match="deeper than 64"):
        parsed_at(" " + "[" * 100_000, 1)


def test_what_is_nested_just_as_deep_is_read() -> None:
    text = "[" * MAX_DEPTH + "]" * MAX_DEPTH

    assert parsed(f"[{'[],'.join([''] * 100)}[]]")
    assert json.dumps(parsed(text)) == text


def test_brackets_in_text_are_no_depth() -> None:
    assert parsed(json.dumps("[" * 1_000)) == "[" * 1_000


def test_a_number_of_thousands_of_digits_is_refused() -> None:
    with pytest.raises(UnreadableError, match="more digits"):
        parsed("9" * 5_000)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"a": "b', "cut off"),
        ('{"a": [1, 2', "cut off"),
        ("", "cut off"),
        ("[1,\n2,]", "comma too many stands before ']' (line 2, column"),
        ('{"a": 1,}', "comma too many stands before '}'"),
        ("{'a': 1}", "not JSON"),
        ("hello", "not JSON: Expecting value (line 1, column 1)"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, reason: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        parsed(text)

    assert reason in caught.value.reason


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (r'["\u0000"]', ["\ufffd"]),
        (r'{"\ud83d": "a\udc00b"}', {"\ufffd": "a\ufffdb"}),
        (r'[1, null, "\ud83d\ud83d\ude00"]', [1, None, "\ufffd\U0001f600"]),
    ],
)
def test_characters_that_no_database_stores_are_replaced(text: str, value: Any) -> None:
    assert storable(parsed(text), text) == (value, True)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (r'["\ud83d\ude00"]', ["\U0001f600"]),
        (r'["\\ud83d"]', [r"\ud83d"]),
        (r'["\n\u00e9"]', ["\né"]),
    ],
)
def test_what_can_be_stored_stays(text: str, value: Any) -> None:
    assert storable(parsed(text), text) == (value, False)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("[1, 2]", [1, 2]),
        ('{"a": 1}', {"a": 1}),
        (json.dumps(json.dumps([1])), [1]),
        (json.dumps(json.dumps(json.dumps([1]))), [1]),
        (json.dumps(json.dumps(json.dumps("[1]"))), json.dumps(json.dumps(json.dumps("[1]")))),
        ("{'a': None, 'b': (1, True)}", {"a": None, "b": [1, True]}),
        ("{'a': {1, 2}}", "{'a': {1, 2}}"),
        ("[__import__('os')]", "[__import__('os')]"),
        ("[" * 300, "[" * 300),
        ("[unclosed", "[unclosed"),
        ('"just text"', '"just text"'),
        ("42", "42"),
        (42, 42),
        (None, None),
    ],
)
def test_a_container_written_as_text_is_opened_and_the_rest_stays(text: Any, value: Any) -> None:
    assert container(text) == value


def test_a_literal_longer_than_its_limit_stays_text() -> None:
    text = "['" + "a" * (1 << 20) + "']"

    assert container(text) == text


@given(st.text())
def test_stored_text_can_be_written_as_utf_8(text: str) -> None:
    storable_text(text).encode()


@given(st.recursive(st.text(st.characters(codec="utf-8")) | st.integers(), st.lists, max_leaves=8))
def test_a_value_survives_the_way_through_text(value: Any) -> None:
    assert parsed(json.dumps(value)) == value


@pytest.mark.parametrize(
    "text",
    [
        r'["a\ud800b", "\u0000"]',
        json.dumps(r'["a\ud800b", "\u0000"]'),
        r"['a\ud800b', '\x00']",
    ],
)
def test_what_a_field_holds_as_text_has_nothing_that_no_database_stores(text: str) -> None:
    assert container(text) == ["a\ufffdb", "\ufffd"]
