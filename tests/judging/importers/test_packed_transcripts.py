from judging.sessions import Role
from tests.judging.importers.files import file, items, left_out, lines, sessions


def test_any_column_may_hold_the_conversation_and_the_others_tell_of_it() -> None:
    (found,) = sessions(lines({"data": "User: a\nAssistant: b", "goal": "g", "lang": "en"}))

    assert (found.external_id, found.goal, found.metadata) == ("line-1", "g", {"lang": "en"})
    assert [turn.content for turn in found.turns] == ["a", "b"]


def test_bars_stand_between_turns_and_tools_have_names() -> None:
    (found,) = sessions(file("id,said\ns,USER: a | TOOL (f): b | AGENT: c\n", "table.csv"))

    assert found.roles == (Role.USER, Role.TOOL, Role.ASSISTANT)
    assert (found.external_id, found.turns[1].tool_name) == ("s", "f")


def test_a_row_without_a_conversation_is_rejected() -> None:
    table = 'id,said\ns,"User: a\nAgent: b"\nt,nothing\n'

    ((where, reason),) = left_out(items(file(table, "table.csv")))

    assert where == "table.csv, line 4"
    assert "No cell holds a conversation" in reason


def test_two_cells_with_conversations_are_no_session() -> None:
    said = "User: a\nAssistant: b"

    assert sessions(lines({"before": said, "after": said})) == []
