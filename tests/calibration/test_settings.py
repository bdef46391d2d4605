"""What the environment says."""

from collections.abc import Callable

import pytest

from calibration import settings
from judging.errors import JudgeError


@pytest.mark.parametrize("given", ["", "  "])
def test_without_a_limit_calls_are_not_limited(monkeypatch: pytest.MonkeyPatch, given: str) -> None:
    assert settings.calls_per_minute() is None

    monkeypatch.setenv("JUDGE_CALLS_PER_MINUTE", given)
    assert settings.calls_per_minute() is None


def test_a_limit_is_a_whole_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUDGE_CALLS_PER_MINUTE", " 600 ")

    assert settings.calls_per_minute() == 600


@pytest.mark.parametrize("given", ["0", "-5", "1.5", "many", "1e3", "²"])
def test_a_limit_that_is_none_is_refused_and_named(
    monkeypatch: pytest.MonkeyPatch, given: str
) -> None:
    monkeypatch.setenv("JUDGE_CALLS_PER_MINUTE", given)

    with pytest.raises(JudgeError, match="cannot be") as refusal:
        settings.calls_per_minute()

    assert refusal.value.where == "JUDGE_CALLS_PER_MINUTE"
    assert repr(given) in refusal.value.what


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("JUDGE_REQUESTS_KEPT_DAYS", settings.requests_kept),
        ("JUDGE_REPLIES_KEPT_DAYS", settings.replies_kept),
    ],
)
def test_texts_are_kept_for_ever_or_for_whole_days(
    monkeypatch: pytest.MonkeyPatch, name: str, read: Callable[[], int | None]
) -> None:
    assert read() is None

    monkeypatch.setenv(name, "0")
    assert read() == 0
    monkeypatch.setenv(name, "-1")
    with pytest.raises(JudgeError, match="cannot be") as refusal:
        read()
    assert (refusal.value.where, "from 0" in refusal.value.fix) == (name, True)


def test_kinds_to_blot_out_are_named_with_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    assert settings.redacted_kinds() == ()

    monkeypatch.setenv("JUDGE_REDACT", " IP, email,")
    assert settings.redacted_kinds() == ("email", "ip")
    monkeypatch.setenv("JUDGE_REDACT", "email, names")
    with pytest.raises(JudgeError, match="'names'") as refusal:
        settings.redacted_kinds()
    assert "email, phone, card, iban, ip" in refusal.value.fix
