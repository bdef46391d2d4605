"""What changes whenever something that statistics count comes, changes or goes."""

from collections.abc import Sequence
from dataclasses import astuple, dataclass

from sqlalchemy import Connection, ScalarSelect, Select, Table, func, select

from storage.references import Compared
from storage.tables import (
    AdjudicationRow,
    ImportRow,
    LabelRow,
    LookRow,
    SessionRow,
    SplitRow,
    VerdictRow,
    table,
)

ADJUDICATION, IMPORT, LABEL = table(AdjudicationRow), table(ImportRow), table(LabelRow)
LOOK, SPLIT = table(LookRow), table(SplitRow)
SESSION, VERDICT = table(SessionRow), table(VerdictRow)
# A server hands out numbers before it commits, so a lower one can come in later.
LATE = 1_000
# Raised when the same rows come to other counts.
RULES = 1


@dataclass(frozen=True, slots=True)
class Revision:
    """
    A state of the database, as far as statistics count it.

    Labels, settlements and verdicts are only ever added, and a verdict that falls falls to a new
    one. Sessions come and go, with their verdicts, when an import completes.

    Attributes:
        label: The number of the newest label; the next two are of settlements and verdicts.

        labels: How many of the last thousand numbers of labels are there; likewise the next two.

        imported: The number of the newest import.

        imports: How many imports are complete.

        sealed: How many sessions are in a split, and looks there were at the sealed ones.
    """

    label: int
    settlement: int
    verdict: int
    labels: int
    settlements: int
    verdicts: int
    imported: int
    imports: int
    sealed: int
    rules: int = RULES

    def __str__(self) -> str:
        return ".".join(map(str, astuple(self)))

    @classmethod
    def of_text(cls, text: str) -> "Revision":
        """Return the revision whose text this is."""
        return cls(*map(int, text.split(".")))


def current(connection: Connection) -> Revision:
    """Return the revision that `connection` sees; it is read in a few milliseconds."""
    growing = (LABEL, ADJUDICATION, VERDICT)
    query = select(
        *(_newest(one) for one in growing),
        *(_late(one, _newest(one)) for one in growing),
        select(func.max(IMPORT.c.id)).scalar_subquery(),
        select(func.count(IMPORT.c.completed_at)).scalar_subquery(),
        _rows(SPLIT) + _rows(LOOK),
    )
    return Revision(*(number or 0 for number in connection.execute(query).one()))


def touched(
    connection: Connection, compared: Compared, since: Revision, now: Revision, *, most: int
) -> Sequence[int] | None:
    """
    Return the sessions of every group with new labels or settlements on what is compared.

    Returns:
        None where these are not all that is new, or they are more than `most`.
    """
    if not _has_only_more_labels(connection, since, now):
        return None
    sessions = _new(LABEL, compared, since.label).union(
        _new(ADJUDICATION, compared, since.settlement)
    )
    group = (SESSION.c.project_id, SESSION.c.group)
    groups = select(*group).where(SESSION.c.id.in_(sessions)).distinct().subquery()
    same = (SESSION.c.project_id == groups.c.project_id) & (SESSION.c.group == groups.c.group)
    query = select(SESSION.c.id).join(groups, same).limit(most + 1)
    found = list(connection.scalars(query))
    return found if len(found) <= most else None


def _has_only_more_labels(connection: Connection, since: Revision, now: Revision) -> bool:
    others = ("verdict", "verdicts", "imported", "imports", "rules", "sealed")
    if any(getattr(since, name) != getattr(now, name) for name in others):
        return False
    late = select(
        _late(LABEL, since.label).label("labels"),
        _late(ADJUDICATION, since.settlement).label("settlements"),
    )
    return tuple(connection.execute(late).one()) == (since.labels, since.settlements)


def _new(history: Table, compared: Compared, since: int) -> Select[tuple[int]]:
    return select(history.c.session_id).where(
        history.c.id > since, history.c.criterion == compared.criterion
    )


def _rows(one: Table) -> ScalarSelect[int]:
    return select(func.count()).select_from(one).scalar_subquery()


def _newest(one: Table) -> ScalarSelect[int | None]:
    return select(func.max(one.c.id)).scalar_subquery()


def _late(one: Table, until: ScalarSelect[int | None] | int) -> ScalarSelect[int]:
    """Count how many of the thousand numbers up to `until` are there."""
    query = select(func.count()).select_from(one)
    return query.where(one.c.id > until - LATE, one.c.id <= until).scalar_subquery()
