"""What audits came to, as it is kept."""

import pytest
from sqlalchemy import delete
from sqlalchemy.exc import IntegrityError

from storage import AuditKind, KeptAudit, Project, Store
from storage.engine import opened, writing
from storage.tables import AuditResultRow, table


def audit(project: Project, kind: AuditKind = AuditKind.RED_TEAM, passed: int = 0) -> KeptAudit:
    version = project.rubrics.get("conversation@1")
    result = {"criteria": {"goal_met": {"passed": passed}}, "cases": []}
    return KeptAudit(kind, version.id, "f" * 64, "person", result)


def test_an_audit_comes_back_as_it_was(project: Project) -> None:
    kept = audit(project, passed=3)

    project.audits.add(kept)

    assert project.audits.of(AuditKind.RED_TEAM) == [kept]


def test_the_newest_comes_first_and_every_kind_stands_alone(project: Project) -> None:
    for passed in (1, 2):
        project.audits.add(audit(project, passed=passed))
    project.audits.add(audit(project, AuditKind.FIT))

    found = project.audits.of(AuditKind.RED_TEAM)

    assert [one.result["criteria"]["goal_met"]["passed"] for one in found] == [2, 1]
    assert project.audits.of(AuditKind.HINDSIGHT) == []


def test_another_project_has_none_of_it(project: Project, store: Store) -> None:
    project.audits.add(audit(project))

    assert store.project_or_new("other").audits.of(AuditKind.RED_TEAM) == []


def test_what_an_audit_came_to_cannot_be_taken_away(project: Project, database_url: str) -> None:
    project.audits.add(audit(project))
    engine = opened(database_url)

    with pytest.raises(IntegrityError, match="append-only"), writing(engine) as connection:
        connection.execute(delete(table(AuditResultRow)))

    engine.dispose()
    assert len(project.audits.of(AuditKind.RED_TEAM)) == 1
