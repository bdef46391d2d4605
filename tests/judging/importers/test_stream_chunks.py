import json
from typing import Any

from judging.importers.event_streams import is_stream
from judging.sessions import ToolCall
from tests.judging.importers.files import file, items, left_out, lines, sessions


def chunk(name: str = "r", **delta: Any) -> dict[str, Any]:
    choice = {"index": 0, "delta": delta}
    return {"object": "chat.completion.chunk", "id": name, "model": "m", "choices": [choice]}


def test_the_pieces_of_a_reply_are_one_turn() -> None:
    (found,) = sessions(
        lines(chunk(role="assistant", content=""), chunk("", content="a "), chunk(content="b"))
    )

    assert [turn.content for turn in found.turns] == ["a b"]
    assert (found.external_id, found.agent_model) == ("r", "m")


def test_replies_that_come_at_once_are_told_apart() -> None:
    found = sessions(
        lines(chunk("r", content="a"), chunk("s", content="c"), chunk("r", content="b"))
    )

    assert [(s.external_id, s.turns[0].content) for s in found] == [("r", "ab"), ("s", "c")]


def test_calls_come_in_pieces_too() -> None:
    def piece(index: int, text: str, **fields: Any) -> dict[str, Any]:
        return {
            "index": index,
            "function": {"arguments": text, **fields.pop("function", {})},
            **fields,
        }

    first = [
        piece(0, "", id="c", function={"name": "f"}),
        piece(1, "{}", id="d", function={"name": "g"}),
    ]
    found = sessions(
        lines(
            chunk(reasoning_content="h"),
            chunk(tool_calls=first),
            chunk(tool_calls=[piece(0, '{"x"')], reasoning_content="m"),
            chunk(tool_calls=[piece(0, ": 1}")]),
        )
    )

    assert found[0].turns[0].tool_calls == (ToolCall("c", "f", {"x": 1}), ToolCall("d", "g", {}))
    assert found[0].turns[0].reasoning == "hm"


def test_of_several_choices_the_first_is_taken() -> None:
    second = {"index": 1, "delta": {"content": "x"}}
    both = chunk(content="a")
    both["choices"].append(second)

    (found,) = sessions(lines(both))

    assert found.turns[0].content == "a"


def test_lines_of_data_are_read_as_the_server_sent_them() -> None:
    sent = json.dumps(chunk(content="a"))
    text = f": ping\nevent: message\ndata: {sent}\n\ndata: {{\ndata: [DONE]\n"

    found = items(file(text, "reply.txt"))

    assert is_stream(text)
    assert [where for where, _ in left_out(found)] == ["reply.txt, line 5"]
    assert [session.turns[0].content for session in sessions(file(text, "reply.txt"))] == ["a"]


def test_other_texts_are_no_stream() -> None:
    assert not any(map(is_stream, ["data,label\n", "data: a", "", "event: x"]))
