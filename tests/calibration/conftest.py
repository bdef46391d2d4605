"""A model's service on the loopback, which the judges of the tests ask."""

from collections.abc import Iterator

import pytest

from tests import working
from tests.model_server import ModelServer


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    for name in ("ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_CUSTOM_HEADERS"):
        monkeypatch.delenv(name, raising=False)
    with ModelServer() as started:
        for name, value in working.asking(started).items():
            monkeypatch.setenv(name, value)
        yield started
