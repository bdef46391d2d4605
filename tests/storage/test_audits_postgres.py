"""Audits and sights, out of PostgreSQL as out of SQLite."""

import pytest

from judging.ratings import Outcome
from storage import AuditKind, KeptAudit, Project, revealed
from tests import keeping

pytestmark = pytest.mark.postgres
PASS, FAIL = Outcome.PASS, Outcome.FAIL


def test_audits_and_changed_labels_are_the_same(sample: Project, project: Project) -> None:
    found = []
    for one in (sample, project):
        keeping.add(one, keeping.session("seen"), keeping.session("left"))
        for name in ("seen", "left"):
            keeping.label(one, name, PASS)
        compared = keeping.judge(one, {"seen": FAIL, "left": FAIL}, name="mine")
        keeping.label(one, "seen", FAIL, blind=False)
        version = one.rubrics.get("conversation@1").id
        kept = KeptAudit(AuditKind.FIT, version, "f", "person", {"criteria": {}, "cases": []})
        one.audits.add(kept)
        later = [(r.before, r.after, r.is_new) for r in revealed.of(one, compared)]
        found.append((later, one.audits.of(AuditKind.FIT) == [kept]))

    assert found == [([(PASS, FAIL, True)], True)] * 2
