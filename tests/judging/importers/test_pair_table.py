import json

import pytest

from judging.importers.pair_table import PairTable
from tests.judging.importers.files import file, lines, record, sessions


@pytest.mark.parametrize(
    "header",
    [
        "session_id,user,assistant",
        "chat_id,question,answer",
        "id,prompt,completion",
        "id,input,output",
    ],
)
def test_columns_are_known_by_many_names(header: str) -> None:
    (found,) = sessions(file(f"{header}\ns,a,b\ns,c,d\n", "f.csv"))

    assert [turn.content for turn in found.turns] == ["a", "b", "c", "d"]


def test_rows_without_ids_are_sessions_of_their_own_unless_they_are_numbered() -> None:
    alone = sessions(file("question,answer\na,b\nc,d\n", "f.csv"))
    (numbered,) = sessions(file("turn,question,answer\n2,c,d\n1,a,b\n", "f.csv"))

    assert [found.external_id for found in alone] == ["f#1", "f#2"]
    assert numbered.external_id == "f"
    assert [turn.external_turn for turn in numbered.turns] == ["1", "1", "2", "2"]


@pytest.mark.parametrize(
    "value",
    [
        {"user": "u1", "agent": "bot1", "events": [{"event": "user"}]},
        {"span_id": "1", "input": "a", "output": "b"},
        {"run_type": "chain", "input": "a", "output": "b"},
        {"user": "u1", "role": "user", "content": "a", "agent": "x"},
        {"user": "u1"},
        [],
    ],
)
def test_what_only_looks_like_pairs_is_left_to_others(value: object) -> None:
    assert not PairTable().recognises(record(value))


def test_inputs_that_repeat_the_history_add_what_is_new() -> None:
    history = [{"role": "user", "content": "yes"}]
    longer = [
        *history,
        {"role": "assistant", "content": "more?"},
        {"role": "user", "content": "yes"},
    ]

    (found,) = sessions(
        lines(
            {
                "session_id": "s",
                "input": {"messages": history},
                "output": {"role": "assistant", "content": "more?"},
            },
            {"session_id": "s", "input": longer, "output": "done"},
        )
    )

    assert [turn.content for turn in found.turns] == ["yes", "more?", "yes", "done"]


def test_equal_exchanges_in_plain_text_are_all_kept() -> None:
    (found,) = sessions(file("id,input,output\ns,a,b\ns,a,b\n", "f.csv"))

    assert len(found.turns) == 4


@pytest.mark.parametrize("text", ["[1, 2]", '{"a": 1}', "[1]", "null"])
def test_text_that_is_json_and_no_message_stays_text(text: str) -> None:
    cell = json.dumps(text)

    (found,) = sessions(file(f'{{"id": "s", "input": {cell}, "output": "b"}}\n', "f.jsonl"))

    assert found.turns[0].content == text
