from typing import Any

import pytest

from judging.importers.span_attributes import first_of, found, model_call, session_of, values


@pytest.mark.parametrize(
    "attributes",
    [
        {"a.b": [1, 2]},
        {"a.b.0": 1, "a.b.1": 2},
        {"a.b.1": 2, "a.b.0": 1},
        {"a": {"b": [1, 2]}},
        {"a.b": "", "a.b.0": 1, "a.b.1": 2},
    ],
)
def test_a_list_is_found_however_it_is_written(attributes: dict[str, Any]) -> None:
    assert found(attributes, "a.b") == [1, 2]


def test_numbers_in_names_are_in_order_of_number() -> None:
    assert found({f"a.{n}": n for n in (10, 2, 0)}, "a") == [0, 2, 10]


def test_a_name_that_is_value_and_place_at_once_keeps_the_first() -> None:
    assert found({"a.b": 1, "a.b.c": 2}, "a") == {"b": 1}


def test_names_with_dots_without_end_are_passed_over() -> None:
    assert found({"a." + "b." * 5000 + "c": 1}, "a") is None


def test_digits_without_end_are_no_place_in_a_list() -> None:
    assert found({f"a.{'9' * 5000}": 1}, "a") == {"9" * 5000: 1}


def test_the_first_path_that_has_something_counts() -> None:
    assert first_of({"a": "", "b": 0}, ("a", "b", "c")) == 0


def test_a_span_names_its_session_before_its_resource_does() -> None:
    assert session_of({"session.id": "s"}, {"session.id": "r"}) == "s"
    assert session_of({}, {"session.id": "r"}) == "r"
    assert session_of({}, {}) == ""


@pytest.mark.parametrize(
    "attributes",
    [
        {
            "gen_ai.system_instructions": [{"type": "text", "content": "p"}],
            "gen_ai.input.messages": '[{"role": "user", "parts": ["a"]}]',
            "gen_ai.output.messages": "b",
        },
        {
            "gen_ai.system_instructions": "p",
            "gen_ai.prompt.0.role": "user",
            "gen_ai.prompt.0.content": "a",
            "gen_ai.completion.0.role": "assistant",
            "gen_ai.completion.0.content": "b",
        },
        {
            "llm.input_messages": [
                {"message": {"role": "system", "content": "p"}},
                {"message": {"role": "user", "content": "a"}},
            ],
            "llm.output_messages": [{"message": {"role": "assistant", "content": "b"}}],
        },
    ],
)
def test_the_conventions_say_the_same(attributes: dict[str, Any]) -> None:
    messages = model_call(attributes)

    assert [(m.speaker, m.content) for m in messages] == [
        ("system", "p"),
        ("user", "a"),
        ("assistant", "b"),
    ]


def test_a_step_without_messages_is_no_call_of_a_model() -> None:
    assert model_call({"input.value": "a"}) == []


def test_what_went_in_and_came_out_is_asked_and_answered() -> None:
    messages = values({"input.value": "a", "output.value": '{"output": "b"}'})

    assert [(m.speaker, m.content) for m in messages] == [("user", "a"), ("assistant", "b")]
