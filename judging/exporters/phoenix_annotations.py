"""Labels and verdicts out as Phoenix annotations of sessions."""

from collections.abc import Iterable
from typing import Any, TextIO

from judging.exporters import json_lines
from judging.exporters.given import Answer, Given, scored
from judging.exporters.json_lines import stated
from judging.ratings import Maker

KINDS = {Maker.PERSON: "HUMAN", Maker.MODEL: "LLM", Maker.PROGRAM: "CODE"}


class PhoenixAnnotations:
    """
    An annotation of a session a line, as its interface takes them in a list called `data`.

    The label is the outcome's word, the score 1 or 0 for a pass or fail. The identifier tells
    answers on one session apart, so that sending them again replaces them.
    """

    name = "phoenix_annotations"
    title = "Phoenix annotations of sessions"
    suffixes = (json_lines.SUFFIX,)

    def write(self, subject: Iterable[Answer], out: TextIO, suffix: str) -> int:  # noqa: ARG002  (one form)
        return json_lines.write_lines(map(_annotation, scored(subject)), out)


def _annotation(one: Given) -> dict[str, Any]:
    return {
        "session_id": one.session,
        "name": one.criterion,
        "annotator_kind": KINDS[one.made_by],
        "identifier": one.id,
        "result": stated(label=str(one.outcome), score=one.number, explanation=one.note),
        "metadata": one.details,
    }
