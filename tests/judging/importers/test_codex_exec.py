from typing import Any

from judging.sessions import Role, ToolCall
from tests.judging.importers.files import lines, sessions


def item(kind: str, name: str = "1", event: str = "completed", **fields: Any) -> dict[str, Any]:
    return {"type": f"item.{event}", "item": {"id": name, "type": kind, **fields}}


def test_items_are_messages_and_steps_each_once_in_their_last_state() -> None:
    (found,) = sessions(
        lines(
            {"type": "thread.started", "thread_id": "s"},
            {"type": "turn.started"},
            item("reasoning", "0", text="hm"),
            item("command_execution", "1", "started", command="ls", status="in_progress"),
            item(
                "command_execution",
                "1",
                command="ls",
                aggregated_output="a.py\n",
                exit_code=0,
                status="completed",
            ),
            item("agent_message", "2", text="There is one file."),
            item("todo_list", "3", items=[]),
            {"type": "turn.completed", "usage": {}},
        )
    )

    assert (found.external_id, found.source_format) == ("s", "codex_rollout")
    assert found.roles == (Role.ASSISTANT, Role.TOOL, Role.ASSISTANT)
    assert found.turns[0].reasoning == "hm"
    assert found.turns[0].tool_calls == (ToolCall("1", "command_execution", "ls"),)
    assert [turn.content for turn in found.turns] == ["", "a.py\n", "There is one file."]


def test_a_step_that_failed_says_so_and_one_that_runs_has_no_answer() -> None:
    (found,) = sessions(
        lines(
            item(
                "mcp_tool_call", "1", tool="find", arguments={"x": 1}, status="failed", error="no"
            ),
            item("command_execution", "2", "started", command="sleep 9", status="in_progress"),
        )
    )

    assert found.turns[0].tool_calls == (ToolCall("1", "find", {"x": 1}),)
    assert (found.turns[1].content, found.turns[1].is_error) == ("no", True)
    assert found.roles == (Role.ASSISTANT, Role.TOOL, Role.ASSISTANT)


def test_that_nobody_is_seen_to_ask_is_a_warning() -> None:
    (found,) = sessions(lines(item("agent_message", text="Hello.")))

    assert found.external_id == "file"
    assert "The session has no user turn." in found.warnings
