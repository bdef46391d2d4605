"""Whose labels verdicts are held against, and how those labels settle a unit, in SQL."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    FromClause,
    Select,
    Subquery,
    case,
    func,
    null,
    or_,
    select,
    union_all,
)

from judging.ratings import Maker
from judging.splitting import Part
from storage.seal import is_in
from storage.tables import AdjudicationRow, GoldRow, LabelRow, ReviewerRow, table

GOLD, LABEL = table(GoldRow), table(LabelRow)
ADJUDICATION, REVIEWER = table(AdjudicationRow), table(ReviewerRow)


@dataclass(frozen=True, slots=True)
class Reference:
    """
    Whose labels verdicts are held against.

    Attributes:
        maker: One kind of maker; makers are never pooled.

        reviewer: One reviewer's name, whose labels alone count; None for the gold of all.

        blind_only: Whether only labels given blind count.

        part: Which sessions count; never those of the sealed test unless it is asked for.

        since: Only units that had no label up to then count; None for all.
    """

    maker: Maker = Maker.PERSON
    reviewer: str | None = None
    blind_only: bool = False
    part: Part = Part.DEVELOP
    since: datetime | None = None

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

    @property
    def held_against(self) -> str:
        """Whose labels, and which run's verdicts, told apart from all others."""
        whose, run = self.reference, "" if self.run is None else f" run {self.run}"
        blind = " blind" if whose.blind_only else ""
        who = whose.maker if whose.reviewer is None else f"{whose.maker} {whose.reviewer!r}"
        part = "" if whose.part is Part.DEVELOP else f" {whose.part}"
        since = "" if whose.since is None else f" since {whose.since.isoformat()}"
        return f"{who}{blind}{run}{part}{since} meaning {self.meaning}"


def same_unit(one: FromClause, other: FromClause) -> ColumnElement[bool]:
    """Return the condition that rows of two tables are about the same session and turn."""
    return (one.c.session_id == other.c.session_id) & (one.c.turn == other.c.turn)


def given_by(wanted: Reference, query: Select[Any]) -> Select[Any]:
    """Narrow a query for labels to those of whoever is the reference, blind or not."""
    query = query.where(LABEL.c.made_by == wanted.maker)
    if wanted.reviewer is None:
        return query
    is_theirs = (REVIEWER.c.name == wanted.reviewer, REVIEWER.c.is_slot.is_(False))
    return query.join(REVIEWER, LABEL.c.reviewer_id == REVIEWER.c.id).where(*is_theirs)


@dataclass(frozen=True, slots=True)
class Extent:
    """
    Which labels and settlements are looked at.

    Attributes:
        sessions: Those on these sessions; None for all of the project.

        label: Up to this number; None without an end. Likewise `settlement`.
    """

    sessions: Sequence[int] | None = None
    label: int | None = None
    settlement: int | None = None


ALL = Extent()


def settled(project: int, compared: Compared, extent: Extent = ALL) -> Select[Any]:
    """
    Select each unit that the reference has an answer on: `session_id`, `turn`, `outcome`.

    The outcome is NULL where its reviewers disagree and none of their answers has more than half.
    """
    wanted = compared.reference
    if wanted.reviewer is None and not wanted.blind_only and extent.label is None:
        of_maker = GOLD.c.made_by == wanted.maker
        return _of_criterion(project, GOLD, compared, extent).where(of_maker)
    settled = _settled(_counting(_labels(project, compared, extent)))
    if wanted.reviewer is not None:
        return settled
    settlements = _settlements(project, compared, extent)
    # Row by row, by its index: the settlements of all units would be gone through for each.
    newest = (
        settlements.with_only_columns(ADJUDICATION.c.outcome)
        .where(
            ADJUDICATION.c.session_id == settled.selected_columns.session_id,
            ADJUDICATION.c.turn == settled.selected_columns.turn,
        )
        .order_by(ADJUDICATION.c.seq.desc())
        .limit(1)
        .scalar_subquery()
    )
    unsettled = settled.where(newest.is_(None))
    adjudicated = _newest(settlements)
    return select(union_all(unsettled, adjudicated).subquery())


def _of_criterion(
    project: int, source: FromClause, compared: Compared, extent: Extent
) -> Select[Any]:
    query = select(source.c.session_id, source.c.turn, source.c.outcome).where(
        source.c.project_id == project,
        source.c.criterion == compared.criterion,
        source.c.meaning == compared.meaning,
        is_in(compared.reference.part, source.c.session_id),
    )
    if compared.reference.since is not None:
        query = query.where(~_labelled_up_to(project, compared, source).exists())
    if extent.sessions is not None:
        query = query.where(source.c.session_id.in_(extent.sessions))
    return query


def _labelled_up_to(project: int, compared: Compared, unit: FromClause) -> Select[Any]:
    """Select the labels that a unit had, by whoever of the reference's kind, before it counts."""
    early = LABEL.alias()
    return select(early.c.id).where(
        early.c.project_id == project,
        early.c.criterion == compared.criterion,
        early.c.meaning == compared.meaning,
        early.c.made_by == compared.reference.maker,
        same_unit(early, unit),
        early.c.created_at <= compared.reference.since,
    )


def _labels(project: int, compared: Compared, extent: Extent) -> Select[Any]:
    wanted = compared.reference
    query = given_by(wanted, _of_criterion(project, LABEL, compared, extent))
    query = query.add_columns(LABEL.c.reviewer_id, LABEL.c.seq, LABEL.c.blind)
    if wanted.blind_only:
        # A retraction has no blindness of its own and must still take its label away.
        query = query.where(or_(LABEL.c.blind.is_(True), LABEL.c.outcome.is_(None)))
    return query if extent.label is None else query.where(LABEL.c.id <= extent.label)


def _settlements(project: int, compared: Compared, extent: Extent) -> Select[Any]:
    query = _of_criterion(project, ADJUDICATION, compared, extent).where(
        ADJUDICATION.c.made_by == compared.reference.maker
    )
    if extent.settlement is None:
        return query
    return query.where(ADJUDICATION.c.id <= extent.settlement)


def _newest(settlements: Select[Any]) -> Select[Any]:
    """Keep the newest settlement of each unit, unless that takes the one before it back."""
    unit = (ADJUDICATION.c.session_id, ADJUDICATION.c.turn)
    newest = func.row_number().over(partition_by=unit, order_by=ADJUDICATION.c.seq.desc())
    rows = settlements.add_columns(newest.label("n")).subquery()
    is_kept = (rows.c.n == 1, rows.c.outcome.is_not(None))
    return select(rows.c.session_id, rows.c.turn, rows.c.outcome).where(*is_kept)


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
