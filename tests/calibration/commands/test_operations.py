"""The commands that look after an installation."""

import pytest

from calibration.commands import entry


def test_help_on_the_worker_starts_none(capsys: pytest.CaptureFixture[str]) -> None:
    code = entry.run(["worker", "--help"])

    output = capsys.readouterr().out
    assert code == 0
    assert "until stopped" in output
    assert "--with-parent" in output
