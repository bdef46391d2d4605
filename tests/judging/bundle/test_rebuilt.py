"""Judges from their identities."""

from dataclasses import replace
from typing import Any

import pytest

from judging.bundle import rebuilt
from judging.errors import JudgeError
from judging.judges import ClaudeJudge, JudgeIdentity, OpenAIJudge, RulesJudge
from judging.judges.fitting import Limits
from tests.judging.bundle import made

CLAUDE = ClaudeJudge("claude-test").identity
OFFICIAL = OpenAIJudge("gpt-test", effort="low", temperature=0.5, seed=7).identity
ELSEWHERE = "http://127.0.0.1:8000/v1"
FIT = ClaudeJudge("claude-test", context="fit", limits=Limits(20_000, 2, 6)).identity
MAJORITY = ClaudeJudge("claude-test", context="fit", majority=5).identity
ALSO_FIT = OpenAIJudge("gpt-test", context="fit").identity
CHUNKS = ClaudeJudge("claude-test", context="chunks").identity
OTHER = OpenAIJudge("m", ELSEWHERE, structure="prompt", criteria_per_call="one").identity


@pytest.mark.parametrize(
    "identity",
    [RulesJudge().identity, CLAUDE, made.claude(), OFFICIAL, FIT, ALSO_FIT, CHUNKS, MAJORITY],
    ids=["rules", "claude", "other", "openai", "fit", "openai-fit", "chunks", "majority"],
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
        {"settings": {**CLAUDE.settings, "context": "fit"}},
        {"settings": {**CLAUDE.settings, "majority": 3}},
        {"settings": {**CLAUDE.settings, "majority": "three"}},
        {"settings": {**MAJORITY.settings, "majority": 1_000_000}},
        {"settings": {**MAJORITY.settings, "majority": True}},
        {"settings": {**FIT.settings, "limits": {"characters": 9_000, "head": 4}}},
        {"settings": {**FIT.settings, "limits": {**FIT.settings["limits"], "characters": 1}}},
        {"settings": {**FIT.settings, "limits": {**FIT.settings["limits"], "tail": True}}},
    ],
)
def test_one_that_would_be_asked_otherwise_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(JudgeError, match="cannot ask") as refused:
        rebuilt(replace(CLAUDE, **change))

    assert refused.value.fix


def test_one_at_the_address_in_the_environment_is_asked_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", f"{ELSEWHERE}/")

    assert rebuilt(OTHER).identity == OTHER


@pytest.mark.parametrize("named", ["", "http://127.0.0.1:8001/v1"])
def test_one_at_an_address_that_only_the_file_names_is_refused(
    monkeypatch: pytest.MonkeyPatch, named: str
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", named)

    with pytest.raises(JudgeError, match="not named here") as refused:
        rebuilt(OTHER)

    assert ELSEWHERE in refused.value.what
    assert "OPENAI_BASE_URL" in refused.value.fix


def test_the_official_address_needs_no_naming_where_another_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", ELSEWHERE)

    assert rebuilt(OFFICIAL).identity == OFFICIAL


@pytest.mark.parametrize(
    "changed",
    [
        {"base_url": 7},
        {"structure": "xml"},
        {"max_tokens": None},
        {"criteria_per_call": "two"},
        {"hindsight": True},
    ],
)
def test_an_openai_judge_that_would_be_asked_otherwise_is_refused(changed: dict[str, Any]) -> None:
    with pytest.raises(JudgeError, match="cannot ask"):
        rebuilt(replace(OFFICIAL, settings={**OFFICIAL.settings, **changed}))
