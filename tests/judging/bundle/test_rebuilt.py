"""Judges from their identities."""

from dataclasses import replace
from typing import Any

import pytest

from judging.bundle import rebuilt
from judging.errors import JudgeError
from judging.judges import ClaudeJudge, JudgeIdentity, RulesJudge
from tests.judging.bundle import made

CLAUDE = ClaudeJudge("claude-test").identity


@pytest.mark.parametrize(
    "identity", [RulesJudge().identity, CLAUDE, made.claude()], ids=["rules", "claude", "other"]
)
def test_answers_with_the_same_fingerprint(identity: JudgeIdentity) -> None:
    assert rebuilt(identity).identity == identity


@pytest.mark.parametrize("provider", ["recorded", "scripted"])
def test_one_whose_answers_came_from_a_file_cannot_be_asked_for_more(provider: str) -> None:
    with pytest.raises(JudgeError, match="came from a file"):
        rebuilt(JudgeIdentity("mine", provider))


@pytest.mark.parametrize(
    "change",
    [
        {"template": "0"},
        {"model": ""},
        {"provider": "nobody"},
        {"settings": {}},
        {"settings": {**CLAUDE.settings, "criteria_per_call": "two"}},
        {"settings": {**CLAUDE.settings, "max_tokens": "many"}},
        {"settings": {**CLAUDE.settings, "context": "chunks"}},
        {"settings": {**CLAUDE.settings, "temperature": 0}},
    ],
)
def test_one_that_would_be_asked_otherwise_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(JudgeError, match="cannot ask") as refused:
        rebuilt(replace(CLAUDE, **change))

    assert refused.value.fix
