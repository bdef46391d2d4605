"""Rules that reviewers found unclear: a queue for whoever writes the next rubric version."""

from collections.abc import Sequence
from dataclasses import dataclass

from calibration.visitors import access
from calibration.visitors.access import Right
from judging.rubrics import Criterion
from storage import Project, SessionLine, StoredVersion, unclear_rules
from storage.unclear_rules import UnclearRule


@dataclass(frozen=True, slots=True)
class Unclear:
    """
    One reviewer's word that a rule is unclear.

    Attributes:
        criterion: As the newest version with this meaning of it words it.

        versions: Those of its rubric that may have dealt with it, the newest first.
    """

    rule: UnclearRule
    line: SessionLine
    criterion: Criterion
    versions: tuple[StoredVersion, ...]


@access.needs(Right.SEE_ALL)
def listed(project: Project) -> list[Unclear]:
    """Return all of them, dealt with or not, criterion by criterion."""
    stored = sorted(project.rubrics.versions(), key=lambda version: version.rubric.number)
    asked = {(c.key, c.meaning): (c, v) for v in stored for c in v.rubric.criteria}
    found = [
        rule
        for rule in unclear_rules.of(project).listed()
        if (rule.criterion, rule.meaning) in asked
    ]
    names = sorted({rule.session for rule in found})
    lines = project.sessions.numbers(names)
    return [
        Unclear(rule, lines[rule.session], criterion, _versions(stored, version))
        for rule in found
        for criterion, version in (asked[rule.criterion, rule.meaning],)
    ]


@access.needs(Right.EDIT_RUBRIC)
def handle(
    project: Project, some: Sequence[Unclear], version: StoredVersion, *, viewer: str
) -> int:
    """Write down that a rubric version dealt with these; return how many were still waiting."""
    looks = [one.rule.look for one in some]
    return unclear_rules.of(project).handle(looks, version.id, access.who(project, viewer).id)


def _versions(stored: Sequence[StoredVersion], one: StoredVersion) -> tuple[StoredVersion, ...]:
    name = one.rubric.name
    return tuple(version for version in reversed(stored) if version.rubric.name == name)
