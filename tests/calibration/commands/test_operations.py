"""The commands that look after an installation."""

import pytest

from calibration.commands import entry
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
