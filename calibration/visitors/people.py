"""The people of a project: who they are, what they may do, how much they have labelled."""

from dataclasses import dataclass

from calibration import settings
from calibration.visitors import access, identity
from calibration.visitors.access import Right
from calibration.visitors.identity import UNNAMED
from judging.errors import StoreError
from storage import Identity, IdentityKind, Project, Reviewer, ReviewerRole


@dataclass(frozen=True, slots=True)
class Person:
    """
    Somebody with a part in a project.

    Attributes:
        role: What they may do once roles hold.

        is_named: Whether they lead since the environment says so, whatever is kept.

        labels: How many units they have labelled, with those whose label they took back.
    """

    reviewer: Reviewer
    role: ReviewerRole
    is_named: bool
    labels: int


@access.needs(Right.MANAGE)
def listed(project: Project) -> list[Person]:
    """Return all who have a name, in alphabetical order."""
    given = project.labels.given()
    return [
        _person(one, given.get(one.id, 0))
        for one in project.reviewers.listed()
        if not one.is_slot and one.name != UNNAMED
    ]


def _person(one: Reviewer, labels: int) -> Person:
    is_named = identity.is_named_lead(Identity(one.identity, one.subject, one.name))
    return Person(one, ReviewerRole.LEAD if is_named else one.role, is_named, labels)


@access.needs(Right.MANAGE)
def set_role(project: Project, reviewer: Reviewer, role: ReviewerRole) -> None:
    """
    Give somebody a role.

    Raises:
        StoreError: If nobody would lead the project any more, or the environment makes them lead.
    """
    if _person(reviewer, 0).is_named and role is not ReviewerRole.LEAD:
        raise StoreError(
            f"{reviewer.name} leads every project of this server.",
            where=settings.LEADS,
            fix="Take the name out of it, and start the server again.",
        )
    project.reviewers.set_role(reviewer.id, role, by=access.actor(project))


@access.needs(Right.MANAGE)
def set_default_role(project: Project, role: ReviewerRole) -> None:
    """
    Give those who come for the first time a role.

    Raises:
        StoreError: If it is that of a lead.
    """
    if role is ReviewerRole.LEAD:
        raise StoreError("Not everybody who comes can lead.", fix="Choose reviewer or viewer.")
    project.settings.set(access.DEFAULT_ROLE, str(role), by=access.actor(project))


def known_as(project: Project, name: str, kind: IdentityKind | None = None) -> Reviewer:
    """
    Return somebody by name, taken in beforehand if they were never here.

    Args:
        project: Whose people.

        name: As the list has it; of somebody new, what a sign-in or a proxy will call them.

        kind: How they will be known; None for whoever has the name, else by a proxy where its
            header is set, else by typing it.

    Raises:
        StoreError: If it cannot be a name.
    """
    there = [one for one in project.reviewers.listed() if not one.is_slot and one.name == name]
    if there and kind in (None, there[0].identity):
        return there[0]
    usual = IdentityKind.HEADER if settings.identity_header() else IdentityKind.TYPED
    kind = kind or usual
    given = identity.tidied(name)
    if not given:
        raise StoreError(f"{name!r} cannot be a name.", fix="Give one of 1 to 80 characters.")
    subject = given.casefold() if kind is IdentityKind.OIDC and "@" in given else given
    return project.reviewers.met(Identity(kind, subject, given), access.default_role(project))
