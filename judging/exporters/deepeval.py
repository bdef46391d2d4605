"""A calibrated judge as a metric for DeepEval."""

from typing import TextIO

from judging.bundle import Bundle
from judging.exporters.python_module import module

TITLE = "The calibrated judge of {rubric}, as a metric for DeepEval."
USAGE = """\
    evaluate([test_case], [CalibratedJudge(key) for key in CRITERIA])   # ConversationalTestCase

The score is 1 for pass and 0 for fail, and for a criterion of turns the share of decided turns that
pass; all of them have to. Where the judge decides nothing the metric is skipped, not failed; a mere
condition, present or absent, never fails."""
IMPORTS = """\
import asyncio
import json
from functools import cache
from typing import Any

from deepeval.metrics import BaseConversationalMetric
from deepeval.test_case import ConversationalTestCase
from judging.bundle import Bundle, loads
from judging.importers import session_of
from judging.ratings import Verdict
"""
CODE = '''\
CRITERIA = {criterion["key"]: criterion for criterion in CERTIFICATE["rubric"]["criteria"]}


class CalibratedJudge(BaseConversationalMetric):
    """One criterion; the judge is asked once a test case, whatever the number of these."""

    def __init__(self, criterion: str, *, uncertified: bool = False) -> None:
        _judge(uncertified)
        self.criterion, self.uncertified = criterion, uncertified
        self.threshold, self.evaluation_model = 1.0, CERTIFICATE["judge"]["name"]

    def measure(self, test_case: ConversationalTestCase, *_: Any, **__: Any) -> float | None:
        messages = [piece for turn in test_case.turns for piece in _messages(turn)]
        given = _verdicts(json.dumps(messages, default=str), self.uncertified)
        own = [verdict for verdict in given if verdict.criterion == self.criterion]
        outcomes = [str(verdict.outcome) for verdict in own]
        decided = outcomes.count("pass") + outcomes.count("fail")
        self.score = outcomes.count("pass") / decided if decided else None
        self.skipped = self.score is None
        is_condition = CRITERIA[self.criterion]["kind"] == "condition"
        self.success = self.skipped or is_condition or self.score >= self.threshold
        self.reason = "\\n".join(verdict.rationale or str(verdict.outcome) for verdict in own)
        return self.score

    async def a_measure(
        self, test_case: ConversationalTestCase, *args: Any, **kwargs: Any
    ) -> float | None:
        return await asyncio.to_thread(self.measure, test_case, *args, **kwargs)

    def is_successful(self) -> bool:
        return bool(self.success)

    @property
    def __name__(self) -> str:
        return self.criterion


@cache
def _judge(uncertified: bool) -> Bundle:
    return loads(BUNDLE, where=__name__, uncertified=uncertified)


@cache
def _verdicts(messages: str, uncertified: bool) -> tuple[Verdict, ...]:
    return _judge(uncertified).judge(session_of(json.loads(messages)))


def _messages(turn: Any) -> list[dict[str, Any]]:
    """Return what a turn says, with the tools it called and what they answered before it."""
    called = turn.tools_called or []
    calls = [
        {
            "id": f"call_{number}",
            "type": "function",
            "function": {"name": tool.name, "arguments": json.dumps(tool.input_parameters or {})},
        }
        for number, tool in enumerate(called, start=1)
    ]
    answers = [
        {"role": "tool", "tool_call_id": f"call_{number}", "content": str(tool.output)}
        for number, tool in enumerate(called, start=1)
        if tool.output is not None
    ]
    asks = [{"role": turn.role, "content": "", "tool_calls": calls}] if calls else []
    return [*asks, *answers, {"role": turn.role, "content": turn.content}]
'''


class DeepEval:
    """A Python module that asks the very same judge, a metric a criterion."""

    name = "deepeval"
    title = "Python for DeepEval (conversational metrics)"
    suffixes = (".py",)

    def write(self, subject: Bundle, out: TextIO, suffix: str) -> int:  # noqa: ARG002  (one form)
        out.write(module(subject, TITLE, USAGE, IMPORTS, CODE))
        return 1
