"""Verdicts out, an answer a line or row."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TextIO

from judging.exporters import csv_rows, json_lines
from judging.exporters.json_lines import stated
from judging.exporters.ratings import citations
from judging.importers.mark import VERDICT, mark
from judging.ratings import Finding, Maker, Verdict

COLUMNS = (
    "format",
    "session_id",
    "criterion",
    "value",
    "problem",
    "turn",
    "judge",
    "rubric",
    "cited_turns",
    "quotes",
    "reason",
    "raw_value",
    "findings",
)


@dataclass(frozen=True, slots=True)
class JudgedVerdict:
    """
    A verdict, the judge that gave it, and the rubric version, `conversation@1`, it is under.

    Attributes:
        made_by: What kind of judge; our own files do not hold it, since a judge's name tells.
    """

    verdict: Verdict
    judge: str
    rubric: str
    made_by: Maker = Maker.MODEL


class VerdictFiles:
    """The verdicts that stand, each with its judge and rubric version."""

    name = "verdicts"
    title = "Verdicts that stand"
    suffixes = (json_lines.SUFFIX, csv_rows.SUFFIX)

    def write(self, subject: Iterable[JudgedVerdict], out: TextIO, suffix: str) -> int:
        records = map(_record, subject)
        if suffix == json_lines.SUFFIX:
            return json_lines.write_lines(records, out)
        return csv_rows.write_rows(records, COLUMNS, out)


def _record(judged: JudgedVerdict) -> dict[str, Any]:
    verdict = judged.verdict
    return stated(
        format=mark(VERDICT),
        session_id=verdict.session,
        criterion=verdict.criterion,
        value=str(verdict.outcome),
        problem=None if verdict.problem is None else str(verdict.problem),
        turn=verdict.turn,
        judge=judged.judge,
        rubric=judged.rubric,
        **citations(verdict.citations),
        reason=verdict.rationale,
        raw_value=verdict.raw_value,
        findings=[_finding(finding) for finding in verdict.findings],
    )


def _finding(finding: Finding) -> dict[str, Any]:
    return {"tag": finding.tag, "turn": finding.turn, **stated(note=finding.note)}
