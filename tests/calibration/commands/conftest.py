"""Commands that are run in this process."""

from functools import partial

import pytest

from calibration.commands import opened
from storage import Store
from tests.calibration.commands.here import Command, judging


@pytest.fixture
def command(
    store: Store, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Command:
    # The store that a command opens would be closed by the end of its process.
    monkeypatch.setattr(opened, "store", lambda: store)
    return partial(judging, capfd.readouterr)
