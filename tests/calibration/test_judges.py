"""Judges by the words for them, and again from what was kept of them."""

from dataclasses import replace

import pytest

from calibration import judges
from calibration.judges import Options
from judging.errors import JudgeError
from judging.judges import ClaudeJudge, JudgeIdentity, RulesJudge
from storage import Project

MODEL = "claude:claude-sonnet-5-5"


def test_a_model_is_named_behind_a_colon_or_in_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    named = judges.named(MODEL, b"s")
    monkeypatch.setenv("JUDGE_MODEL", "claude-opus-5-5")

    assert named == ClaudeJudge("claude-sonnet-5-5", secret=b"s")
    assert judges.named("claude", b"s").identity.model == "claude-opus-5-5"
    assert judges.named("rules", b"s") == RulesJudge()


def test_every_option_is_a_part_of_the_judge() -> None:
    options = (Options(), Options(effort="high"), Options(criteria_per_call="one"), Options(None))

    prints = {judges.named(MODEL, b"s", one).identity.fingerprint for one in options}

    assert len(prints) == 4
    assert judges.named(MODEL, b"s").identity == judges.named(MODEL, b"s", Options()).identity


@pytest.mark.parametrize("word", ["oracle", "", "rules:2", "openai:gpt", "Claude:m"])
def test_a_word_for_no_judge_is_refused(word: str) -> None:
    with pytest.raises(JudgeError, match="There is no judge") as refusal:
        judges.named(word, b"s")

    assert "judging verdicts import" in refusal.value.fix


def test_without_a_model_there_is_no_judge() -> None:
    with pytest.raises(JudgeError, match="No model is named"):
        judges.named("claude", b"s")


@pytest.mark.parametrize("word", ["rules", MODEL])
def test_what_was_kept_of_a_judge_makes_it_again(project: Project, word: str) -> None:
    judge = judges.named(word, b"s", Options("high", "one"))
    number = project.judges.kept(judge.identity).id

    again = judges.rebuilt(project.judges.numbered(number).identity, b"s")

    assert again == judge


def test_the_environment_has_no_part_in_a_judge_made_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("JUDGE_MODEL", "claude-opus-5-5")

    again = judges.rebuilt(ClaudeJudge("claude-sonnet-5-5").identity, b"s")

    assert again.identity.model == "claude-sonnet-5-5"


CLAUDE = ClaudeJudge("claude-sonnet-5-5").identity
OTHERS = {
    "an older prompt": replace(CLAUDE, template="0"),
    "another way of reading": replace(CLAUDE, settings={**CLAUDE.settings, "context": "fit"}),
    "an older release's settings": replace(CLAUDE, settings={}),
    "older rules": JudgeIdentity("rules", "rules", template="0"),
    "recorded": JudgeIdentity("mine", "recorded"),
}


@pytest.mark.parametrize("identity", OTHERS.values(), ids=OTHERS.keys())
def test_a_judge_that_this_release_has_not_is_refused(identity: JudgeIdentity) -> None:
    with pytest.raises(JudgeError, match="cannot ask the judge"):
        judges.rebuilt(identity, b"s")
