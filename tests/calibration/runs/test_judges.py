"""Judges by the words for them, and again from what was kept of them."""

from dataclasses import replace

import pytest

from calibration.runs import judges
from calibration.runs.judges import Options
from judging.errors import JudgeError
from judging.judges import ClaudeJudge, JudgeIdentity, OpenAIJudge, RulesJudge
from judging.judges.fitting import Context, Limits
from storage import Project

MODEL = "claude:claude-sonnet-5-5"
LOCAL = "openai:qwen3:32b@http://127.0.0.1:8000/v1"


@pytest.fixture(autouse=True)
def _no_place(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)


def test_a_model_is_named_behind_a_colon_or_in_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    named = judges.named(MODEL, b"s")
    monkeypatch.setenv("JUDGE_MODEL", "claude-opus-5-5")

    assert named == ClaudeJudge("claude-sonnet-5-5", secret=b"s")
    assert judges.named("claude", b"s").identity.model == "claude-opus-5-5"
    assert judges.named("rules", b"s") == RulesJudge()


def test_an_address_stands_behind_the_model_or_in_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    named, official = judges.named(LOCAL, b"s"), judges.named("openai:gpt-5.5", b"s")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:8000/v1")

    assert named == OpenAIJudge("qwen3:32b", "http://127.0.0.1:8000/v1", secret=b"s", effort="low")
    assert (named.identity.name, official.identity.name) == (LOCAL, "openai:gpt-5.5")
    assert judges.named("openai:qwen3:32b", b"s").identity == named.identity


def test_an_address_that_is_none_is_refused() -> None:
    with pytest.raises(JudgeError, match="address"):
        judges.named("openai:m@http://127.0.0.1:port", b"s")


def test_every_option_is_a_part_of_the_judge() -> None:
    options = (
        Options(),
        Options(effort="high"),
        Options(criteria_per_call="one"),
        Options(None),
        Options(context="fit"),
        Options(context="chunks"),
        Options(majority=3),
    )

    prints = {judges.named(MODEL, b"s", one).identity.fingerprint for one in options}

    assert len(prints) == 7
    assert judges.named(MODEL, b"s").identity == judges.named(MODEL, b"s", Options()).identity


@pytest.mark.parametrize("word", ["oracle", "", "rules:2", "open:gpt", "Claude:m"])
def test_a_word_for_no_judge_is_refused(word: str) -> None:
    with pytest.raises(JudgeError, match="There is no judge") as refusal:
        judges.named(word, b"s")

    assert "judging verdicts import" in refusal.value.fix


@pytest.mark.parametrize(
    ("word", "options"), [("rules", Options(majority=3)), ("rules+majority3", None)]
)
def test_rules_have_no_majority(word: str, options: Options | None) -> None:
    with pytest.raises(JudgeError, match="however often"):
        judges.named(word, b"s", options)


def test_without_a_model_there_is_no_judge() -> None:
    with pytest.raises(JudgeError, match="No model is named"):
        judges.named("claude", b"s")


@pytest.mark.parametrize("word", [MODEL, LOCAL])
@pytest.mark.parametrize("context", ["fit", "chunks"])
def test_the_name_of_a_judge_that_fits_sessions_names_it_again(word: str, context: Context) -> None:
    judge = judges.named(word, b"s", Options("high", context=context))

    assert judges.named(judge.identity.name, b"s", Options("high")) == judge


@pytest.mark.parametrize("word", [MODEL, LOCAL])
@pytest.mark.parametrize("context", ["fit", "chunks"])
def test_other_limits_than_the_usual_are_kept_of_a_judge(
    project: Project, word: str, context: Context
) -> None:
    usual = judges.named(word, b"s", Options(context=context))
    assert isinstance(usual, ClaudeJudge | OpenAIJudge)
    judge = replace(usual, limits=Limits(20_000, 2, 6, 10))
    number = project.judges.kept(judge.identity).id

    again = judges.rebuilt(project.judges.numbered(number).identity, b"s")

    assert again == judge


@pytest.mark.parametrize("word", ["rules", MODEL, LOCAL, "openai:gpt-5.5"])
def test_what_was_kept_of_a_judge_makes_it_again(project: Project, word: str) -> None:
    judge = judges.named(word, b"s", Options("high", "one"))
    number = project.judges.kept(judge.identity).id

    again = judges.rebuilt(project.judges.numbered(number).identity, b"s")

    assert again == judge


@pytest.mark.parametrize("word", [MODEL, LOCAL, "openai:gpt-5.5"])
def test_the_environment_has_no_part_in_a_judge_made_again(
    monkeypatch: pytest.MonkeyPatch, word: str
) -> None:
    judge = judges.named(word, b"s")
    monkeypatch.setenv("JUDGE_MODEL", "claude-opus-5-5")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")

    assert judges.rebuilt(judge.identity, b"s") == judge


def test_what_only_a_program_can_set_is_kept_too() -> None:
    judge = OpenAIJudge(
        "m", "http://x/v1", secret=b"s", temperature=0.0, seed=7, structure="prompt"
    )

    assert judges.rebuilt(judge.identity, b"s") == judge


CLAUDE = ClaudeJudge("claude-sonnet-5-5").identity
OPENAI = OpenAIJudge("m", "http://127.0.0.1:8000/v1").identity
OTHERS = {
    "an older prompt": replace(CLAUDE, template="0"),
    "another way of reading": replace(CLAUDE, settings={**CLAUDE.settings, "context": "fit"}),
    "an older release's settings": replace(CLAUDE, settings={}),
    "older rules": JudgeIdentity("rules", "rules", template="0"),
    "an older release's address": replace(OPENAI, settings={}),
    "recorded": JudgeIdentity("mine", "recorded"),
}


@pytest.mark.parametrize("identity", OTHERS.values(), ids=OTHERS.keys())
def test_a_judge_that_this_release_has_not_is_refused(identity: JudgeIdentity) -> None:
    with pytest.raises(JudgeError, match="cannot ask the judge"):
        judges.rebuilt(identity, b"s")
