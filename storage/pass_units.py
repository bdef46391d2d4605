"""What a pass rate is corrected by: all verdicts, and those units of them that have a label."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Any

from sqlalchemy import (
    Connection,
    Engine,
    FromClause,
    Row,
    ScalarSelect,
    Select,
    func,
    select,
)

from judging.ratings import Outcome
from storage import kept_counts, revision
from storage.counting import given
from storage.engine import at_one_moment
from storage.kept_counts import Kept
from storage.references import Compared, given_by, same_unit, settled
from storage.store import Project
from storage.tables import LabelRow, SessionRow, VerdictRow, table

LABEL, SESSION, VERDICT = table(LabelRow), table(SessionRow), table(VerdictRow)


@dataclass(frozen=True, slots=True)
class LabelledUnits:
    """
    Some units of one group that were answered alike and drawn with the same probability.

    Attributes:
        group: One of the groups that have just such units.

        human: What the reference says; None where its reviewers disagree with no majority.

        probability: The probability of having been drawn, 0 < p <= 1; None where it is unknown.

        n: How many there are in each group.

        groups: How many groups there are.
    """

    group: str
    human: Outcome | None
    judged: Outcome
    probability: float | None
    n: int
    groups: int = 1

    @property
    def units(self) -> int:
        """How many there are in all of these groups."""
        return self.n * self.groups


@dataclass(frozen=True, slots=True)
class PassUnits:
    """
    All verdicts of a judge on one criterion, and the labels among them.

    Attributes:
        judged: How many groups have just these verdicts, by the number of each.

        labelled: The units that have a verdict and a label, decided or not.
    """

    judged: Mapping[tuple[tuple[Outcome, int], ...], int]
    labelled: Sequence[LabelledUnits]

    @property
    def totals(self) -> Mapping[Outcome, int]:
        """How many verdicts there are of each outcome, labelled or not."""
        found: Counter[Outcome] = Counter()
        for verdicts, groups in self.judged.items():
            for outcome, n in verdicts:
                found[outcome] += groups * n
        return found

    def as_json(self) -> dict[str, Any]:
        """Return what `of_json` makes these units of."""
        return {
            "judged": [[[list(one) for one in some], n] for some, n in self.judged.items()],
            "labelled": [
                [one.group, one.human, one.judged, one.probability, one.n, one.groups]
                for one in self.labelled
            ],
        }

    @classmethod
    def of_json(cls, kept: Mapping[str, Any]) -> "PassUnits":
        """Return the units that were kept."""
        judged = {
            tuple((Outcome(outcome), n) for outcome, n in some): groups
            for some, groups in kept["judged"]
        }
        labelled = [
            LabelledUnits(group, Outcome(human) if human else None, Outcome(judge), *more)
            for group, human, judge, *more in kept["labelled"]
        ]
        return cls(judged, labelled)


def of(project: Project, compared: Compared) -> PassUnits:
    """Return what the judge said of all that it was asked, and how its labels were drawn."""
    engine: Engine = project._engine  # noqa: SLF001  (a part of it like the others)
    with at_one_moment(engine) as connection:
        now, key = revision.current(connection), f"{compared.held_against} pass units"
        kept = kept_counts.read(connection, compared, key)
        if kept and kept.revision == now:
            return PassUnits.of_json(kept.counts)
        rows = connection.execute(_labelled(project.number, compared))
        found = PassUnits(_judged(connection, compared), _alike(rows))
    if sum(found.totals.values()) >= kept_counts.WORTH_KEEPING:
        kept_counts.write(engine, compared, key, Kept(now, found.as_json()))
    return found


def _alike(rows: Iterable[Row[Any]]) -> list[LabelledUnits]:
    """Put groups whose units were answered and drawn alike under the name of the first."""
    first: dict[tuple[Any, ...], str] = {}
    groups: Counter[tuple[Any, ...]] = Counter()
    for group, units in groupby(rows, attrgetter("group")):
        answers: tuple[tuple[Any, ...], ...] = tuple(tuple(row[1:]) for row in units)
        first.setdefault(answers, group)
        groups[answers] += 1
    return [
        LabelledUnits(first[answers], human, judged, probability, n, there)
        for answers, there in groups.items()
        for human, judged, probability, n in answers
    ]


def _judged(
    connection: Connection, compared: Compared
) -> Mapping[tuple[tuple[Outcome, int], ...], int]:
    key = (SESSION.c.project_id, SESSION.c.group, VERDICT.c.outcome)
    query = (
        select(SESSION.c.group, VERDICT.c.outcome, func.count())
        .join(VERDICT, VERDICT.c.session_id == SESSION.c.id)
        .where(*given(compared))
        .group_by(*key)
    )
    by_group: dict[str, list[tuple[Outcome, int]]] = {}
    for group, outcome, n in connection.execute(query):
        by_group.setdefault(group, []).append((outcome, n))
    return Counter(tuple(sorted(verdicts)) for verdicts in by_group.values())


def _labelled(project: int, compared: Compared) -> Select[Any]:
    reference = settled(project, compared).subquery()
    joined = reference.join(VERDICT, same_unit(VERDICT, reference)).join(
        SESSION, SESSION.c.id == reference.c.session_id
    )
    probability = _probability(project, compared, reference).label("probability")
    alike = (SESSION.c.group, reference.c.outcome, VERDICT.c.outcome, probability)
    query = select(*alike, func.count()).select_from(joined).where(*given(compared))
    return query.group_by(*alike).order_by(*alike)


def _probability(project: int, compared: Compared, unit: FromClause) -> ScalarSelect[Any]:
    """Select the probability of a unit: a second look at some of a sample does not lower it."""
    query = select(func.max(LABEL.c.inclusion_prob)).where(
        LABEL.c.project_id == project,
        LABEL.c.criterion == compared.criterion,
        LABEL.c.meaning == compared.meaning,
        same_unit(LABEL, unit),
    )
    return given_by(compared.reference, query).correlate(unit).scalar_subquery()
