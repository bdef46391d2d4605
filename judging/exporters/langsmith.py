"""A calibrated rubric as LangSmith's evaluators."""

import json
from typing import Any, TextIO

from judging.bundle import Bundle
from judging.exporters.certificate import certificate, scope
from judging.exporters.templates import OUTCOMES, fenced, question
from judging.rubrics import Criterion, RubricVersion

VARIABLE = "{{conversation}}"


class LangSmith:
    """A structured prompt a criterion, and the evaluator that asks it."""

    name = "langsmith"
    title = "LangSmith evaluators (LLM as a judge)"
    suffixes = (".json",)

    def write(self, subject: Bundle, out: TextIO, suffix: str) -> int:  # noqa: ARG002  (one form)
        rubric = subject.rubric
        document = {
            "evaluators": [_evaluator(rubric, criterion) for criterion in rubric.criteria],
            "certificate": certificate(subject),
        }
        out.write(json.dumps(document, ensure_ascii=False, indent=1) + "\n")
        return 1


def _evaluator(rubric: RubricVersion, criterion: Criterion) -> dict[str, Any]:
    handle = f"{rubric.name}-{criterion.key}".replace("_", "-")
    return {
        "prompt": {
            "repo_handle": handle,
            "template_format": "mustache",
            "messages": [["system", question(rubric, criterion)], ["human", fenced(VARIABLE)]],
            "schema": _schema(criterion),
        },
        "evaluator": {
            "name": criterion.key,
            "type": "llm",
            "llm_evaluator": {
                "prompt_repo_handle": handle,
                "commit_hash_or_tag": "latest",
                "variable_mapping": {"conversation": "output"},
            },
        },
        "scope": scope(criterion),
    }


def _schema(criterion: Criterion) -> dict[str, Any]:
    return {
        "title": criterion.key,
        "description": "The answer to one criterion.",
        "type": "object",
        "properties": {
            "comment": {"type": "string", "description": "Why, with the turns that it rests on."},
            criterion.key: {"type": "string", "enum": list(OUTCOMES), "description": "The answer."},
        },
        "required": ["comment", criterion.key],
        "additionalProperties": False,
    }
