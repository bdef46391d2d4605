"""Judges as they are kept, each under its fingerprint."""

from dataclasses import dataclass

from sqlalchemy import Connection, Engine, exists, select

from judging.errors import StoreError
from judging.judges import JudgeIdentity
from storage import once
from storage.engine import writing
from storage.tables import JudgeRow, VerdictRow, table
from storage.tables.columns import now

JUDGE, VERDICT = table(JudgeRow), table(VerdictRow)
FIELDS = tuple(JudgeIdentity.__dataclass_fields__)


@dataclass(frozen=True, slots=True)
class StoredJudge:
    """A judge with its number in the database."""

    id: int
    identity: JudgeIdentity
    fingerprint: str


class Judges:
    """The judges of one project."""

    def __init__(self, engine: Engine, project: int) -> None:
        self._engine, self._project = engine, project

    def listed(self, *, rubric_version: int | None = None) -> list[StoredJudge]:
        """Return all judges, or those with verdicts under one rubric version, by name."""
        columns = [JUDGE.c.id, JUDGE.c.fingerprint, *(JUDGE.c[name] for name in FIELDS)]
        query = select(*columns).where(JUDGE.c.project_id == self._project)
        if rubric_version is not None:
            theirs = VERDICT.c.judge_id == JUDGE.c.id
            query = query.where(
                exists().where(theirs, VERDICT.c.rubric_version_id == rubric_version)
            )
        with self._engine.connect() as connection:
            rows = connection.execute(query.order_by(JUDGE.c.name, JUDGE.c.id)).all()
        return [StoredJudge(row[0], JudgeIdentity(*row[2:]), row[1]) for row in rows]

    def get(self, word: str) -> StoredJudge:
        """
        Return the judge whose name is `word`, or whose fingerprint begins with it.

        Raises:
            StoreError: If there is none, or if it fits several; lists them.
        """
        judges = self.listed()
        found = [j for j in judges if j.identity.name == word]
        found = found or [j for j in judges if len(word) >= 4 and j.fingerprint.startswith(word)]
        if len(found) == 1:
            return found[0]
        if not found:
            there = ", ".join(sorted({j.identity.name for j in judges}))
            raise StoreError(
                f"No verdicts of a judge {word!r} are in this project.",
                fix=f"Choose one of {there}."
                if there
                else f"Run it first: judging run --rubric conversation --judge {word}.",
            )
        lines = "; ".join(f"{j.fingerprint[:12]} ({_told_apart(j)})" for j in found)
        raise StoreError(
            f"The name {word!r} fits {len(found)} judges: {lines}.",
            fix="Give the beginning of a fingerprint instead.",
        )

    def numbered(self, number: int) -> StoredJudge:
        """Return the judge of this number, which there has to be."""
        return next(judge for judge in self.listed() if judge.id == number)

    def kept(self, identity: JudgeIdentity) -> StoredJudge:
        """Return the stored judge with this identity, stored now if it is new."""
        with writing(self._engine) as connection:
            number = _number_of(connection, self._project, identity)
        return StoredJudge(number, identity, identity.fingerprint)


def _number_of(connection: Connection, project: int, identity: JudgeIdentity) -> int:
    values = {name: getattr(identity, name) for name in FIELDS}
    values |= {"settings": dict(identity.settings), "created_at": now()}
    key = {"project_id": project, "fingerprint": identity.fingerprint}
    return once.number_of(connection, JUDGE, key, values)


def _told_apart(judge: StoredJudge) -> str:
    settings = ", ".join(f"{k}={v}" for k, v in sorted(judge.identity.settings.items()))
    template = f"template {judge.identity.template}" if judge.identity.template else ""
    return ", ".join(filter(None, [judge.identity.model, template, settings]))
