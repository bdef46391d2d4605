import io
import zipfile
from pathlib import Path

from judging.importers import sources
from judging.sessions import Role
from tests.judging.importers.files import file, items, left_out, sessions

SAID = "User: a\nAssistant: b\n"


def test_a_file_is_a_session() -> None:
    (found,) = sessions(file(SAID, "chat.txt"))

    assert (found.external_id, found.roles) == ("chat", (Role.USER, Role.ASSISTANT))


def test_lines_end_as_everywhere_and_the_encoding_is_told() -> None:
    (found,) = sessions(file(b"User: caf\xe9\r\nAssistant: b\r\n", "chat.txt"))

    assert [turn.content for turn in found.turns] == ["café", "b"]
    assert found.warnings == ("The file is not UTF-8; it was read as Windows-1252.",)


def test_each_part_is_a_session_and_one_that_is_none_is_named() -> None:
    found = file(f"{SAID}---\nSigned by nobody.\n---\n{SAID}".replace("a\n", "a!\n"), "chat.txt")

    assert [session.external_id for session in sessions(found)] == ["chat#1", "chat#3"]
    ((where, _),) = left_out(items(found))
    assert where == "chat.txt, conversation 2"


def test_a_text_that_is_no_conversation_is_rejected_as_no_table_is() -> None:
    ((_, reason),) = left_out(items(file("Dear all\n", "notes.txt")))

    assert "neither JSON nor a table" in reason


def test_in_folders_only_texts_that_begin_as_conversations_do_are_looked_at(
    tmp_path: Path,
) -> None:
    (tmp_path / "chat.txt").write_text(SAID, encoding="utf-8")
    (tmp_path / "LICENSE.txt").write_text("Anybody may, use, this.", encoding="utf-8")

    (source,) = sources([tmp_path])

    assert Path(source.name).name == "chat.txt"


def test_in_archives_other_texts_are_skipped() -> None:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr("chat.txt", SAID)
        archive.writestr("LICENSE.txt", "Anybody may, use, this.")

    found = items(file(held.getvalue(), "chats.zip"))

    assert [where for where, _ in left_out(found)] == ["chats.zip/LICENSE.txt"]
    assert len(found) == 2


def test_a_table_stays_a_table_whatever_its_cells_say() -> None:
    (found,) = sessions(file("User: a,role,content\nx,user,b\n", "chat.csv"))

    assert found.source_format == "long_table"


def test_a_time_may_stand_before_who_speaks() -> None:
    (found,) = sessions(file("00:00:01 Agent: Hello\n0:05 Customer: At 10:30: now\n", "call.txt"))

    assert [turn.content for turn in found.turns] == ["Hello", "At 10:30: now"]
