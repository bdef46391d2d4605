import json
from pathlib import Path
from typing import Any

import pytest

from judging.importers import Found, Rejected, Skipped, Source, sources
from tests.judging.importers.files import chat, file, items, left_out, lines, session, sessions

SHAREGPT = {
    "id": "g",
    "conversations": [{"from": "human", "value": "a"}, {"from": "gpt", "value": "b"}],
}


def test_each_record_is_read_by_the_importer_that_recognises_it() -> None:
    found = items(lines(chat("a", "b", id="c"), SHAREGPT, chat("d", "e", id="f")))

    formats = [item.format for item in found if isinstance(item, Found)]
    assert formats == ["chat_messages", "sharegpt", "chat_messages"]


def test_what_cannot_be_read_stands_in_file_order_among_the_sessions() -> None:
    source = file(
        f"{json.dumps(chat('a', 'b'))}\nbroken\n{json.dumps(chat('c', 'd'))}\n", "f.jsonl"
    )

    found = items(source)

    assert [type(item) for item in found] == [Found, Rejected, Found]
    assert [item.where for item in found] == [f"f.jsonl, line {line}" for line in (1, 2, 3)]


def test_a_bad_line_between_does_not_part_a_sessions_rows() -> None:
    row = json.dumps({"session_id": "s", "role": "user", "content": "hi"})

    (found,) = sessions(file(f"{row}\nbroken\n{row.replace('user', 'assistant')}\n", "f.jsonl"))

    assert len(found.turns) == 2


@pytest.mark.parametrize(
    "value",
    [
        [chat("a", "b", id="s")],
        {"data": [chat("a", "b", id="s")]},
        {"data": [chat("a", "b", id="s")], "has_more": False},
        [{"sessions": [chat("a", "b", id="s")]}],
        json.dumps([chat("a", "b", id="s")]),
    ],
)
def test_lists_and_envelopes_are_opened(value: Any) -> None:
    assert session(value).external_id == "s"


def test_an_unknown_record_is_rejected_with_its_keys() -> None:
    ((where, reason),) = left_out(items(lines({"b" * 99: 1, "c": 2})))

    assert where == "file.jsonl, line 1"
    assert reason.startswith(f"No known format has the keys {'b' * 40}, c. ")
    assert "session_id, role and content" in reason


def test_of_many_keys_the_first_are_shown() -> None:
    ((_, reason),) = left_out(items(lines({str(key): 1 for key in range(50)})))

    assert "10, 11, …. " in reason


def test_an_unknown_table_is_rejected_once() -> None:
    source = file("a,b\n1,2\n3,4\n5,6\n", "f.csv")

    assert [(where, reason[:40]) for where, reason in left_out(items(source))] == [
        ("f.csv", "No known format has the columns a, b. Gi")
    ]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("[]", "There is nothing in it."),
        ("{}", "There is nothing in it."),
        ('{"data": []}', "There is nothing in it."),
        ("null", "Here stands None, not a session."),
        ('["a"]', "Here stands 'a', not a session."),
        ('{"messages": []}', "The record has no messages."),
        ('{"messages": [{"role": "user", "content": null}]}', "The record has no messages."),
        ("[[[[[[[[1]]]]]]]]", "There is nothing in it."),
    ],
)
def test_what_holds_no_session_says_so(content: str, reason: str) -> None:
    ((_, found),) = left_out(items(file(content)))

    assert found.startswith(reason)


def test_a_told_format_gives_its_own_reason() -> None:
    ((where, reason),) = left_out(items(lines({"a": 1}), format="chat_messages"))

    assert where == "file.jsonl, line 1"
    assert reason.startswith("The record has no messages.")


def test_a_told_format_reads_what_another_would_take() -> None:
    value = {
        "messages": [
            {"role": "user", "content": "a"},
            {
                "role": "ai",
                "content": [{"type": "thinking", "thinking": "b"}, {"type": "text", "text": "c"}],
            },
        ]
    }

    (found,) = sessions(file(json.dumps(value)), format="chat_messages")

    assert found.source_format == "chat_messages"
    assert found.turns[1].reasoning == "b"


def test_a_told_table_format_rejects_a_row_without_its_columns() -> None:
    ((where, reason),) = left_out(items(file("a,b\n1,2\n", "f.csv"), format="long_table"))

    assert where == "f.csv, line 2"
    assert "has not the columns" in reason


def test_a_source_that_cannot_be_opened_is_rejected() -> None:
    ((where, reason),) = left_out(items(Source.of(Path("no/where.json"))))

    assert where == "no/where.json"
    assert "cannot be opened" in reason


def test_json_in_a_file_called_csv_is_read_as_json() -> None:
    assert len(sessions(file(json.dumps(chat("a", "b")), "f.csv"))) == 1
    assert len(sessions(file("[role],x\n", "f.csv"))) == 0


def test_a_table_in_a_file_of_any_name_is_read_as_a_table() -> None:
    assert len(sessions(file("session_id,role,content\ns,user,hi\n", "stdin"))) == 1


@pytest.mark.parametrize("ending", ["csv", "jsonl"])
def test_what_a_cell_holds_is_read_where_a_row_is_known_by_it_alone(ending: str) -> None:
    parts = [
        {"role": "user", "parts": [{"text": "a"}]},
        {"role": "model", "parts": [{"text": "b"}]},
    ]
    row = {"session_id": "7", "messages": json.dumps(parts)}
    cell = row["messages"].replace('"', '""')
    texts = {"csv": f'session_id,messages\n7,"{cell}"\n8,"{cell}"\n', "jsonl": json.dumps(row)}

    found = items(file(texts[ending], f"f.{ending}"))

    assert {item.format for item in found if isinstance(item, Found)} == {"gemini_contents"}
    assert [turn.content for turn in sessions(file(texts[ending], f"f.{ending}"))[0].turns] == [
        "a",
        "b",
    ]


def test_a_table_of_one_column_may_hold_conversations() -> None:
    cell = json.dumps(chat("a", "b")["messages"]).replace('"', '""')

    (found,) = sessions(file(f'messages\n"{cell}"\n', "f.csv"))

    assert [turn.content for turn in found.turns] == ["a", "b"]


def test_what_was_said_stays_text_though_it_is_json() -> None:
    table = 'session_id,role,content\ns,user,"{""a"": 1}"\ns,assistant,[1]\n'

    (found,) = sessions(file(table, "f.csv"))

    assert [turn.content for turn in found.turns] == ['{"a": 1}', "[1]"]


SCORE = {"traceId": "t", "name": "ok", "dataType": "BOOLEAN", "value": 1}
OWN = {"format": "judging/label@1", "session_id": "s", "criterion": "ok", "value": "pass"}


@pytest.mark.parametrize("rating", [SCORE, OWN])
def test_labels_are_no_sessions_and_beside_these_they_are_left_out(
    rating: dict[str, Any], tmp_path: Path
) -> None:
    ((where, reason),) = left_out(items(lines(rating, rating)))
    assert where == "file.jsonl"
    assert "judging labels import" in reason

    garbled = items(lines(rating, {"odd": 1}, rating))
    assert [where for where, _ in left_out(garbled)] == ["file.jsonl", "file.jsonl, line 2"]

    (tmp_path / "scores.jsonl").write_text(json.dumps(rating), encoding="utf-8")
    (tmp_path / "chats.json").write_text(json.dumps(chat("a", "b")), encoding="utf-8")
    found = items(*sources([tmp_path]))
    assert [type(item) for item in found] == [Found, Skipped]
