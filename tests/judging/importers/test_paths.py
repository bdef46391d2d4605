"""Places inside parsed JSON."""

from judging.importers.paths import has, objects_at, value_at


def test_a_key_with_dots_goes_before_a_way_through_keys() -> None:
    assert value_at({"a": {"b": 1}, "a.b": 2}, "a.b") == 2
    assert value_at({"a.b": {"c": 3}}, "a.b.c") == 3


def test_what_is_not_there_is_none_and_a_null_is_there() -> None:
    assert value_at({"a": 1}, "a.b") is None
    assert not has({"a": 1}, "a.b")
    assert has({"a": {"b": None}}, "a.b")


def test_json_in_a_text_is_gone_through() -> None:
    assert value_at({"a": '{"b": "c"}'}, "a.b") == "c"
    assert [placed.at for placed in objects_at({"a": '[{"b": 1}, {"b": 2}]'}, "a")] == [(1,), (2,)]


def test_lists_on_the_way_are_gone_through_and_counted() -> None:
    value = {"a": [{"b": [{"c": 1}]}, {"b": [{"c": 2}, 7, {"c": 3}]}]}

    found = [(placed.objects[-1]["c"], placed.at) for placed in objects_at(value, "a.b")]

    assert found == [(1, (1, 1)), (2, (2, 1)), (3, (2, 3))]
