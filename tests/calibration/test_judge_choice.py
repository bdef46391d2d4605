"""What there is to choose from before a run."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import pytest

from calibration import judge_choice
from judging.errors import JudgeError
from storage import Project


@dataclass
class ServedStore:
    url: str = "postgresql+psycopg://somewhere/judging"


@dataclass
class Served:
    """A project on a server."""

    store: ServedStore


def test_a_model_is_offered_first_where_it_can_be_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    without = judge_choice.usual_judge()
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-test")

    assert (without, judge_choice.usual_judge()) == ("rules", "claude")


def test_the_model_that_the_environment_names_comes_first_and_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("JUDGE_MODEL", " claude-opus-5-5 ")

    models = judge_choice.models()

    assert judge_choice.usual_model() == models[0] == "claude-opus-5-5"
    assert sorted(models) == sorted(set(models))
    assert "claude-sonnet-5-5" in models


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
