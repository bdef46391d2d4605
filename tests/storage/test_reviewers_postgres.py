"""People and roles, on PostgreSQL as on SQLite."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from judging.errors import StoreError
from judging.ratings import Outcome
from storage import Identity, IdentityKind, Project, Reveal, RevealDraw, ReviewerRole
from storage.identities import typed
from tests import keeping

pytestmark = pytest.mark.postgres
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


def test_roles_settings_and_draws_are_kept_as_on_sqlite(
    on_postgres: Project, project: Project
) -> None:
    found = []
    for one in (on_postgres, project):
        keeping.add(one, keeping.session("a"))
        session, maya = keeping.number(one, "a"), one.reviewers.named("maya")
        one.reviewers.set_role(maya.id, ReviewerRole.LEAD, by="")
        one.reviewers.see(maya)
        one.settings.set("reveal", {"seed": "a"}, by="maya")
        draws = [RevealDraw(maya.id, session, way, 0.5) for way in (Reveal.OPEN, Reveal.BLIND)]
        one.reveal_draws.keep([*draws, *draws])
        keeping.label(one, "a", Outcome.PASS)
        known, is_led = one.reviewers.standing(typed("maya"))
        found.append(
            (
                known is not None and known.role,
                is_led,
                one.reviewers.named("maya").seen_at is not None,
                one.settings.read(),
                list(one.reveal_draws.of(maya.id).values()),
                list(one.labels.given().values()),
            )
        )

    assert found[0] == found[1]
    assert found[0][4] == [[Reveal.BLIND, Reveal.OPEN]]
