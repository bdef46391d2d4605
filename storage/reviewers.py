"""The people of a project, by identity, by name or by slot, and what they may do there."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    RowMapping,
    and_,
    or_,
    select,
    update,
)

from judging.errors import StoreError
from storage import done, once
from storage.engine import writing
from storage.identities import Identity
from storage.tables import IdentityKind, ProjectRow, ReviewerRole, ReviewerRow, table
from storage.tables.columns import now

PROJECT, REVIEWER = table(ProjectRow), table(ReviewerRow)
NAMES_TRIED = 100
SEEN_EVERY = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class Reviewer:
    """
    Somebody with a part in a project; a slot is the n-th anonymous rating of a unit.

    Attributes:
        name: Theirs alone in the project: two who are called the same are told apart by it.

        role: What they may do, once roles hold.

        identity: How it is known who they are.

        subject: Who they are to whoever vouches for them.

        seen_at: When they were last here, to five minutes; None for somebody who never was.
    """

    id: int
    name: str
    is_slot: bool
    role: ReviewerRole
    identity: IdentityKind
    subject: str
    seen_at: datetime | None = None


class Reviewers:
    """The people of one project."""

    def __init__(self, engine: Engine, project: int) -> None:
        self._engine, self._project = engine, project

    def listed(self) -> list[Reviewer]:
        """Return all of them, named ones first, in alphabetical order."""
        return self._found()

    def named(self, name: str) -> Reviewer:
        """Return the reviewer `name`, created if there is none: as somebody who typed it."""
        mine = (REVIEWER.c.name == name, REVIEWER.c.is_slot.is_(False))
        if not self._found(*mine):
            with writing(self._engine) as connection:
                number_of(connection, self._project, name)
        [found] = self._found(*mine)
        return found

    def known(self, identity: Identity) -> Reviewer | None:
        """Return who has this identity; None where they were never here."""
        return next(iter(self._found(*_is(identity))), None)

    def met(self, identity: Identity, role: ReviewerRole = ReviewerRole.REVIEWER) -> Reviewer:
        """Return who has this identity, taken in with `role` where they are new."""
        found = self.known(identity)
        if found is None:
            with writing(self._engine) as connection:
                _take_in(connection, self._project, identity, role)
            found = self.known(identity)
        assert found is not None
        return found

    def standing(self, identity: Identity) -> tuple[Reviewer | None, bool]:
        """Return who has this identity, or None, and whether anybody was made the lead."""
        lead = and_(REVIEWER.c.role == ReviewerRole.LEAD, REVIEWER.c.is_slot.is_(False))
        them = and_(*_is(identity))
        found = self._found(or_(lead, them))
        is_led = any(one.role is ReviewerRole.LEAD for one in found)
        same = (identity.kind, identity.subject)
        return next((r for r in found if (r.identity, r.subject) == same), None), is_led

    def set_role(self, reviewer: int, role: ReviewerRole, *, by: str) -> None:
        """
        Give somebody a role, and write down who did.

        Raises:
            StoreError: If nobody would lead the project any more.
        """
        mine = (REVIEWER.c.id == reviewer, REVIEWER.c.project_id == self._project)
        with writing(self._engine) as connection:
            _take_turns(connection, self._project)
            before = connection.execute(select(REVIEWER.c.name, REVIEWER.c.role).where(*mine)).one()
            if role != ReviewerRole.LEAD and _leads(connection, self._project) == {reviewer}:
                raise StoreError(
                    f"{before.name} is the only lead of this project.",
                    fix="Make somebody else a lead first.",
                )
            connection.execute(update(REVIEWER).where(*mine).values(role=role))
            change = {"from": before.role, "to": role}
            done.write(connection, self._project, "role", before.name, change, by=by)

    def see(self, reviewer: Reviewer) -> None:
        """Write down that somebody is here."""
        at = now()
        if reviewer.seen_at is None or at - reviewer.seen_at > SEEN_EVERY:
            mine = REVIEWER.c.id == reviewer.id
            with writing(self._engine, durable=False) as connection:
                connection.execute(update(REVIEWER).where(mine).values(seen_at=at))

    def _found(self, *where: ColumnElement[bool]) -> list[Reviewer]:
        columns = [REVIEWER.c[name] for name in Reviewer.__dataclass_fields__]
        query = select(*columns).where(REVIEWER.c.project_id == self._project, *where)
        with self._engine.connect() as connection:
            ordered = query.order_by(REVIEWER.c.is_slot, REVIEWER.c.name)
            return [_reviewer(row) for row in connection.execute(ordered).mappings()]


def number_of(connection: Connection, project: int, name: str | None, slot: int = 0) -> int:
    """Return a reviewer's number inside a transaction that writes; a nameless one is a slot."""
    text = f"slot {slot}" if name is None else name
    row = ReviewerRow(project_id=project, name=text, is_slot=name is None, subject=text)
    return _number_of(connection, row, ("project_id", "name", "is_slot"))


def _take_in(connection: Connection, project: int, identity: Identity, role: ReviewerRole) -> int:
    _take_turns(connection, project)
    taken = set(connection.scalars(select(REVIEWER.c.name).where(REVIEWER.c.project_id == project)))
    name = next(name for name in identity.names(NAMES_TRIED) if name not in taken)
    row = ReviewerRow(
        project_id=project, name=name, role=role, identity=identity.kind, subject=identity.subject
    )
    return _number_of(connection, row, ("project_id", "identity", "subject", "is_slot"))


def _number_of(connection: Connection, row: ReviewerRow, unique: tuple[str, ...]) -> int:
    others = row.model_dump(exclude={"id"})
    key = {column: others.pop(column) for column in unique}
    return once.number_of(connection, REVIEWER, key, others)


def _take_turns(connection: Connection, project: int) -> None:
    """Wait for whoever changes the people of a project; SQLite has one writer anyway."""
    connection.execute(select(PROJECT.c.id).where(PROJECT.c.id == project).with_for_update())


def _is(identity: Identity) -> tuple[ColumnElement[bool], ...]:
    return (
        REVIEWER.c.identity == identity.kind,
        REVIEWER.c.subject == identity.subject,
        REVIEWER.c.is_slot.is_(False),
    )


def _leads(connection: Connection, project: int) -> set[int]:
    mine = (REVIEWER.c.project_id == project, REVIEWER.c.role == ReviewerRole.LEAD)
    return set(connection.scalars(select(REVIEWER.c.id).where(*mine)))


def _reviewer(row: RowMapping) -> Reviewer:
    known = {**row, "role": ReviewerRole(row["role"]), "identity": IdentityKind(row["identity"])}
    return Reviewer(**known)
