"""Labels out, an answer a line or row."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TextIO

from judging.exporters import csv_rows, json_lines
from judging.exporters.json_lines import moment, stated
from judging.exporters.ratings import citations
from judging.importers.mark import LABEL, mark
from judging.ratings import Label

COLUMNS = (
    "format",
    "session_id",
    "criterion",
    "value",
    "turn",
    "reviewer",
    "slot",
    "made_by",
    "cited_turns",
    "quotes",
    "note",
    "raw_value",
    "blind",
    "stratum",
    "inclusion_prob",
    "adjudicated",
    "rubric",
    "meaning",
    "seconds_spent",
    "created_at",
    "missing_after",
)


@dataclass(frozen=True, slots=True)
class MeantLabel:
    """A label, and the number of the meaning that its criterion had when it was given."""

    label: Label
    meaning: int = 1


class LabelFiles:
    """The labels that count, each with its reviewer and how it came about."""

    name = "labels"
    title = "Labels and settlements"
    suffixes = (json_lines.SUFFIX, csv_rows.SUFFIX)

    def write(self, subject: Iterable[MeantLabel], out: TextIO, suffix: str) -> int:
        records = map(_record, subject)
        if suffix == json_lines.SUFFIX:
            return json_lines.write_lines(records, out)
        return csv_rows.write_rows(records, COLUMNS, out)


def _record(meant: MeantLabel) -> dict[str, Any]:
    label = meant.label
    return stated(
        format=mark(LABEL),
        session_id=label.session,
        criterion=label.criterion,
        value=None if label.outcome is None else str(label.outcome),
        turn=label.turn,
        reviewer=label.reviewer,
        slot=label.slot or None,
        made_by=str(label.made_by),
        **citations(label.citations),
        note=label.rationale,
        raw_value=label.raw_value,
        blind=label.blind,
        stratum=label.stratum,
        inclusion_prob=label.inclusion_prob,
        adjudicated=label.adjudicated or None,
        rubric=label.rubric,
        meaning=meant.meaning,
        seconds_spent=label.seconds_spent,
        created_at=moment(label.created_at),
    )
