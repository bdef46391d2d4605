import csv
import io
import json
from typing import Any

from judging.sessions import Role
from tests.judging.importers.files import file, lines, session, sessions


def row(role: str, content: Any, second: int = 0, **fields: Any) -> dict[str, Any]:
    time = f"2026-10-01T09:00:{second:02}.000Z"
    return {"role": role, "content": content, "createdAt": time, **fields} | (
        {} if "thread_id" in fields else {"threadId": "s", "resourceId": "u"}
    )


def parts(*texts: str) -> dict[str, Any]:
    return {"format": 2, "parts": [{"type": "text", "text": text} for text in texts]}


def test_a_thread_names_the_session_and_its_title() -> None:
    thread = {"id": "t", "title": "Trip"}

    found = session({"thread": thread, "messages": [row("user", parts("a"))]})

    assert (found.external_id, found.title, found.goal) == ("t", "Trip", None)


def test_rows_of_several_threads_are_sorted_apart_and_by_time() -> None:
    mine = row("assistant", parts("b"), 1), row("user", parts("a"))
    other = {**row("user", parts("c")), "threadId": "r"}

    one, two = sessions(lines(mine[0], other, mine[1]))

    assert [turn.content for turn in one.turns] == ["a", "b"]
    assert (two.external_id, two.turns[0].content) == ("r", "c")


def test_a_table_of_the_database_is_read_with_content_as_json() -> None:
    text = json.dumps(parts("a"))
    known = row("user", text, thread_id="s", resource_id="u", type="v2")
    held = io.StringIO()
    writer = csv.DictWriter(held, known)
    writer.writeheader()
    writer.writerow(known)

    (found,) = sessions(file(held.getvalue(), "messages.csv"))

    assert (found.external_id, found.turns[0].content) == ("s", "a")


def test_rows_of_the_first_version_call_and_answer_by_type() -> None:
    call = {"type": "tool-call", "toolCallId": "c", "toolName": "f", "args": {}}
    answer = {"type": "tool-result", "toolCallId": "c", "toolName": "f", "result": "42"}

    (found,) = sessions(
        lines(
            row("user", "a", type="text"),
            row("assistant", [call], 1, type="tool-call"),
            row("tool", [answer], 2, type="tool-result"),
        )
    )

    assert found.roles == (Role.USER, Role.ASSISTANT, Role.TOOL)
    assert (found.turns[2].tool_name, found.turns[2].content) == ("f", "42")
