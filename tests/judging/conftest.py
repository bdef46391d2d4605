"""A service that stands in for Anthropic's, where a test does not set up one of its own."""

from collections.abc import Iterator

import pytest

from tests import working
from tests.model_server import ModelServer


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    with ModelServer() as started:
        for name, value in working.asking(started).items():
            monkeypatch.setenv(name, value)
        yield started
