"""What audits of judges came to. They are only ever added to, and the newest counts."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import Engine, insert, select

from storage.engine import writing
from storage.tables import AuditKind, AuditResultRow, table
from storage.tables.columns import now

RESULT = table(AuditResultRow)


@dataclass(frozen=True, slots=True)
class KeptAudit:
    """
    What one audit of one judge came to.

    Attributes:
        rubric_version: The number of the version that the judge was tried with.

        fingerprint: The judge's, as it was then.

        reference: Whose labels said what fails, as the option takes it; empty where no label
            was asked.

        result: Counts by criterion, and cases by the names of their sessions; no text.

        made_at: In UTC.
    """

    kind: AuditKind
    rubric_version: int
    fingerprint: str
    reference: str
    result: Mapping[str, Any]
    made_at: datetime = field(default_factory=now)


class Audits:
    """The audits of one project's judges."""

    def __init__(self, engine: Engine, project: int) -> None:
        self._engine, self._project = engine, project

    def add(self, audit: KeptAudit) -> None:
        """Keep one; earlier ones stay."""
        values = {
            "project_id": self._project,
            "kind": audit.kind,
            "rubric_version_id": audit.rubric_version,
            "fingerprint": audit.fingerprint,
            "reference": audit.reference,
            "result": dict(audit.result),
            "made_at": audit.made_at,
        }
        with writing(self._engine) as connection:
            connection.execute(insert(RESULT), values)

    def of(self, kind: AuditKind) -> list[KeptAudit]:
        """Return all of one kind, the newest first."""
        query = (
            select(RESULT)
            .where(RESULT.c.project_id == self._project, RESULT.c.kind == kind)
            .order_by(RESULT.c.id.desc())
        )
        with self._engine.connect() as connection:
            return [
                KeptAudit(
                    kind=row["kind"],
                    rubric_version=row["rubric_version_id"],
                    fingerprint=row["fingerprint"],
                    reference=row["reference"],
                    result=row["result"],
                    made_at=row["made_at"],
                )
                for row in connection.execute(query).mappings()
            ]
