"""Disagreements that are alike, and what might mend them."""

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from calibration.agreement.held import Held
from calibration.revision import disagreeing, evidence
from calibration.revision.disagreeing import Direction, Disagreement
from calibration.revision.evidence import Evidence
from calibration.revision.word_clusters import Cluster, WordClusters
from calibration.visitors import access
from calibration.visitors.access import Right
from judging.rubrics import Criterion, Kind
from judging.wording import listed
from storage import Project, View

SCATTERED = "No words in common"
UNWRITTEN = "Nobody wrote why"
MISSED, ALARM = Direction.MISSED_FAILURE, Direction.FALSE_ALARM
FIXES = {
    (Kind.QUALITY, MISSED): "Say what has to fail{about}: the judge lets through what people fail.",
    (Kind.QUALITY, ALARM): "Say what still passes{about}: the judge is stricter than people are.",
    (Kind.CONDITION, MISSED): "Say what is not yet present{about}: the judge alone sees it.",
    (
        Kind.CONDITION,
        ALARM,
    ): "Say what counts as present{about}: people see it, the judge does not.",
}


@dataclass(frozen=True, slots=True)
class Group:
    """
    Disagreements on one criterion, in one direction, that share words.

    Attributes:
        id: Eight hexadecimal digits; the same for the same disagreements.

        title: The words that tell it from the others.

        members: In the order in which disagreements are listed.

        suggested_fix: A sentence.
    """

    id: str
    criterion: Criterion
    direction: Direction
    title: str
    members: tuple[Disagreement, ...]
    suggested_fix: str

    @property
    def sessions(self) -> tuple[str, ...]:
        """The names of its sessions, each once."""
        return tuple(dict.fromkeys(one.session.external_id for one in self.members))


@access.needs(Right.LOOK_AGAIN)
def of(project: Project, held: Held, found: Sequence[Disagreement] | None = None) -> list[Group]:
    """
    Group disagreements by criterion and direction, and by the words said of them.

    Args:
        project: Whose they are.

        held: The judge, and the reference that it differs from.

        found: Which to group; all of them, none of the sealed test among them, unless given.

    Returns:
        By criterion and direction, the largest group first; what shares no words with others is
        the last of its kind.
    """
    listed = found
    if listed is None:
        listed = disagreeing.listed(project, held.version, held.judge, held.reference)
    return grouped(evidence.gathered(project, held, listed))


def grouped(some: Sequence[Evidence]) -> list[Group]:
    """Group what was said of disagreements; equal input gives equal groups, ids included."""
    clusters = WordClusters([one.text for one in some])
    kinds: dict[tuple[Criterion, Direction], list[int]] = defaultdict(list)
    for place, entry in enumerate(some):
        kinds[entry.one.criterion, entry.one.direction].append(place)
    return [
        _group([some[place] for place in cluster.members], cluster)
        for places in kinds.values()
        for cluster in clusters.of(places)
    ]


def _group(members: Sequence[Evidence], cluster: Cluster) -> Group:
    first = members[0].one
    units = [one.one.unit for one in members]
    digest = hashlib.sha256(json.dumps([str(first.direction), units]).encode()).hexdigest()
    return Group(
        id=digest[:8],
        criterion=first.criterion,
        direction=first.direction,
        title=_title(members, cluster.terms),
        members=tuple(one.one for one in members),
        suggested_fix=_fix(members, cluster.terms),
    )


def _title(members: Sequence[Evidence], terms: Sequence[str]) -> str:
    if terms:
        return listed(terms).capitalize()
    return SCATTERED if any(one.text for one in members) else UNWRITTEN


def _fix(members: Sequence[Evidence], terms: Sequence[str]) -> str:
    """Return what might help, by what reviewers made of it, else by the direction."""
    views = Counter(view for one in members for view in one.one.views)
    about = f" where it is about {listed(terms)}" if terms else ""
    view, n = max(views.items(), key=lambda found: (found[1], found[0]), default=(None, 0))
    if view is View.LABEL_SLIPPED:
        return f"Label again before the rule is changed: {n} of {len(members)} may be slips."
    if view is View.RULE_UNCLEAR:
        return f"Say in the rule what decides{about}: {n} of {len(members)} were found unclear."
    return _by_direction(members[0].one, about)


def _by_direction(one: Disagreement, about: str) -> str:
    return FIXES[one.criterion.kind, one.direction].format(about=about)
