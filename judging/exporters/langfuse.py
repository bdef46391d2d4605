"""A calibrated rubric as Langfuse's evaluators."""

import json
from typing import Any, TextIO

from judging.bundle import Bundle
from judging.exporters.certificate import certificate, scope
from judging.exporters.templates import OUTCOMES, with_session
from judging.rubrics import Criterion, RubricVersion

VARIABLE = "{{conversation}}"


class Langfuse:
    """An evaluator a criterion, as the request that creates it, with a category an outcome."""

    name = "langfuse"
    title = "Langfuse evaluators (LLM as a judge)"
    suffixes = (".json",)

    def write(self, subject: Bundle, out: TextIO, suffix: str) -> int:  # noqa: ARG002  (one form)
        rubric = subject.rubric
        document = {
            "evaluators": [
                {"request": _request(rubric, criterion), "scope": scope(criterion)}
                for criterion in rubric.criteria
            ],
            "certificate": certificate(subject),
        }
        out.write(json.dumps(document, ensure_ascii=False, indent=1) + "\n")
        return 1


def _request(rubric: RubricVersion, criterion: Criterion) -> dict[str, Any]:
    return {
        "type": "llm_as_judge",
        "name": criterion.key,
        "prompt": with_session(rubric, criterion, VARIABLE),
        "outputDefinition": {
            "dataType": "CATEGORICAL",
            "scoreReasoningInstructions": "Say why, with the turns that it rests on.",
            "scoreValueInstructions": f"Answer {criterion.key} with one of the categories.",
            "categories": list(OUTCOMES),
            "shouldAllowMultipleMatches": False,
        },
    }
