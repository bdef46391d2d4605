"""Labels and verdicts out as Langfuse scores."""

from collections.abc import Iterable
from typing import Any, TextIO

from judging.exporters import json_lines
from judging.exporters.given import Answer, Given, scored
from judging.exporters.json_lines import stated


class LangfuseScores:
    """
    A score a line, as its interface for creating scores takes them.

    A pass or fail is a boolean score, `not_applicable` and `cannot_tell` are categories. The
    session is Langfuse's session; the turn, which it has no place for, stands in the metadata.
    """

    name = "langfuse_scores"
    title = "Langfuse scores"
    suffixes = (json_lines.SUFFIX,)

    def write(self, subject: Iterable[Answer], out: TextIO, suffix: str) -> int:  # noqa: ARG002  (one form)
        return json_lines.write_lines(map(_score, scored(subject)), out)


def _score(one: Given) -> dict[str, Any]:
    is_decided = one.number is not None
    return stated(
        id=one.id,
        sessionId=one.session,
        name=one.criterion,
        value=one.number if is_decided else str(one.outcome),
        dataType="BOOLEAN" if is_decided else "CATEGORICAL",
        comment=one.note,
        metadata=one.details,
    )
