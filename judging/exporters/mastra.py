"""A calibrated rubric as scorers for Mastra."""

import json
from typing import Any, TextIO

from judging.bundle import Bundle
from judging.exporters.certificate import certificate, scope
from judging.exporters.json_lines import BREAKS
from judging.exporters.templates import OPENING, OUTCOMES, fenced
from judging.rubrics import Criterion, RubricVersion, prompt_of

PROVIDERS = {"claude": "anthropic/{}", "openai": "openai/{}"}
CONVERSATION = "%CONVERSATION%"
HEAD = """\
// Scorers for Mastra, a criterion each, calibrated with Judging. Mastra puts the words into a
// request of its own, so these are other judges than the one that the certificate speaks of: hold
// them against labels before they count. Where nothing is decided the score is -1: leave those out.
import { createScorer } from "@mastra/core/evals";
import { z } from "zod";

"""
CODE = """\
type Criterion = (typeof criteria)[number];

const answer = z.object({ outcome: z.enum(outcomes), reason: z.string() });
const scores: Record<string, number> = { pass: 1, fail: 0 };

function scorerOf(criterion: Criterion, model: string) {
  return createScorer({
    id: criterion.scope.key,
    name: criterion.scope.name,
    description: criterion.question,
    judge: { model, instructions: criterion.prompt },
  })
    .analyze({
      description: criterion.question,
      outputSchema: answer,
      createPrompt: ({ run }) => {
        const conversation = JSON.stringify({ input: run.input, output: run.output });
        return session.split("%CONVERSATION%").join(conversation);
      },
    })
    .generateScore(({ results }) => scores[results.analyzeStepResult.outcome] ?? -1)
    .generateReason(({ results }) => results.analyzeStepResult.reason);
}

export function scorers(model: string = defaultModel) {
  return Object.fromEntries(
    criteria.map((criterion) => [criterion.scope.key, { scorer: scorerOf(criterion, model) }]),
  );
}
"""


class Mastra:
    """A TypeScript module with a scorer a criterion."""

    name = "mastra"
    title = "TypeScript for Mastra (createScorer)"
    suffixes = (".ts",)

    def write(self, subject: Bundle, out: TextIO, suffix: str) -> int:  # noqa: ARG002  (one form)
        rubric = subject.rubric
        values = {
            "certificate": certificate(subject),
            "criteria": [_criterion(rubric, criterion) for criterion in rubric.criteria],
        }
        out.write(HEAD)
        out.write(f"const outcomes = {_code(list(OUTCOMES))} as const;\n")
        out.write(f"const session = {_code(fenced(CONVERSATION))};\n")
        out.write(f"const defaultModel = {_code(_model(subject))};\n")
        out.writelines(f"export const {name} = {_code(value)};\n" for name, value in values.items())
        out.write(f"\n{CODE}")
        return 1


def _criterion(rubric: RubricVersion, criterion: Criterion) -> dict[str, Any]:
    return {
        "scope": scope(criterion),
        "question": criterion.question,
        "prompt": f"{OPENING}\n\n{prompt_of(rubric, criterion)}",
    }


def _model(bundle: Bundle) -> str:
    form = PROVIDERS.get(bundle.identity.provider)
    return form.format(bundle.identity.model) if form else ""


def _code(value: Any) -> str:
    """Return JSON that is TypeScript too, in every version of it."""
    text = json.dumps(value, ensure_ascii=False, indent=2)
    for character, escape in BREAKS.items():
        text = text.replace(character, escape)
    return text
