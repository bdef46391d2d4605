"""Sessions from files by the command."""

import json
import os
import pty
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from storage import Project
from tests.calibration.commands.here import Command

LOG = [{"by": "K", "said": "Where is it?"}, {"by": "S", "said": "Here."}]
MAPPING = "list: log\nid: number\nrole: by\ncontent: said\nroles:\n  K: user\n  S: assistant\n"


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    file = tmp_path / "odd.jsonl"
    file.write_text(json.dumps({"number": "7", "log": LOG}) + "\n", encoding="utf-8")
    return file


def mapping(folder: Path, text: str = MAPPING) -> Path:
    file = folder / "mapping.yaml"
    file.write_text(text, encoding="utf-8")
    return file


def test_a_mapping_brings_in_what_no_importer_knows(
    command: Command, project: Project, odd: Path, tmp_path: Path
) -> None:
    assert command("import", odd).code == 2

    done = command("import", odd, "--mapping", mapping(tmp_path), "--json")

    assert (done.code, done.document["format"]) == (0, "mapping")
    assert done.document["sessions"][0]["roles"] == ["user", "assistant"]
    assert project.sessions.get("7").turns[0].content == "Where is it?"


def test_a_mapping_that_is_wrong_stores_nothing(
    command: Command, odd: Path, tmp_path: Path
) -> None:
    done = command("import", odd, "--mapping", mapping(tmp_path, "role: by\n"))

    assert done.code == 2
    assert "The mapping is not complete." in done.errors


def test_a_mapping_and_a_format_exclude_each_other(
    command: Command, odd: Path, tmp_path: Path
) -> None:
    done = command("import", odd, "--mapping", mapping(tmp_path), "--format", "chat_messages")

    assert done.code == 2
    assert "--format or --mapping" in done.errors


def everything(terminal: int) -> Iterator[str]:
    """Yield what was drawn, piece by piece, until there is no more."""
    with suppress(BlockingIOError):
        while piece := os.read(terminal, 4096):
            yield piece.decode()


def test_a_terminal_shows_how_much_is_read_and_the_document_stays_alone(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = [tmp_path / f"{name}.jsonl" for name in "ab"]
    for file in files:
        talk = {"id": file.stem, "messages": [{"role": "user", "content": "x" * 5_000}]}
        file.write_text(json.dumps(talk), encoding="utf-8")
    terminal, theirs = pty.openpty()
    with os.fdopen(theirs, "w", encoding="utf-8") as stream:
        monkeypatch.setattr(sys, "stderr", stream)
        done = command("import", *files, "--json")
        os.set_blocking(terminal, False)
        drawn = "".join(everything(terminal))
    os.close(terminal)

    assert "Sessions read: 2" in drawn
    assert "10.1/10.1 kB" in drawn
    assert done.document["imported"] == 2


def test_a_pipe_is_told_nothing_of_progress(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    talk = {"id": "a", "messages": [{"role": "user", "content": "Hi"}]}
    file.write_text(json.dumps(talk), encoding="utf-8")

    assert "read" not in command("import", file).errors


@pytest.fixture
def chat(tmp_path: Path) -> Path:
    file = tmp_path / "chat.txt"
    file.write_text("01/10/2026, 09:00 - Ana: a\n01/10/2026, 09:01 - Bo: b\n", encoding="utf-8")
    return file


def test_who_the_agent_is_and_how_dates_stand_can_be_said(
    command: Command, project: Project, chat: Path
) -> None:
    done = command("import", chat, "--agent", "Bo", "--dates", "month-first", "--json")

    assert done.document["warnings"] == []
    assert done.document["sessions"][0]["roles"] == ["user", "assistant"]
    assert str(project.sessions.get("chat").started_at).startswith("2026-01-10 09:00")


def test_what_is_not_said_is_named_with_the_options_that_say_it(
    command: Command, chat: Path
) -> None:
    warnings = " ".join(command("import", chat, "--json").document["warnings"])

    assert "--agent NAME" in warnings
    assert "--dates day-first" in warnings


def test_an_order_of_dates_that_there_is_not_is_refused(command: Command, chat: Path) -> None:
    done = command("import", chat, "--dates", "year-last")

    assert done.code == 2
    assert "day-first, month-first" in done.errors


def test_what_was_done_is_told_in_a_sentence_with_few_of_many_formats(
    command: Command, chat: Path
) -> None:
    examples = Path(__file__).parents[2] / "examples" / "sessions"

    alone = command("import", chat, "--dry-run").output
    many = command("import", examples, "--dry-run").output

    assert alone.startswith("1 session would be imported (whatsapp_chats).")
    assert " more)." in many.splitlines()[0]
    assert "left out, first" in many.splitlines()[1]
