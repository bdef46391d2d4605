"""What a chat completion says, and what its errors are called."""

import json

import pytest

from judging.judges import reply
from judging.judges.chat_reply import chat_message, error_word
from tests import chat

OBJECT = '{"a": {"b": 1}}'


@pytest.mark.parametrize(
    "text",
    [
        OBJECT,
        f"```json\n{OBJECT}\n```",
        f"Here it is: {OBJECT} Anything else?",
        f"<think>Is it {{this}}?</think>\n\n{OBJECT}",
        f"Is it {{this}}?</think>{OBJECT}",
    ],
)
def test_of_the_text_that_is_taken_which_can_be_an_answer(text: str) -> None:
    found = chat_message(json.dumps(chat.said(text)))

    assert found is not None
    assert found.text == OBJECT


def test_words_about_thinking_inside_an_answer_are_a_part_of_it() -> None:
    text = '{"reason": "It said </think>, then {this}."}'

    found = chat_message(json.dumps(chat.said(text)))

    assert found is not None
    assert found.text == text


def test_text_in_parts_is_put_together_without_what_is_no_text() -> None:
    parts = [
        {"type": "thinking", "thinking": [{"type": "text", "text": "Hm."}]},
        {"type": "text", "text": '{"a": '},
        {"type": "text", "text": "1}"},
    ]
    body = chat.said("") | {"choices": [{"message": {"content": parts}}]}

    found = chat_message(json.dumps(body))

    assert found is not None
    assert (found.text, found.stop_reason) == ('{"a": 1}', "")


@pytest.mark.parametrize("body", ["", "null", "[]", "{}", '{"choices": []}', '{"choices": [4]}'])
def test_what_is_no_completion_is_no_message(body: str) -> None:
    assert chat_message(body) is None
    assert reply.message(body).text == ""


@pytest.mark.parametrize(
    ("finish", "stop"),
    [
        ("stop", "end_turn"),
        ("length", "max_tokens"),
        ("content_filter", "refusal"),
        ("tool_calls", "tool_calls"),
    ],
)
def test_why_it_ended_is_told_in_one_services_words(finish: str, stop: str) -> None:
    assert reply.message(json.dumps(chat.said("{}", finish))).stop_reason == stop


COUNTS = {
    "cached": ({"prompt_tokens_details": {"cached_tokens": 60}}, (40, 60)),
    "cached, by another name": ({"prompt_cache_hit_tokens": 60}, (40, 60)),
    "more cached than sent": ({"prompt_tokens_details": {"cached_tokens": 101}}, (100, 0)),
    "nothing cached": ({"prompt_tokens_details": None}, (100, 0)),
}


@pytest.mark.parametrize(("more", "expected"), COUNTS.values(), ids=COUNTS.keys())
def test_tokens_from_the_cache_are_counted_apart(
    more: dict[str, object], expected: tuple[int, int]
) -> None:
    usage = {"prompt_tokens": 100, "completion_tokens": 9, **more}

    found = reply.message(json.dumps(chat.said("{}") | {"usage": usage})).usage

    assert (found["input_tokens"], found["cache_read_input_tokens"]) == expected
    assert found["output_tokens"] == 9


@pytest.mark.parametrize(
    "usage", [None, {}, {"prompt_tokens": 100}, {"prompt_tokens": -1, "completion_tokens": 3}]
)
def test_half_a_count_is_none(usage: dict[str, int] | None) -> None:
    assert reply.message(json.dumps(chat.said("{}") | {"usage": usage})).usage == {}


ERRORS: dict[str, tuple[object, object]] = {
    "a code": ({"error": {"code": "model_not_found", "type": "x"}}, "model_not_found"),
    "a number for a code": ({"error": {"code": 400, "type": "BadRequest"}}, "BadRequest"),
    "a sentence": ({"error": "the context window is full"}, "context_length_exceeded"),
    "no object of its own": ({"type": "x", "message": "m"}, "x"),
    "a type of its own": (
        {"error": {"type": "exceed_context_size_error", "message": "exceeds the context size"}},
        "context_length_exceeded",
    ),
    "nothing of the kind": ({"detail": "Not Found"}, None),
    "a list": ([], None),
}


@pytest.mark.parametrize(("body", "word"), ERRORS.values(), ids=ERRORS.keys())
def test_an_error_has_a_word_where_there_is_one(body: object, word: object) -> None:
    assert error_word(json.dumps(body)) == word


@pytest.mark.parametrize("body", ["<html>", "", "[" * 100_000])
def test_what_is_no_json_has_no_word(body: str) -> None:
    assert error_word(body) is None
