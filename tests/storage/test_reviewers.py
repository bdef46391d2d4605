"""People, told apart by who vouches for them, and the roles they have."""

import pytest
from sqlalchemy import text

from judging.errors import StoreError
from judging.ratings import Outcome
from storage import Identity, IdentityKind, Project, ReviewerRole
from storage.engine import opened
from storage.identities import typed
from tests import keeping

LEAD, REVIEWER, VIEWER = ReviewerRole.LEAD, ReviewerRole.REVIEWER, ReviewerRole.VIEWER
SIGNED_IN = Identity(IdentityKind.OIDC, "ann@example.org", "ann")
BY_PROXY = Identity(IdentityKind.HEADER, "ann", "ann")


def test_who_typed_a_name_is_nobody_who_signed_in(project: Project) -> None:
    people = [project.reviewers.met(one) for one in (typed("ann"), SIGNED_IN, BY_PROXY)]

    assert [one.name for one in people] == ["ann", "ann (signed in)", "ann (by proxy)"]
    assert len({one.id for one in people}) == 3


def test_a_name_that_somebody_signed_in_with_cannot_be_taken_by_typing_it(
    project: Project,
) -> None:
    signed_in = project.reviewers.met(SIGNED_IN)

    other = project.reviewers.met(typed("ann"))

    assert (signed_in.name, other.name) == ("ann", "ann (typed)")
    assert other.id != signed_in.id


def test_somebody_is_the_same_at_every_visit(project: Project) -> None:
    first = project.reviewers.met(SIGNED_IN, VIEWER)

    again = project.reviewers.met(Identity(SIGNED_IN.kind, SIGNED_IN.subject, "Ann B."), LEAD)

    assert again == first
    assert again.role is VIEWER


def test_nobody_is_known_before_the_first_visit(project: Project) -> None:
    project.reviewers.met(BY_PROXY)

    assert project.reviewers.known(SIGNED_IN) is None


def test_a_name_in_a_file_is_whoever_has_that_name(project: Project) -> None:
    signed_in = project.reviewers.met(SIGNED_IN)
    keeping.add(project, keeping.session("a"))

    keeping.label(project, "a", Outcome.PASS, reviewer="ann")

    assert project.labels.labelled(signed_in.id)


def test_a_name_that_nobody_has_is_a_typed_one(project: Project) -> None:
    maya = project.reviewers.named("maya")

    assert (maya.identity, maya.subject) == (IdentityKind.TYPED, "maya")
    assert project.reviewers.met(typed("maya")) == maya


def test_slots_are_nobody(project: Project) -> None:
    keeping.add(project, keeping.session("a"))
    keeping.label(project, "a", Outcome.PASS, reviewer=None, slot=1)

    assert project.reviewers.known(typed("slot 1")) is None


def test_a_change_of_role_is_written_down(project: Project, database_url: str) -> None:
    ann = project.reviewers.met(SIGNED_IN)

    project.reviewers.set_role(ann.id, LEAD, by="maya")

    assert project.reviewers.standing(BY_PROXY) == (None, True)
    assert project.reviewers.named("ann").role is LEAD
    engine = opened(database_url)
    with engine.connect() as connection:
        log = connection.execute(text("SELECT actor, kind, subject, payload FROM audit_event"))
        assert [tuple(row) for row in log] == [
            ("maya", "role", "ann", '{"from": "reviewer", "to": "lead"}')
        ]
    engine.dispose()


def test_the_only_lead_stays_one(project: Project) -> None:
    ann, maya = project.reviewers.met(SIGNED_IN), project.reviewers.named("maya")
    project.reviewers.set_role(ann.id, LEAD, by="")

    with pytest.raises(StoreError, match="ann is the only lead"):
        project.reviewers.set_role(ann.id, REVIEWER, by="")
    project.reviewers.set_role(maya.id, LEAD, by="")
    project.reviewers.set_role(ann.id, REVIEWER, by="")

    assert [one.name for one in project.reviewers.listed() if one.role is LEAD] == ["maya"]


def test_who_is_here_is_written_down_every_few_minutes_at_most(project: Project) -> None:
    ann = project.reviewers.met(SIGNED_IN)
    project.reviewers.see(ann)
    seen = project.reviewers.met(SIGNED_IN)

    project.reviewers.see(seen)

    assert ann.seen_at is None
    assert seen.seen_at is not None
    assert project.reviewers.met(SIGNED_IN).seen_at == seen.seen_at
