"""The log of what was done to a project, by whom."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, insert

from storage.tables import AuditRow, table

AUDIT = table(AuditRow)


def write(
    connection: Connection,
    project: int,
    kind: str,
    subject: str,
    payload: Mapping[str, Any],
    *,
    by: str,
) -> None:
    """Write down one act, in the transaction that does it."""
    row = AuditRow(project_id=project, actor=by, kind=kind, subject=subject, payload=dict(payload))
    connection.execute(insert(AUDIT), row.model_dump(exclude={"id"}))
