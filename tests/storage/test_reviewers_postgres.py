"""People and roles, on PostgreSQL as on SQLite."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from judging.errors import StoreError
from storage import Identity, IdentityKind, Project, ReviewerRole

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.filterwarnings("ignore:XDG_RUNTIME_DIR"),
]
KINDS = (IdentityKind.TYPED, IdentityKind.HEADER, IdentityKind.OIDC)


def test_all_who_come_at_once_are_told_apart(on_postgres: Project) -> None:
    everybody = [Identity(kind, "ann", "ann") for kind in KINDS] * 4

    with ThreadPoolExecutor(len(everybody)) as threads:
        met = list(threads.map(on_postgres.reviewers.met, everybody))

    assert len({one.id for one in met}) == 3
    assert len({one.name for one in met}) == 3


def test_of_two_leads_who_send_each_other_away_one_stays(on_postgres: Project) -> None:
    people = on_postgres.reviewers
    both = [people.named("maya"), people.named("jonas")]
    for one in both:
        people.set_role(one.id, ReviewerRole.LEAD, by="")

    def send_away(reviewer: int) -> bool:
        try:
            people.set_role(reviewer, ReviewerRole.VIEWER, by="")
        except StoreError:
            return False
        return True

    with ThreadPoolExecutor(2) as threads:
        went = list(threads.map(send_away, [one.id for one in both]))

    assert sorted(went) == [False, True]
    assert len([one for one in people.listed() if one.role is ReviewerRole.LEAD]) == 1
