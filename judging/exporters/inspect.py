"""A calibrated judge as scorers for Inspect."""

from typing import TextIO

from judging.bundle import Bundle
from judging.exporters.python_module import module

TITLE = "The calibrated judge of {rubric}, as scorers for Inspect."
USAGE = """\
    Task(dataset=…, solver=…, scorer=calibrated_judges())

There is a scorer a criterion, by its key; the judge is asked once a sample, whatever their number.

A sample's score on a criterion is 1 for pass and 0 for fail, and for a criterion of turns the share
of decided turns that pass. Where the judge decides nothing the sample is unscored, and Inspect's
metrics leave it out."""
IMPORTS = """\
import json
from functools import cache
from typing import Any

import anyio
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState
from judging.bundle import Bundle, loads
from judging.importers import session_of
from judging.ratings import Verdict
"""
CODE = '''\
CRITERIA = [criterion["key"] for criterion in CERTIFICATE["rubric"]["criteria"]]


def calibrated_judges(*, uncertified: bool = False) -> list[Scorer]:
    """Return a scorer for each criterion."""
    _judge(uncertified)
    return [_scorer(criterion, uncertified) for criterion in CRITERIA]


def _scorer(criterion: str, accepts: bool) -> Scorer:
    @scorer(metrics=[mean(), stderr()], name=criterion)
    def made(uncertified: bool = accepts) -> Scorer:
        async def score(state: TaskState, target: Target) -> Score:
            messages = json.dumps([_message(message) for message in state.messages])
            given = await anyio.to_thread.run_sync(_verdicts, messages, uncertified)
            return _score([verdict for verdict in given if verdict.criterion == criterion])

        return score

    return made()


@cache
def _judge(uncertified: bool) -> Bundle:
    return loads(BUNDLE, where=__name__, uncertified=uncertified)


@cache
def _verdicts(messages: str, uncertified: bool) -> tuple[Verdict, ...]:
    return _judge(uncertified).judge(session_of(json.loads(messages)))


def _message(message: Any) -> dict[str, Any]:
    calls = [
        {
            "id": call.id,
            "type": "function",
            "function": {"name": call.function, "arguments": json.dumps(call.arguments)},
        }
        for call in getattr(message, "tool_calls", None) or []
    ]
    called = getattr(message, "tool_call_id", None)
    return {
        "role": message.role,
        "content": message.text,
        **({"tool_calls": calls} if calls else {}),
        **({"tool_call_id": called, "name": message.function} if called else {}),
    }


def _score(verdicts: list[Verdict]) -> Score:
    outcomes = [str(verdict.outcome) for verdict in verdicts]
    decided = outcomes.count("pass") + outcomes.count("fail")
    told = {
        "explanation": "\\n".join(verdict.rationale for verdict in verdicts if verdict.rationale),
        "metadata": {"outcomes": {str(v.turn): str(v.outcome) for v in verdicts}},
    }
    if not decided:
        return Score.unscored(**told)
    return Score(value=outcomes.count("pass") / decided, **told)
'''


class Inspect:
    """A Python module that asks the very same judge, a scorer a criterion."""

    name = "inspect"
    title = "Python for Inspect (scorers)"
    suffixes = (".py",)

    def write(self, subject: Bundle, out: TextIO, suffix: str) -> int:  # noqa: ARG002  (one form)
        out.write(module(subject, TITLE, USAGE, IMPORTS, CODE))
        return 1
