"""The commands that look after an installation."""

from pathlib import Path

import pytest
from sqlalchemy import text

from calibration.commands import entry
from storage import Project
from storage.engine import opened, writing
from tests.calibration import judged
from tests.calibration.commands.here import Command


def test_help_on_the_worker_starts_none(capsys: pytest.CaptureFixture[str]) -> None:
    code = entry.run(["worker", "--help"])

    output = capsys.readouterr().out
    assert code == 0
    assert "until stopped" in output
    assert "--with-parent" in output


def test_an_issue_report_says_which_keys_there_are_and_shows_none(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    absent = command("doctor").output
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-nobody")

    present = command("doctor").output

    assert rows(absent)["key"] == rows(absent)["OpenAI key"] == "absent"
    assert (rows(present)["key"], rows(present)["OpenAI key"]) == ("absent", "present")
    assert "sk-of-nobody" not in present


def rows(output: str) -> dict[str, str]:
    """Return what stands behind each name."""
    return {line[:13].strip(): line[14:] for line in output.splitlines()}


def test_an_issue_report_has_the_version_of_what_speaks_to_services(command: Command) -> None:
    found = rows(command("doctor").output)

    assert found["httpx2"][0].isdigit()
    assert found["anthropic"][0].isdigit()


@pytest.mark.usefixtures("server")
def test_old_texts_are_counted_and_then_forgotten(project: Project, command: Command) -> None:
    judged.add(project, "a", "b")
    run = judged.run(project)

    counted = command("db", "forget", "--requests", "0", "--replies", "30", "--dry-run")
    there = [bool(call.request) for call in judged.calls(project, run.id)]
    forgotten = command("db", "forget", "--requests", "0")

    assert counted.output.startswith("Would forget 2 requests and 0 replies")
    assert there == [True, True]
    assert forgotten.output.startswith("Forgot 2 requests and 0 replies")
    assert [(call.request, bool(call.reply)) for call in judged.calls(project, run.id)] == [
        (None, True)
    ] * 2


def test_how_old_has_to_be_said(command: Command) -> None:
    done = command("db", "forget")

    assert (done.code, "--requests DAYS" in done.errors) == (2, True)


def test_a_database_is_copied_and_the_way_there_is_said(
    project: Project, command: Command, tmp_path: Path
) -> None:
    judged.add(project, "a", "b")
    there = f"sqlite:///{tmp_path / 'there.db'}"

    done = command("db", "copy", there)
    again = command("db", "copy", there)
    listed = command("sessions", "export", "-", "--db", there)

    assert done.code == 0
    assert done.output.splitlines()[1] == f"To work there: JUDGING_DATABASE_URL={there}"
    assert len(listed.output.splitlines()) == 2
    assert (again.code, again.output) == (2, "")
    assert "is not empty" in again.errors


def test_what_is_no_address_of_a_database_ends_with_2(command: Command) -> None:
    done = command("db", "copy", "elsewhere")

    assert (done.code, "no address of a database" in done.errors) == (2, True)


@pytest.mark.parametrize(
    "words",
    [
        ("runs", 10**30),
        ("runs", "--pause", 2**31),
        ("db", "forget", "--requests", 10**14),
        ("app", "--port", 99_999),
    ],
)
def test_a_number_that_is_beyond_all_bounds_is_refused(
    command: Command, words: tuple[object, ...]
) -> None:
    done = command(*words)

    assert (done.code, "to fix" in done.errors) == (2, True)


def test_a_database_that_breaks_under_a_command_ends_it_with_2(
    database_url: str, project: Project, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGING_DATABASE_URL", database_url)
    project.store.close()
    engine = opened(database_url)
    with writing(engine) as connection:
        connection.execute(text("ALTER TABLE project RENAME TO elsewhere"))
    engine.dispose()

    done = command("runs")

    assert (done.code, done.output) == (2, "")
    assert "no such table" in done.errors
    assert "to fix" in done.errors
