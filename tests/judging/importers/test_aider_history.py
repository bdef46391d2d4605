from datetime import UTC, datetime

from judging.sessions import Role
from tests.judging.importers.files import file, items, left_out, sessions

START = "# aider chat started at 2026-10-01 09:00:00\n\n"


def history(text: str) -> str:
    return f"\n{START}{text}\n"


def test_headings_are_the_users_lines_and_the_rest_the_assistants() -> None:
    text = "#### a  \n#### b  \n\nDone.\n\n#### Not typed\n\n> Applied edit\n\nMore.\n"

    (found,) = sessions(file(history(text), "aider.md"))

    assert [(turn.role, turn.content) for turn in found.turns] == [
        (Role.USER, "a\nb"),
        (Role.ASSISTANT, "Done.\n\n#### Not typed"),
        (Role.ASSISTANT, "More."),
    ]
    assert found.started_at == datetime(2026, 10, 1, 9, tzinfo=UTC)


def test_blanks_that_an_editor_took_away_are_not_missed() -> None:
    (found,) = sessions(file(history("#### a\n\nDone."), "aider.md"))

    assert [turn.content for turn in found.turns] == ["a", "Done."]


def test_commands_are_the_programs_but_for_those_that_ask() -> None:
    text = "#### /add x.py  \n\n#### /ask why?  \n\nSo.\n\n#### /run ls  \n\n#### b  \n"

    (found,) = sessions(file(history(text), "aider.md"))

    assert found.roles == (Role.USER, Role.ASSISTANT, Role.SYSTEM, Role.USER)
    assert found.turns[0].content == "/ask why?"


def test_each_start_begins_a_session_and_an_empty_one_is_skipped() -> None:
    text = history("#### a  \n\nb") + history("> Nothing") + history("#### c  \n\nd")

    found = items(file(text, "aider.md"))

    assert [s.external_id for s in sessions(file(text, "aider.md"))] == ["aider#1", "aider#3"]
    assert left_out(found) == [
        ("aider.md, chat 2", "Nothing is said in it, there are only commands or notes.")
    ]
