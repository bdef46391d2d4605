"""Rubrics as they are kept: version after version, none of them changed."""

from collections import defaultdict
from dataclasses import asdict, dataclass, replace
from datetime import datetime

from sqlalchemy import Connection, Engine, RowMapping, Select, func, insert, select

from judging.errors import StoreError
from judging.rubrics import Criterion, Level, RubricVersion
from storage import once
from storage.engine import writing
from storage.tables import CriterionRow, RubricRow, RubricVersionRow, table
from storage.tables.columns import now

RUBRIC, VERSION, CRITERION = (table(r) for r in (RubricRow, RubricVersionRow, CriterionRow))
# What the name of a rubric has behind it where its drafts are kept, and how long it may be.
DRAFT, LONGEST_NAME = "-draft", 64
CRITERION_FIELDS = Criterion.__dataclass_fields__.keys() - {"examples"}


@dataclass(frozen=True, slots=True)
class StoredVersion:
    """A rubric version with its number in the database and when it was saved."""

    id: int
    rubric: RubricVersion
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a criterion's key stands for now: labels belong to (key, number)."""

    key: str
    number: int
    level: Level


class Rubrics:
    """The rubrics of one project."""

    def __init__(self, engine: Engine, project: int) -> None:
        self._engine, self._project = engine, project

    def versions(self, name: str | None = None) -> list[StoredVersion]:
        """Return every version of every rubric, or of one, oldest first."""
        query = self._query().order_by(RUBRIC.c.name, VERSION.c.number)
        if name is not None:
            query = query.where(RUBRIC.c.name == name)
        with self._engine.connect() as connection:
            return _stored(connection, query)

    def get(self, label: str) -> StoredVersion:
        """
        Return the version that `conversation@2` names; a name alone is its newest version.

        Raises:
            StoreError: If there is no such rubric or version; says what there is.
        """
        name, _, number = label.partition("@")
        versions = self.versions(name)
        found = [v for v in versions if number in ("", str(v.rubric.number))]
        if not found:
            there = ", ".join(v.rubric.label for v in versions or self.versions())
            raise StoreError(
                f"There is no rubric {label!r} in this project.",
                fix=f"Choose one of {there}." if there else "Add one: judging rubric add FILE.",
            )
        return found[-1]

    def numbered(self, number: int) -> StoredVersion:
        """Return the version, or draft, of this number in the database, which there has to be."""
        with self._engine.connect() as connection:
            return _stored(connection, self._every().where(VERSION.c.id == number))[0]

    def add(self, rubric: RubricVersion, *, parent: int | None = None) -> StoredVersion:
        """
        Save `rubric` as the next version of its name.

        Returns:
            The new version; the newest one, unchanged, where its content is equal.

        Raises:
            StoreError: If its name is kept for drafts.
        """
        with writing(self._engine) as connection:
            key = {"project_id": self._project, "name": rubric.name}
            rubric_id = once.number_of(connection, RUBRIC, key)
            if _is_draft(connection, rubric_id):
                raise _taken(rubric.name)
            newest = _stored(connection, self._query().where(RUBRIC.c.id == rubric_id))[-1:]
            if newest and newest[0].rubric.content_hash == rubric.content_hash:
                return newest[0]
            number = newest[0].rubric.number + 1 if newest else 1
            version = replace(rubric, number=number, parent=parent or (number - 1 or None))
            return _written(connection, rubric_id, version)

    def draft(self, rubric: RubricVersion) -> StoredVersion:
        """
        Save `rubric` among the drafts of its name, which no list of versions has.

        Returns:
            The draft; the one that is there, where its content is equal.

        Raises:
            StoreError: If a rubric that is none of drafts has the name of these.
        """
        name = rubric.name[: LONGEST_NAME - len(DRAFT)] + DRAFT
        with writing(self._engine) as connection:
            key = {"project_id": self._project, "name": name}
            rubric_id = once.number_of(connection, RUBRIC, key, {"is_draft": True})
            if not _is_draft(connection, rubric_id):
                raise _taken(name)
            drafts = _stored(connection, self._every().where(RUBRIC.c.id == rubric_id))
            for draft in drafts:
                if draft.rubric.content_hash == rubric.content_hash:
                    return draft
            number = len(drafts) + 1
            version = replace(rubric, name=name, number=number, parent=None)
            return _written(connection, rubric_id, version)

    def meanings(self) -> dict[str, Meaning]:
        """Return, for every criterion key, the newest meaning it has in any rubric."""
        newest = (
            select(CRITERION.c.key, func.max(CRITERION.c.meaning), func.max(CRITERION.c.level))
            .join(VERSION, CRITERION.c.rubric_version_id == VERSION.c.id)
            .join(RUBRIC, VERSION.c.rubric_id == RUBRIC.c.id)
            .where(RUBRIC.c.project_id == self._project, RUBRIC.c.is_draft.is_(False))
            .group_by(CRITERION.c.key)
        )
        with self._engine.connect() as connection:
            rows = connection.execute(newest).all()
        return {key: Meaning(key, number, Level(level)) for key, number, level in rows}

    def _query(self) -> Select[tuple[object, ...]]:
        return self._every().where(RUBRIC.c.is_draft.is_(False))

    def _every(self) -> Select[tuple[object, ...]]:
        joined = VERSION.join(RUBRIC, VERSION.c.rubric_id == RUBRIC.c.id)
        columns = select(VERSION, RUBRIC.c.name.label("rubric_name")).select_from(joined)
        return columns.where(RUBRIC.c.project_id == self._project).order_by(VERSION.c.number)


def _is_draft(connection: Connection, rubric: int) -> bool:
    return bool(connection.scalar(select(RUBRIC.c.is_draft).where(RUBRIC.c.id == rubric)))


def _taken(name: str) -> StoreError:
    return StoreError(
        f"{name} is the name under which drafts are tried.", fix="Give the rubric another name."
    )


def _written(connection: Connection, rubric_id: int, version: RubricVersion) -> StoredVersion:
    same = ("number", "content_hash", "instructions", "summary_instructions", "author", "note")
    values = {name: getattr(version, name) for name in (*same, "parent")}
    saved_at = now()
    values |= {"rubric_id": rubric_id, "created_at": saved_at}
    number = connection.scalar(insert(VERSION).returning(VERSION.c.id), values)
    assert isinstance(number, int)
    rows = [
        {**asdict(criterion), "examples": list(criterion.examples), "position": position}
        | {"rubric_version_id": number}
        for position, criterion in enumerate(version.criteria, start=1)
    ]
    connection.execute(insert(CRITERION), rows)
    return StoredVersion(number, version, saved_at)


def _stored(connection: Connection, query: Select[tuple[object, ...]]) -> list[StoredVersion]:
    rows = connection.execute(query).mappings().all()
    wanted = CRITERION.c.rubric_version_id.in_([row["id"] for row in rows])
    criteria: dict[int, list[Criterion]] = defaultdict(list)
    ordered = select(CRITERION).where(wanted).order_by(CRITERION.c.position)
    for row in connection.execute(ordered).mappings():
        criteria[row["rubric_version_id"]].append(_criterion(row))
    return [StoredVersion(r["id"], _version(r, criteria[r["id"]]), r["created_at"]) for r in rows]


def _criterion(row: RowMapping) -> Criterion:
    fields = {name: row[name] for name in CRITERION_FIELDS}
    return Criterion(examples=tuple(row["examples"]), **fields)


def _version(row: RowMapping, criteria: list[Criterion]) -> RubricVersion:
    return RubricVersion(
        name=row["rubric_name"],
        number=row["number"],
        criteria=tuple(criteria),
        instructions=row["instructions"],
        summary_instructions=row["summary_instructions"],
        author=row["author"],
        note=row["note"],
        parent=row["parent"],
    )
