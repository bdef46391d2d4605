"""Labels counted against verdicts: every query that the statistics need."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Engine,
    FromClause,
    Integer,
    Select,
    Subquery,
    case,
    cast,
    func,
    null,
    or_,
    select,
    union_all,
)

from judging.ratings import Maker, Outcome, Problem
from storage.tables import (
    AdjudicationRow,
    GoldRow,
    LabelRow,
    ReviewerRow,
    SessionRow,
    VerdictRow,
    table,
)

GOLD, LABEL, SESSION, VERDICT = (table(r) for r in (GoldRow, LabelRow, SessionRow, VerdictRow))
ADJUDICATION, REVIEWER = table(AdjudicationRow), table(ReviewerRow)
UNIT = ("criterion", "meaning", "session_id", "turn")
CELLS = {
    "tp": (Outcome.FAIL, Outcome.FAIL),
    "fn": (Outcome.FAIL, Outcome.PASS),
    "fp": (Outcome.PASS, Outcome.FAIL),
    "tn": (Outcome.PASS, Outcome.PASS),
}


@dataclass(frozen=True, slots=True)
class Reference:
    """
    Whose labels verdicts are held against.

    Attributes:
        maker: One kind of maker; makers are never pooled.

        reviewer: One reviewer's name, whose labels alone count; None for the gold of all.

        blind_only: Whether only labels given blind count.
    """

    maker: Maker = Maker.PERSON
    reviewer: str | None = None
    blind_only: bool = False

    @property
    def word(self) -> str:
        """The reference as the option takes it: a kind of maker, or a reviewer's name."""
        return self.reviewer or str(self.maker)

    @property
    def whose(self) -> str:
        """The reference as a sentence speaks of it: people, programs, models, or a name."""
        words = {Maker.PERSON: "people", Maker.PROGRAM: "programs", Maker.MODEL: "models"}
        return self.reviewer or words[self.maker]


@dataclass(frozen=True, slots=True)
class Compared:
    """One criterion of one rubric version and judge, and whose labels it is held against."""

    criterion: str
    meaning: int
    rubric_version: int
    judge: int
    reference: Reference = Reference()
    run: int | None = None


@dataclass(frozen=True, slots=True)
class Pattern:
    """So many groups (tasks, templates, or single sessions) have just these four counts."""

    tp: int
    fn: int
    fp: int
    tn: int
    groups: int


class Agreement:
    """What one project's labels and verdicts add up to."""

    def __init__(self, engine: Engine, project: int) -> None:
        self._engine, self._project = engine, project

    def patterns(self, compared: Compared) -> list[Pattern]:
        """Return the decided units' counts by group, equal groups together."""
        paired = self.paired(compared).subquery()
        cells = {name: _cell(paired, *outcomes).label(name) for name, outcomes in CELLS.items()}
        decided = (Outcome.PASS, Outcome.FAIL)
        by_group = (
            select(*cells.values())
            .where(paired.c.human.in_(decided), paired.c.judged.in_(decided))
            .group_by(paired.c.group)
            .subquery()
        )
        counts = [by_group.c[name] for name in CELLS]
        query = select(*counts, func.count()).group_by(*counts).order_by(*counts)
        with self._engine.connect() as connection:
            return [Pattern(*map(int, row)) for row in connection.execute(query)]

    def statuses(self, compared: Compared) -> dict[tuple[Outcome, Outcome], int]:
        """Return how many units have each pair of outcomes, the reference's first."""
        paired = self.paired(compared).subquery()
        pair = (paired.c.human, paired.c.judged)
        query = select(*pair, func.count()).group_by(*pair)
        with self._engine.connect() as connection:
            return {(human, judged): n for human, judged, n in connection.execute(query)}

    def sessions(self, compared: Compared) -> int:
        """Return how many sessions have a decided pair."""
        paired = self.paired(compared).subquery()
        decided = (Outcome.PASS, Outcome.FAIL)
        query = select(func.count(paired.c.session_id.distinct())).where(
            paired.c.human.in_(decided), paired.c.judged.in_(decided)
        )
        with self._engine.connect() as connection:
            return connection.scalar(query) or 0

    def units(self, compared: Compared, human: Outcome, judged: Outcome) -> list[tuple[int, int]]:
        """Return the (session, turn) of each unit in one cell, in order of import."""
        paired = self.paired(compared).subquery()
        cell = (paired.c.human == human, paired.c.judged == judged)
        unit = (paired.c.session_id, paired.c.turn)
        with self._engine.connect() as connection:
            rows = connection.execute(select(*unit).where(*cell).order_by(*unit))
            return [(session, turn) for session, turn in rows]

    def judged(self, compared: Compared) -> dict[Outcome, int]:
        """Return how many units the judge was asked for, labelled or not, by outcome."""
        query = select(VERDICT.c.outcome, func.count()).where(*self._verdicts(compared))
        with self._engine.connect() as connection:
            rows = connection.execute(query.group_by(VERDICT.c.outcome))
            return {outcome: n for outcome, n in rows}  # noqa: C416

    def problems(self, compared: Compared) -> dict[Problem, int]:
        """Return how many units are not scored, by problem."""
        query = select(VERDICT.c.problem, func.count()).where(
            *self._verdicts(compared), VERDICT.c.problem.is_not(None)
        )
        with self._engine.connect() as connection:
            rows = connection.execute(query.group_by(VERDICT.c.problem))
            return {problem: n for problem, n in rows}  # noqa: C416

    def labelled(self, compared: Compared) -> Mapping[Outcome | None, int]:
        """Return how many units the reference has, judged or not; None counts the ties."""
        reference = self._reference(compared).subquery()
        query = select(reference.c.outcome, func.count()).group_by(reference.c.outcome)
        with self._engine.connect() as connection:
            return {outcome: n for outcome, n in connection.execute(query)}  # noqa: C416

    def _verdicts(self, compared: Compared) -> tuple[ColumnElement[bool], ...]:
        which = (
            (VERDICT.c.run_id == compared.run, VERDICT.c.sample == 1)
            if compared.run is not None
            else (VERDICT.c.stands,)
        )
        return (
            VERDICT.c.rubric_version_id == compared.rubric_version,
            VERDICT.c.judge_id == compared.judge,
            VERDICT.c.criterion == compared.criterion,
            *which,
        )

    def paired(self, compared: Compared) -> Select[Any]:
        """Select each unit that both sides have an outcome for, with its group."""
        reference = self._reference(compared).subquery()
        joined = reference.join(
            VERDICT,
            (VERDICT.c.session_id == reference.c.session_id) & (VERDICT.c.turn == reference.c.turn),
        ).join(SESSION, SESSION.c.id == reference.c.session_id)
        return (
            select(
                reference.c.session_id,
                reference.c.turn,
                SESSION.c.group,
                reference.c.outcome.label("human"),
                VERDICT.c.outcome.label("judged"),
            )
            .select_from(joined)
            .where(*self._verdicts(compared), reference.c.outcome.is_not(None))
        )

    def _reference(self, compared: Compared) -> Select[Any]:
        wanted = compared.reference
        if wanted.reviewer is None and not wanted.blind_only:
            return self._of_criterion(GOLD, compared, GOLD.c.made_by == wanted.maker)
        settled = _settled(_counting(self._labels(compared)))
        if wanted.reviewer is not None:
            return settled
        adjudicated = self._adjudicated(compared)
        unsettled = settled.where(
            ~select(adjudicated.c.session_id)
            .where(
                adjudicated.c.session_id == settled.selected_columns.session_id,
                adjudicated.c.turn == settled.selected_columns.turn,
            )
            .exists()
        )
        both = union_all(unsettled, select(adjudicated)).subquery()
        return select(both)

    def _of_criterion(
        self, source: FromClause, compared: Compared, *more: ColumnElement[bool]
    ) -> Select[Any]:
        return select(source.c.session_id, source.c.turn, source.c.outcome).where(
            source.c.project_id == self._project,
            source.c.criterion == compared.criterion,
            source.c.meaning == compared.meaning,
            *more,
        )

    def _labels(self, compared: Compared) -> Select[Any]:
        wanted = compared.reference
        query = self._of_criterion(LABEL, compared, LABEL.c.made_by == wanted.maker)
        query = query.add_columns(LABEL.c.reviewer_id, LABEL.c.seq, LABEL.c.blind)
        if wanted.reviewer is not None:
            named = (REVIEWER.c.name == wanted.reviewer, REVIEWER.c.is_slot.is_(False))
            query = query.join(REVIEWER, LABEL.c.reviewer_id == REVIEWER.c.id).where(*named)
        if wanted.blind_only:
            # A retraction has no blindness of its own and must still take its label away.
            query = query.where(or_(LABEL.c.blind.is_(True), LABEL.c.outcome.is_(None)))
        return query

    def _adjudicated(self, compared: Compared) -> Subquery:
        unit = (ADJUDICATION.c.session_id, ADJUDICATION.c.turn)
        newest = func.row_number().over(partition_by=unit, order_by=ADJUDICATION.c.seq.desc())
        made_by = ADJUDICATION.c.made_by == compared.reference.maker
        ranked = self._of_criterion(ADJUDICATION, compared, made_by).add_columns(newest.label("n"))
        rows = ranked.subquery()
        current = select(rows.c.session_id, rows.c.turn, rows.c.outcome).where(
            rows.c.n == 1, rows.c.outcome.is_not(None)
        )
        return current.subquery()


def _cell(paired: Subquery, human: Outcome, judged: Outcome) -> ColumnElement[int]:
    hit = (paired.c.human == human) & (paired.c.judged == judged)
    return cast(func.sum(case((hit, 1), else_=0)), Integer)


def _counting(labels: Select[Any]) -> Subquery:
    """Keep of each reviewer's labels on a unit the one that counts: `judging.gold`, in SQL."""
    rows = labels.subquery()
    unit = (rows.c.session_id, rows.c.turn, rows.c.reviewer_id)
    is_retraction = rows.c.outcome.is_(None)
    retracted = func.max(case((is_retraction, rows.c.seq), else_=0)).over(partition_by=unit)
    later = select(rows, retracted.label("retracted")).subquery()
    unit = (later.c.session_id, later.c.turn, later.c.reviewer_id)
    blind_first = case((later.c.blind.is_(True), 1), else_=0).desc()
    rank = func.row_number().over(partition_by=unit, order_by=(blind_first, later.c.seq.desc()))
    ranked = select(later, rank.label("n")).where(later.c.seq > later.c.retracted).subquery()
    return select(ranked).where(ranked.c.n == 1).subquery()


def _settled(counting: Subquery) -> Select[Any]:
    """Give each unit what more than half of its reviewers say, or NULL: a tie."""
    unit = (counting.c.session_id, counting.c.turn)
    tally = (
        select(*unit, counting.c.outcome, func.count().label("votes"))
        .group_by(*unit, counting.c.outcome)
        .subquery()
    )
    unit = (tally.c.session_id, tally.c.turn)
    total = func.sum(tally.c.votes).over(partition_by=unit)
    rank = func.row_number().over(partition_by=unit, order_by=tally.c.votes.desc())
    ranked = select(tally, total.label("total"), rank.label("n")).subquery()
    outcome = case((ranked.c.votes * 2 > ranked.c.total, ranked.c.outcome), else_=null())
    return select(ranked.c.session_id, ranked.c.turn, outcome.label("outcome")).where(
        ranked.c.n == 1
    )
