"""A calibrated rubric as AgentX's session evaluators."""

import json
from typing import Any, TextIO

from judging.bundle import Bundle
from judging.exporters.certificate import certificate, scope
from judging.rubrics import Criterion, Kind

# How long a session is quiet before it counts as over, and how many of them are judged.
IDLE_SECONDS, ALL = 120, 1.0
# Its scores go from 0 to 10: a pass is 10, a fail is 0.
THRESHOLD = 5


class AgentX:
    """An evaluator a criterion; paused, for a person to publish."""

    name = "agentx"
    title = "AgentX session evaluators"
    suffixes = (".json",)

    def write(self, subject: Bundle, out: TextIO, suffix: str) -> int:  # noqa: ARG002  (one form)
        instructions = subject.rubric.instructions
        evaluators = [_evaluator(criterion, instructions) for criterion in subject.rubric.criteria]
        document = {"evaluators": evaluators, "certificate": certificate(subject)}
        out.write(json.dumps(document, ensure_ascii=False, indent=1) + "\n")
        return 1


def _evaluator(criterion: Criterion, instructions: str) -> dict[str, Any]:
    is_condition = criterion.kind is Kind.CONDITION
    return {
        "name": criterion.key,
        "description": "\n\n".join(filter(None, [criterion.question, instructions])),
        "acceptance_criteria": criterion.pass_when,
        "rejection_criteria": criterion.fail_when,
        "scope": str(criterion.level),
        "idle_seconds": IDLE_SECONDS,
        "sample_rate": ALL,
        # A condition that is absent is no fault to be told of.
        "alert_threshold": None if is_condition else THRESHOLD,
        "live": False,
        "metadata": scope(criterion),
    }
