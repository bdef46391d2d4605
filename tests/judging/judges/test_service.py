"""What a service's headers ask for, and where it is."""

import pytest

from judging.errors import JudgeError
from judging.judges import service

NOON = 1_798_718_400.0


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "12"}, 12.0),
        ({"retry-after-ms": "12", "retry-after": "12"}, 0.012),
        ({"retry-after-ms": "soon", "retry-after": "12"}, 12.0),
        ({"retry-after": "Thu, 31 Dec 2026 12:01:00 GMT"}, 60.0),
        ({"retry-after": "Thu, 31 Dec 2026 11:00:00 GMT"}, 0.0),
        ({"retry-after": "infinity"}, None),
        ({"retry-after": "-1"}, None),
    ],
)
def test_a_wait_is_read_from_seconds_thousandths_or_a_date(
    headers: dict[str, str], seconds: float | None
) -> None:
    assert service.wait_asked(headers, NOON) == seconds


def test_the_service_is_anthropics_unless_another_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANTHROPIC_BASE_URL", raising=False)
    assert service.place() == "https://api.anthropic.com"

    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:8000")
    assert service.place() == "http://127.0.0.1:8000"


def test_space_around_a_key_is_no_part_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", " sk-1\n")

    assert service.key() == "sk-1"


@pytest.mark.parametrize("key", ["sk 1", "sk\n1", "sk-é"])
def test_a_key_that_no_header_can_hold_is_refused_without_being_shown(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", key)

    with pytest.raises(JudgeError) as raised:
        service.key()

    assert "sk" not in str(raised.value)
