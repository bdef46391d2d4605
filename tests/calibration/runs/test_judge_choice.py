"""What there is to choose from before a run."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import pytest

from calibration.runs import judge_choice
from judging.errors import JudgeError
from storage import Project


@pytest.fixture(autouse=True)
def _no_place(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)


@dataclass
class ServedStore:
    url: str = "postgresql+psycopg://somewhere/judging"


@dataclass
class Served:
    """A project on a server."""

    store: ServedStore


def test_a_model_is_offered_first_where_it_can_be_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    without = judge_choice.usual_judge()
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:8000/v1")
    local = judge_choice.usual_judge()
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-test")

    assert (without, local, judge_choice.usual_judge()) == ("rules", "openai", "claude")


def test_the_model_that_the_environment_names_comes_first_and_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("JUDGE_MODEL", " claude-opus-5-5 ")

    models = judge_choice.models()

    assert judge_choice.usual_model() == models[0] == "claude-opus-5-5"
    assert sorted(models) == sorted(set(models))
    assert "claude-sonnet-5-5" in models


@pytest.mark.parametrize(
    ("model", "claude", "openai"),
    [("claude-opus-5-5", True, False), ("gpt-5.5", False, True), ("house-7b", True, True)],
)
def test_a_model_of_another_family_is_not_offered(
    monkeypatch: pytest.MonkeyPatch, model: str, *, claude: bool, openai: bool
) -> None:
    monkeypatch.setenv("JUDGE_MODEL", model)

    assert (judge_choice.usual_model("claude") == model) is claude
    assert (judge_choice.usual_model("openai") == model) is openai
    assert "claude-sonnet-5-5" not in judge_choice.models("openai")


def test_models_of_ones_own_price_table_are_offered_where_they_can_be_asked(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    table = tmp_path / "prices.yaml"
    entry = "    - {from: 2026-01-01, input: 1, output: 2}"
    table.write_text(f"models:\n  gpt-5.5:\n{entry}\n", encoding="utf-8")
    monkeypatch.setenv("JUDGE_PRICES", str(table))

    assert judge_choice.models("openai") == ["gpt-5.5"]
    assert "gpt-5.5" not in judge_choice.models("claude")


def test_the_usual_address_is_shown_without_the_password_in_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    without = judge_choice.usual_address()
    monkeypatch.setenv("OPENAI_BASE_URL", "http://me:word@127.0.0.1:8000/v1")
    local = judge_choice.usual_address()
    monkeypatch.setenv("OPENAI_BASE_URL", "nowhere")

    assert (without, local) == ("https://api.openai.com/v1", "http://127.0.0.1:8000/v1")
    assert judge_choice.usual_address() == without


def test_a_service_of_ones_own_needs_no_key(project: Project) -> None:
    official = judge_choice.objection(project, "openai:gpt-5.5")

    assert official is not None
    assert official.where == "OPENAI_API_KEY"
    assert judge_choice.objection(project, "openai:m@http://127.0.0.1:8000/v1") is None
    assert judge_choice.objection(project, "openai:m@http://127.0.0.1:8000+fit") is None
    assert judge_choice.objection(project, "openai:m@http://127.0.0.1:8000+majority3") is None


def test_nothing_is_known_against_a_judge_whose_address_is_not(project: Project) -> None:
    assert judge_choice.objection(project, "openai") is None


def test_without_one_named_the_models_with_a_price_are_offered() -> None:
    assert judge_choice.usual_model() == ""
    assert "" not in judge_choice.models()


def test_a_missing_key_is_said_of_a_model_and_never_of_the_rules(project: Project) -> None:
    objection = judge_choice.objection(project, "claude")

    assert isinstance(objection, JudgeError)
    assert objection.where == "ANTHROPIC_API_KEY"
    assert judge_choice.objection(project, "rules") is None


def test_an_address_that_is_none_is_an_objection(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-test")
    assert judge_choice.objection(project, "claude") is None

    monkeypatch.setenv("ANTHROPIC_BASE_URL", "nowhere")

    objection = judge_choice.objection(project, "claude")
    assert objection is not None
    assert objection.where == "ANTHROPIC_BASE_URL"


def test_workers_of_a_server_may_hold_a_key_that_this_process_lacks() -> None:
    served: Any = Served(ServedStore())

    assert judge_choice.objection(cast("Project", served), "claude") is None


def test_a_file_of_prices_that_is_none_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("JUDGE_PRICES", str(tmp_path / "none.yaml"))

    with pytest.raises(JudgeError, match=r"none\.yaml"):
        judge_choice.models()
