"""A calibrated judge as an evaluator of the kind that openevals and LangSmith take."""

from typing import TextIO

from judging.bundle import Bundle
from judging.exporters.python_module import module

TITLE = "The calibrated judge of {rubric}, as an evaluator for openevals and LangSmith."
USAGE = """\
    evaluator = create_judge()
    results = evaluator(outputs=messages)   # role and content of each, the whole conversation

A goal that the labelled sessions state goes along as `goal`: the judge was calibrated with it.

Each result has key, score, comment and metadata. The score is True for pass and False for fail, and
None where the judge gives neither; `metadata["outcome"]` then says which. A turn's result has its
number behind the key. Of a condition (`metadata["kind"]`) True is present and False absent."""
IMPORTS = """\
import json
from collections.abc import Callable
from typing import Any

from judging.bundle import loads
from judging.importers import session_of
from judging.ratings import Verdict
"""
CODE = '''\
SCORES = {"pass": True, "fail": False}
KINDS = {criterion["key"]: criterion["kind"] for criterion in CERTIFICATE["rubric"]["criteria"]}


def create_judge(*, uncertified: bool = False) -> Callable[..., list[dict[str, Any]]]:
    """Return an evaluator of whole conversations: one request answers every criterion."""
    judge = loads(BUNDLE, where=__name__, uncertified=uncertified)

    def evaluator(*, outputs: Any, goal: str = "", **_: Any) -> list[dict[str, Any]]:
        session = session_of(_messages(outputs), goal=goal)
        return [_result(verdict) for verdict in judge.judge(session)]

    return evaluator


def _messages(outputs: Any) -> list[Any]:
    messages = list(outputs["messages"] if isinstance(outputs, dict) else outputs)
    if all(isinstance(message, dict) for message in messages):
        return messages
    from langchain_core.messages import convert_to_openai_messages

    return convert_to_openai_messages(messages)


def _result(verdict: Verdict) -> dict[str, Any]:
    turn = f".turn_{verdict.turn}" if verdict.turn else ""
    return {
        "key": f"{verdict.criterion}{turn}",
        "score": SCORES.get(str(verdict.outcome)),
        "comment": verdict.rationale or None,
        "metadata": {
            "outcome": str(verdict.outcome),
            "kind": KINDS[verdict.criterion],
            "problem": str(verdict.problem) if verdict.problem else None,
            "turn": verdict.turn,
            "cited_turns": [citation.turn for citation in verdict.citations],
        },
    }
'''


class OpenEvals:
    """A Python module that asks the very same judge."""

    name = "openevals"
    title = "Python for openevals and LangSmith"
    suffixes = (".py",)

    def write(self, subject: Bundle, out: TextIO, suffix: str) -> int:  # noqa: ARG002  (one form)
        out.write(module(subject, TITLE, USAGE, IMPORTS, CODE))
        return 1
