from typing import Any

import pytest

from tests.judging.importers.files import items, left_out, lines, session


@pytest.mark.parametrize(
    ("user", "assistant"), [("user", "assistant"), ("user", "chatbot"), ("question", "answer")]
)
@pytest.mark.parametrize("name", ["turns", "history", "conversation"])
def test_each_exchange_is_two_turns_and_an_empty_half_is_none(
    name: str, user: str, assistant: str
) -> None:
    held = [{"turn": 0, user: "a", assistant: "b"}, {"turn": 1, user: "c", assistant: None}]

    found = session({"dialog_id": 7, name: held})

    assert found.external_id == "7"
    assert [(str(turn.role), turn.content) for turn in found.turns] == [
        ("user", "a"),
        ("assistant", "b"),
        ("user", "c"),
    ]
    assert [turn.external_turn for turn in found.turns] == ["0", "0", "1"]


@pytest.mark.parametrize("held", [[{"user": "a"}], [{"user": "a", "assistant": "b"}, 7], []])
def test_a_list_of_anything_else_is_none(held: list[Any]) -> None:
    assert left_out(items(lines({"id": "s", "exchanges": [], "turns": held})))
