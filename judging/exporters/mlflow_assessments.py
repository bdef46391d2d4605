"""Labels and verdicts out as MLflow assessments."""

from collections.abc import Iterable
from typing import Any, TextIO

from judging.exporters import json_lines
from judging.exporters.given import Answer, Given, given
from judging.exporters.json_lines import as_json, moment, stated
from judging.ratings import Maker

SOURCES = {Maker.PERSON: "HUMAN", Maker.MODEL: "LLM_JUDGE", Maker.PROGRAM: "CODE"}
SESSION = "mlflow.trace.session"


class MlflowAssessments:
    """
    An assessment a line, as feedback on the trace whose id is the session's.

    A pass is true and a fail false; other outcomes are their word. A verdict that is not scored
    is feedback with an error and no value. MLflow's metadata is text only.
    """

    name = "mlflow_assessments"
    title = "MLflow assessments"
    suffixes = (json_lines.SUFFIX,)

    def write(self, subject: Iterable[Answer], out: TextIO, suffix: str) -> int:  # noqa: ARG002  (one form)
        return json_lines.write_lines(map(_assessment, given(subject)), out)


def _assessment(one: Given) -> dict[str, Any]:
    details = one.details | {SESSION: one.session}
    return stated(
        assessment_name=one.criterion,
        trace_id=one.session,
        source=stated(source_type=SOURCES[one.made_by], source_id=one.by),
        create_time=moment(one.created_at),
        feedback=_feedback(one),
        rationale=one.note,
        metadata={name: _text(value) for name, value in details.items()},
    )


def _feedback(one: Given) -> dict[str, Any]:
    if one.problem is not None:
        return {"error": {"error_code": str(one.problem).upper()}}
    return {"value": str(one.outcome) if one.number is None else bool(one.number)}


def _text(value: Any) -> str:
    return value if isinstance(value, str) else as_json(value)
