"""Requests and replies, taken apart to be read."""

import json

from pages.parts import run_request

REQUEST = {
    "model": "m",
    "max_tokens": 100,
    "system": [{"type": "text", "text": "You judge."}],
    "messages": [
        {"role": "user", "content": [{"type": "text", "text": "A"}, {"type": "text", "text": "B"}]}
    ],
}


def test_rules_session_and_form_are_told_apart_and_nothing_is_left_out() -> None:
    assert run_request.rules(REQUEST) == "You judge."
    assert run_request.said(REQUEST) == "A\n\nB"
    assert json.loads(run_request.form(REQUEST)) == {"model": "m", "max_tokens": 100}


def test_a_chat_with_plain_texts_is_read_too() -> None:
    rules, told = {"role": "system", "content": "Rules."}, {"role": "user", "content": "All of it."}
    chat = {"messages": [rules, told]}

    assert run_request.said(chat) == "All of it."
    assert run_request.rules(chat) == "Rules."


def test_what_is_no_json_stays_as_it_came() -> None:
    assert run_request.indented('{"a": pass}') == '{"a": pass}'
    assert run_request.indented('{"a":"é"}') == '{\n  "a": "é"\n}'
