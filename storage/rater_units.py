"""What each reviewer says of one unit after another, and what a judge says of it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any

from sqlalchemy import Engine, FromClause, RowMapping, Select, and_, null, select, true

from judging.ratings import Maker, Outcome
from judging.splitting import Part
from storage.kept_labels import that_counts
from storage.seal import is_in
from storage.store import Project
from storage.tables import GoldRow, LabelRow, SessionRow, VerdictRow, table

GOLD, LABEL, SESSION, VERDICT = (table(r) for r in (GoldRow, LabelRow, SessionRow, VerdictRow))
BATCH = 5_000
UNIT = ("session_id", "turn")


@dataclass(frozen=True, slots=True)
class Rated:
    """
    Which ratings are wanted.

    Attributes:
        criterion: Its key.

        meaning: The number of its meaning; labels of another meaning are none of this.

        maker: One kind of maker; makers are never pooled.

        blind_only: Whether only labels given blind count.

        judge: A rubric version and a judge whose standing verdicts are wanted beside them.

        twice_only: Whether units that one reviewer alone has answered are left out.

        part: The part of the sessions whose labels and verdicts are wanted; None for all labels,
            with what may be seen of the verdicts.
    """

    criterion: str
    meaning: int
    maker: Maker = Maker.PERSON
    blind_only: bool = False
    judge: tuple[int, int] | None = None
    twice_only: bool = False
    part: Part | None = None


@dataclass(frozen=True, slots=True)
class RaterUnit:
    """
    One session, or one turn, with every answer that counts.

    Attributes:
        turn: 0 for the session as a whole.

        group: The task or template that it shares with others.

        ratings: By the number of the reviewer or slot; a retracted answer is not there.

        judge: The judge's verdict; None where there is none, or no judge was asked for.
    """

    session: int
    turn: int
    group: str
    ratings: Mapping[int, Outcome]
    judge: Outcome | None


class RaterUnits:
    """The units of one project that reviewers have answered."""

    def __init__(self, engine: Engine, project: int) -> None:
        self._engine, self._project = engine, project

    def units(self, wanted: Rated) -> Iterator[RaterUnit]:
        """
        Yield the units that have an answer, in order of import, then by turn.

        Of each reviewer one answer counts, as for the gold: the latest one given blind, else
        the latest, and none that was taken back. Settlements are nobody's rating. Only a few
        thousand rows are held at a time.
        """
        with self._engine.connect() as connection:
            rows = connection.execution_options(yield_per=BATCH).execute(self._query(wanted))
            for _, history in groupby(rows.mappings(), key=itemgetter(*UNIT)):
                unit = _unit(list(history), blind_only=wanted.blind_only)
                if len(unit.ratings) > wanted.twice_only:
                    yield unit

    def overlap(self, wanted: Rated) -> bool:
        """Return whether two or more reviewers answered one unit, retracted answers aside."""
        query = select(GOLD.c.session_id).where(
            GOLD.c.project_id == self._project,
            GOLD.c.made_by == wanted.maker,
            GOLD.c.criterion == wanted.criterion,
            GOLD.c.meaning == wanted.meaning,
            GOLD.c.labels > 1,
        )
        with self._engine.connect() as connection:
            return connection.scalar(query.limit(1)) is not None

    def _query(self, wanted: Rated) -> Select[Any]:
        verdict = VERDICT.c.outcome if wanted.judge else null()
        given = (LABEL.c.reviewer_id, LABEL.c.outcome, LABEL.c.blind)
        columns = (*given, SESSION.c.group, verdict.label("judged"))
        query = (
            select(*(LABEL.c[name] for name in UNIT), *columns)
            .select_from(self._joined(wanted))
            .where(
                LABEL.c.project_id == self._project,
                LABEL.c.criterion == wanted.criterion,
                LABEL.c.meaning == wanted.meaning,
                LABEL.c.made_by == wanted.maker,
                true() if wanted.part is None else is_in(wanted.part, LABEL.c.session_id),
            )
        )
        return query.order_by(*(LABEL.c[name] for name in (*UNIT, "reviewer_id", "seq")))

    def _joined(self, wanted: Rated) -> FromClause:
        joined: FromClause = LABEL.join(SESSION, SESSION.c.id == LABEL.c.session_id)
        if wanted.twice_only:
            # What one reviewer alone answered is most of it, and the gold knows which it is.
            same = ("project_id", "made_by", "criterion", "meaning", *UNIT)
            gold = (GOLD.c[name] == LABEL.c[name] for name in same)
            joined = joined.join(GOLD, and_(*gold, GOLD.c.labels > 1))
        if wanted.judge:
            version, judge = wanted.judge
            unit = (VERDICT.c[name] == LABEL.c[name] for name in ("criterion", *UNIT))
            asked = (VERDICT.c.rubric_version_id == version, VERDICT.c.judge_id == judge)
            seen = (VERDICT.c.stands, is_in(wanted.part or Part.DEVELOP, VERDICT.c.session_id))
            joined = joined.outerjoin(VERDICT, and_(*unit, *asked, *seen))
        return joined


def of(project: Project) -> RaterUnits:
    """Return the units of `project` that reviewers have answered."""
    return RaterUnits(project._engine, project.number)  # noqa: SLF001  (a part of it like the others)


def _unit(rows: Sequence[RowMapping], *, blind_only: bool) -> RaterUnit:
    first = rows[0]
    by_reviewer = groupby(rows, key=itemgetter("reviewer_id"))
    counting = {reviewer: that_counts(history) for reviewer, history in by_reviewer}
    ratings = {
        reviewer: row["outcome"]
        for reviewer, row in counting.items()
        if row and (row["blind"] or not blind_only)
    }
    return RaterUnit(first["session_id"], first["turn"], first["group"], ratings, first["judged"])
