"""What a model is told of disagreements, to learn from them what a criterion leaves open."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from calibration.agreement.held import Held
from calibration.revision import disagreeing, evidence
from calibration.revision.evidence import Basis, Evidence
from calibration.visitors import access
from calibration.visitors.access import Right
from judging.ratings import Outcome, Rating
from judging.sessions import Session
from storage import Project, View

MOST = 30
LONGEST_REASON = 800
LONGEST_TURN = 600
MOST_TURNS = 4


@dataclass(frozen=True, slots=True)
class Grounds:
    """
    The disagreements on one criterion that a revision can rest on.

    Attributes:
        some: The weightiest first: adjudicated, then looked at again, then labelled.

        slips: How many more there are whose label is what reviewers found wrong.
    """

    some: tuple[Evidence, ...]
    slips: int

    @property
    def chosen(self) -> tuple[Evidence, ...]:
        """Those that a model is told of: thirty at most."""
        return self.some[:MOST]

    @property
    def counts(self) -> Mapping[str, int]:
        """How many rest on what, how many are slips, and how many a model is told of."""
        found = Counter(one.basis for one in self.some)
        by_basis = {basis.name.lower(): found[basis] for basis in Basis}
        return by_basis | {"slips": self.slips, "told": len(self.chosen)}


@access.needs(Right.EDIT_RUBRIC)
def grounds(project: Project, held: Held, key: str) -> Grounds:
    """Return what speaks against the judge on one criterion; nothing of it is of the test."""
    found = disagreeing.listed(project, held.version, held.judge, held.reference, criteria=[key])
    every = evidence.gathered(project, held, found)
    some = sorted((one for one in every if not one.is_slip), key=lambda one: one.basis)
    return Grounds(tuple(some), len(every) - len(some))


def cases(some: Sequence[Evidence], sessions: Mapping[int, Session]) -> list[dict[str, Any]]:
    """Return each disagreement as a model is told of it: both answers, why, and what is cited."""
    return [_case(number, one, sessions[one.one.session.id]) for number, one in enumerate(some, 1)]


def _case(number: int, one: Evidence, session: Session) -> dict[str, Any]:
    judged = one.verdict.outcome if one.verdict else Outcome.NOT_SCORED
    fields: dict[str, Any] = {
        "case": number,
        "basis": one.basis.name.lower(),
        "people": one.human,
        "judge": judged,
        "judge_reason": _short(one.verdict.rationale if one.verdict else "", LONGEST_REASON),
        "people_reasons": [_short(text, LONGEST_REASON) for text in one.reasons],
        "reviewers": [str(view) for view in one.one.views if view in set(View)],
        "turns": _cited(one, session),
    }
    if one.one.turn:
        fields["turn"] = one.one.turn
    return {name: value for name, value in fields.items() if value not in ("", [])}


def _cited(one: Evidence, session: Session) -> list[dict[str, Any]]:
    ratings: list[Rating] = [*([one.verdict] if one.verdict else []), *one.labels]
    numbers = {one.one.turn, *(cited.turn for rating in ratings for cited in rating.citations)}
    turns = [turn for turn in session.turns if turn.number in numbers]
    return [
        {"turn": turn.number, "role": turn.role, "text": _short(turn.content, LONGEST_TURN)}
        for turn in turns[:MOST_TURNS]
    ]


def _short(text: str, longest: int) -> str:
    left = len(text) - longest
    return text if left <= 0 else f"{text[:longest]} [… {left:,} characters clipped …]"
