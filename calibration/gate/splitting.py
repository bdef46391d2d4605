"""Parting a project's sessions, once and for all, into those to look at and the sealed test."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from calibration.visitors import access
from calibration.visitors.access import Right
from judging.sessions import Role, Session
from judging.splitting import SHARE, Splittable, split
from storage import Project, Split, examples, splits
from storage.splits import Placed, Shares

# A passage of fewer characters may well stand in two texts by chance.
LEAST_PASSAGE = 40
SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
DIGITS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Parted:
    """
    What came of parting a project's sessions.

    Attributes:
        new: How many were put into a split just now.

        used: How many are for looking only because a rubric quotes them or has examples from them.

        counts: What each split has; under None sessions that are in none.
    """

    new: int
    used: int
    counts: Mapping[Split | None, Shares]


@access.needs(Right.OPEN_TEST)
def part(project: Project, share: float = SHARE, seed: str = "") -> Parted:
    """
    Put the sessions that are in no split into one; those that are in one stay there.

    Sessions of one group stay together, and so do those whose user says the same but for figures.
    Both splits get sessions that people fail and that they do not, agents of each family, and
    short and long sessions alike. One that a rubric quotes, or has an example from, is never in
    the test.

    Raises:
        ValueError: If the share is not between 0 and 1.
    """
    placed = splits.of(project).placed()
    rubrics = _normal(" ".join(_texts(project)))
    known = {one.number: one for one in placed}
    shown = examples.of(project).sessions()
    asked: list[Splittable] = []
    for session in project.sessions.whole(list(known)):
        assert session.id is not None
        one = _splittable(known[session.id], session, rubrics)
        asked.append(replace(one, is_used=one.is_used or session.id in shown))
    found = split(asked, share, seed)
    by_name = {one.name: one.number for one in placed}
    new = splits.of(project).assign({by_name[n]: Split(s) for n, s in found.items()}, seed)
    used = sum(one.is_used for one in asked)
    return Parted(new, used, splits.of(project).counts())


def _texts(project: Project) -> Iterable[str]:
    """Yield what every rubric version says."""
    for version in project.rubrics.versions():
        yield version.rubric.instructions
        for criterion in version.rubric.criteria:
            yield from (criterion.question, criterion.pass_when, criterion.fail_when)
            yield from criterion.examples


def _splittable(placed: Placed, session: Session, rubrics: str) -> Splittable:
    said = " ".join(turn.content for turn in session.turns if turn.role is Role.USER)
    return Splittable(
        name=placed.name,
        group=placed.group,
        likeness=DIGITS.sub("0", _normal(said)) or None,
        traits=(placed.fails, placed.family),
        length=placed.turns,
        is_used=any(passage in rubrics for passage in _passages(session)),
        given=placed.split,
    )


def _passages(session: Session) -> Iterable[str]:
    for turn in session.turns:
        for sentence in SENTENCE.split(turn.content):
            passage = _normal(sentence)
            if len(passage) >= LEAST_PASSAGE:
                yield passage


def _normal(text: str) -> str:
    return " ".join(text.casefold().split())
