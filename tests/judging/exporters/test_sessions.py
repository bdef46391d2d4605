"""Sessions out and in again."""

import io
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judging.exporters import SESSIONS
from judging.sessions import Role, Session, ToolCall, Turn
from tests.judging.exporters import hostile
from tests.judging.exporters.written import source, text
from tests.judging.importers.files import file, items, left_out, sessions

every_form = pytest.mark.parametrize("suffix", SESSIONS.suffixes)


def said(*contents: str) -> Session:
    turns = (Turn(number, Role.USER, content) for number, content in enumerate(contents, 1))
    return Session("s", tuple(turns), source_file="logs.jsonl")


@every_form
@given(
    given_sessions=st.lists(
        hostile.SESSIONS, min_size=1, max_size=3, unique_by=lambda s: s.external_id
    )
)
def test_come_back_with_every_field(suffix: str, given_sessions: list[Session]) -> None:
    found = sessions(source(SESSIONS, given_sessions, suffix))

    assert found == given_sessions
    assert [s.content_hash for s in found] == [s.content_hash for s in given_sessions]


@every_form
@settings(max_examples=50)
@given(session=hostile.SESSIONS)
def test_written_again_are_the_same_bytes(suffix: str, session: Session) -> None:
    once = text(SESSIONS, [session], suffix)

    again = text(SESSIONS, sessions(source(SESSIONS, [session], suffix)), suffix)

    assert again == once


@every_form
def test_a_character_that_no_database_stores_is_replaced_on_the_way_out(suffix: str) -> None:
    (found,) = sessions(source(SESSIONS, [said("a\0b\ud800c")], suffix))

    assert found.turns[0].content == "a\ufffdb\ufffdc"
    assert found.warnings == ()


@every_form
def test_arguments_nested_as_deep_as_can_be_read_come_back(suffix: str) -> None:
    arguments: Any = "deep"
    for _ in range(63):
        arguments = [arguments]
    turns = (Turn(1, Role.ASSISTANT, tool_calls=(ToolCall("c", "f", arguments),)),)
    session = Session("s", turns, source_format="x", source_file="notes", metadata={"a": arguments})

    assert sessions(source(SESSIONS, [session], suffix)) == [session]


@every_form
def test_empty_arguments_are_not_none(suffix: str) -> None:
    empty: tuple[Any, ...] = ({}, [], "", None, False, 0)
    calls = tuple(ToolCall("c", "f", arguments) for arguments in empty)
    turn = Turn(1, Role.ASSISTANT, tool_calls=calls)

    (found,) = sessions(source(SESSIONS, [Session("s", (turn,))], suffix))

    assert [call.arguments for call in found.turns[0].tool_calls] == [*empty]


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/home/someone/secret project/logs.jsonl", "logs.jsonl"),
        (r"C:\Users\someone\logs.csv", "logs.csv"),
        ("/home/someone/all.zip/may/logs.json", "all.zip/may/logs.json"),
        ("stdin", "stdin"),
        ("/home/someone/no-ending", "no-ending"),
    ],
)
def test_the_exporters_folders_stay_at_home(path: str, name: str) -> None:
    (found,) = sessions(source(SESSIONS, [replace(said("x"), source_file=path)], ".jsonl"))

    assert found.source_file == name


def test_a_line_of_text_is_a_line_of_the_file_for_every_reader() -> None:
    written = text(SESSIONS, [said("two\u2028lines\u2029of\x85text\x0b\x0c\x1c\n")], ".jsonl")

    assert len(written.splitlines()) == 1


def test_the_rows_of_a_session_have_to_stand_together() -> None:
    two = text(SESSIONS, [said("x", "y"), replace(said("z"), external_id="t")], ".csv")
    header, first, second, other, _ = two.split("\r\n")
    torn = f"{header}\n{first}\n{other}\n{second}\n"

    *_, rejected = left_out(items(file(torn, "a.csv")))

    assert rejected[0] == "a.csv, line 4, turn 1"
    assert rejected[1].startswith("Turn 2 stands here.")


def test_each_session_is_written_before_the_next_is_read() -> None:
    out = io.StringIO(newline="")
    lines_before: list[int] = []

    def read() -> Iterator[Session]:
        for name in ("a", "b", "c"):
            lines_before.append(out.getvalue().count("\n"))
            yield replace(said("x"), external_id=name)

    count = SESSIONS.write(read(), out, ".jsonl")

    assert count == 3
    assert lines_before == [0, 1, 2]
