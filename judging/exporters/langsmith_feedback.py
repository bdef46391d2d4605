"""Labels and verdicts out as LangSmith feedback."""

from collections.abc import Iterable
from typing import Any, TextIO

from judging.exporters import json_lines
from judging.exporters.given import Answer, Given, scored
from judging.exporters.json_lines import moment, stated
from judging.ratings import Maker

SOURCES = {Maker.PERSON: "app", Maker.MODEL: "model", Maker.PROGRAM: "api"}


class LangSmithFeedback:
    """
    A piece of feedback a line, as its interface for creating feedback takes them.

    The session's id stands as `run_id`, which is right where the session is a trace; for one
    that is a thread, put its root run's id there.
    """

    name = "langsmith_feedback"
    title = "LangSmith feedback"
    suffixes = (json_lines.SUFFIX,)

    def write(self, subject: Iterable[Answer], out: TextIO, suffix: str) -> int:  # noqa: ARG002  (one form)
        return json_lines.write_lines(map(_feedback, scored(subject)), out)


def _feedback(one: Given) -> dict[str, Any]:
    return stated(
        id=one.id,
        run_id=one.session,
        key=one.criterion,
        score=one.number,
        value=str(one.outcome),
        comment=one.note,
        feedback_source={"type": SOURCES[one.made_by], "metadata": one.details},
        created_at=moment(one.created_at),
    )
