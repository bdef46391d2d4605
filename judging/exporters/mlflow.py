"""A calibrated rubric as judges for MLflow."""

import json
from typing import TextIO

from judging.bundle import Bundle
from judging.exporters.certificate import certificate, scope
from judging.exporters.templates import with_session
from judging.rubrics import Criterion

PROVIDERS = {"claude": "anthropic:/{}", "openai": "openai:/{}"}
HEAD = '''\
"""
Judges for MLflow, from {rubric}, calibrated with Judging.

    mlflow.genai.evaluate(data=traces, scorers=JUDGES)   # traces of sessions; MLflow 3.10 or later

MLflow puts the words into a request of its own, so these are other judges than the one that
CERTIFICATE speaks of: hold them against labels before they count.
"""

import json
from typing import Literal

from mlflow.genai.judges import make_judge

Outcome = Literal["pass", "fail", "not_applicable", "cannot_tell"]
'''


class MLflow:
    """A Python module with a judge a criterion, of the whole conversation."""

    name = "mlflow"
    title = "Python for MLflow (make_judge)"
    suffixes = (".py",)

    def write(self, subject: Bundle, out: TextIO, suffix: str) -> int:  # noqa: ARG002  (one form)
        told = certificate(subject)
        scopes = [scope(criterion) for criterion in subject.rubric.criteria]
        out.write(HEAD.format(rubric=subject.rubric.label))
        out.write(f"CERTIFICATE = json.loads({json.dumps(json.dumps(told))})\n")
        out.write(f"SCOPES = json.loads({json.dumps(json.dumps(scopes))})\n")
        out.write("JUDGES = [\n")
        out.writelines(_judge(subject, criterion) for criterion in subject.rubric.criteria)
        out.write("]\n")
        return 1


def _judge(bundle: Bundle, criterion: Criterion) -> str:
    form = PROVIDERS.get(bundle.identity.provider)
    instructions = with_session(bundle.rubric, criterion, "{{ conversation }}")
    arguments = {
        "name": ascii(criterion.key),
        "instructions": ascii(instructions),
        "model": ascii(form.format(bundle.identity.model) if form else None),
        "feedback_value_type": "Outcome",
    }
    stated = "".join(f"        {name}={value},\n" for name, value in arguments.items())
    return f"    make_judge(\n{stated}    ),\n"
