"""Rubrics: the questions asked of a session."""

from functools import cache
from importlib.resources import files

from judging.rubrics.criterion import Criterion, Kind, Level, RubricVersion, Sees
from judging.rubrics.lint import lint
from judging.rubrics.prompt import prompt, prompt_of
from judging.rubrics.weakness import Rule, Weakness
from judging.rubrics.yaml_file import read, read_file, written

READY_MADE: tuple[str, ...] = ("conversation", "turn")


@cache
def ready_made(name: str) -> RubricVersion:
    """Return the rubric `name` of `READY_MADE`, as shipped: the first version in every project."""
    text = files("judging.rubrics").joinpath(f"{name}.yaml").read_text(encoding="utf-8")
    return read(text, where=f"{name}.yaml")


__all__ = [
    "READY_MADE",
    "Criterion",
    "Kind",
    "Level",
    "RubricVersion",
    "Rule",
    "Sees",
    "Weakness",
    "lint",
    "prompt",
    "prompt_of",
    "read",
    "read_file",
    "ready_made",
    "written",
]
