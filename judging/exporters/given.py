"""Labels and verdicts in one form, on their way into other tools' shapes."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from judging.exporters.json_lines import stated
from judging.exporters.labels import MeantLabel
from judging.exporters.ratings import citations
from judging.exporters.verdicts import JudgedVerdict
from judging.ratings import Citation, Label, Maker, Outcome, Problem

Answer = MeantLabel | JudgedVerdict
NUMBERS = {Outcome.PASS: 1, Outcome.FAIL: 0}


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """
    An answer, whoever gave it.

    Attributes:
        by: The reviewer's or judge's name; empty for a rating slot.

        key: What tells it from every other answer, so that one sent twice is one.
    """

    session: str
    criterion: str
    outcome: Outcome
    by: str
    made_by: Maker
    key: tuple[Any, ...]
    turn: int = 0
    note: str = ""
    citations: tuple[Citation, ...] = ()
    rubric: str | None = None
    problem: Problem | None = None
    adjudicated: bool = False
    blind: bool | None = None
    stratum: str | None = None
    inclusion_prob: float | None = None
    created_at: datetime | None = None

    @property
    def number(self) -> int | None:
        """1 for a pass and 0 for a fail; what is neither is no number."""
        return NUMBERS.get(self.outcome)

    @property
    def id(self) -> str:
        """A UUID that the same answer has in every export."""
        return str(uuid5(NAMESPACE_URL, json.dumps(["judging", *self.key])))

    @property
    def details(self) -> dict[str, Any]:
        """What no field of the other tool holds: the turn, those cited, by whom and how."""
        return stated(
            turn=self.turn or None,
            **citations(self.citations),
            made_by=str(self.made_by),
            given_by=self.by,
            rubric=self.rubric,
            adjudicated=self.adjudicated or None,
            blind=self.blind,
            stratum=self.stratum,
            inclusion_prob=self.inclusion_prob,
        )


def given(answers: Iterable[Answer]) -> Iterator[Given]:
    """Yield the answers in their order, without those that were taken back."""
    for answer in answers:
        if isinstance(answer, JudgedVerdict):
            yield _verdict(answer)
        elif answer.label.outcome is not None:
            yield _label(answer.label, answer.label.outcome)


def scored(answers: Iterable[Answer]) -> Iterator[Given]:
    """Yield the answers that say something: a verdict that is not scored does not."""
    return (one for one in given(answers) if one.outcome is not Outcome.NOT_SCORED)


def _label(label: Label, outcome: Outcome) -> Given:
    unit = ("label", label.session, label.criterion, label.turn)
    return Given(
        session=label.session,
        criterion=label.criterion,
        outcome=outcome,
        by=label.reviewer or "",
        made_by=label.made_by,
        key=(*unit, label.reviewer, label.slot, label.adjudicated),
        turn=label.turn,
        note=label.rationale,
        citations=label.citations,
        rubric=label.rubric,
        adjudicated=label.adjudicated,
        blind=label.blind,
        stratum=label.stratum,
        inclusion_prob=label.inclusion_prob,
        created_at=label.created_at,
    )


def _verdict(judged: JudgedVerdict) -> Given:
    verdict = judged.verdict
    unit = ("verdict", verdict.session, verdict.criterion, verdict.turn)
    return Given(
        session=verdict.session,
        criterion=verdict.criterion,
        outcome=verdict.outcome,
        by=judged.judge,
        made_by=judged.made_by,
        key=(*unit, judged.judge, judged.rubric),
        turn=verdict.turn,
        note=verdict.rationale,
        citations=verdict.citations,
        rubric=judged.rubric,
        problem=verdict.problem,
    )
