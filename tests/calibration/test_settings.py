"""What the environment says."""

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

    with pytest.raises(JudgeError, match="is no number") as refusal:
        settings.calls_per_minute()

    assert refusal.value.where == "JUDGE_CALLS_PER_MINUTE"
    assert repr(given) in refusal.value.what
