"""What somebody may do and see in a project: the one place that decides."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from calibration import settings
from calibration.visitors import identity
from judging.errors import AccessError
from storage import Identity, Project, Reviewer, ReviewerRole

P = ParamSpec("P")
R = TypeVar("R")
DEFAULT_ROLE = "default_role"


class Right(StrEnum):
    """Something that a role allows; its value ends the sentence "A viewer may not …"."""

    LABEL = "label sessions"
    READ_SESSIONS = "read sessions"
    READ_RUBRIC = "read the rubric"
    LOOK_AGAIN = "look at disagreements"
    READ_REPORTS = "read the reports"
    SEE_ALL = "see what was said of sessions that they have not labelled"
    EDIT_RUBRIC = "change the rubric"
    IMPORT = "bring in files"
    RUN = "have a judge run, or look behind its verdicts"
    OPEN_TEST = "seal sessions, draw them, or open the test"
    SHARE_OUT = "share sessions out among reviewers"
    EXPORT = "take labels, verdicts or judges along"
    MANAGE = "say who may do what"


GIVEN = {
    ReviewerRole.LEAD: frozenset(Right),
    ReviewerRole.REVIEWER: frozenset(
        {Right.LABEL, Right.READ_SESSIONS, Right.READ_RUBRIC, Right.LOOK_AGAIN}
    ),
    ReviewerRole.VIEWER: frozenset({Right.READ_REPORTS}),
}
# By the page's file. One that is not here is for leads alone.
DOORS: dict[str, Right | None] = {
    "home": None,
    "label": Right.LABEL,
    "session": Right.READ_SESSIONS,
    "sessions": Right.READ_SESSIONS,
    "rubric": Right.READ_RUBRIC,
    "import_": Right.IMPORT,
    "queues": Right.SHARE_OUT,
    "run": Right.RUN,
    "agreement": Right.READ_REPORTS,
    "bias": Right.READ_REPORTS,
    "compare": Right.READ_REPORTS,
    "disagreements": Right.LOOK_AGAIN,
    "propose": Right.EDIT_RUBRIC,
    "gate": Right.READ_REPORTS,
    "export": Right.READ_REPORTS,
    "people": Right.MANAGE,
}
# What asks for a right, by its full name: kept by `needs`, for the tests to look through.
ASKED: dict[str, Right] = {}


NAME_A_LEAD = (
    "Nobody leads this project yet: have whoever runs the server name somebody in JUDGING_LEADS, "
    "or with judging people set NAME --role lead."
)


@dataclass(frozen=True, slots=True)
class Standing:
    """
    What somebody is in a project.

    Attributes:
        reviewer: They as they are kept; None before they have done anything.

        is_open: Whether everybody leads, since nobody was made the lead and names are typed.

        is_named: Whether they lead because the environment says so.

        lacks_lead: Whether nobody leads, so that nobody can be asked.
    """

    role: ReviewerRole
    reviewer: Reviewer | None = None
    is_open: bool = False
    is_named: bool = False
    lacks_lead: bool = False


def standing(project: Project | None, visitor: Identity | None) -> Standing:
    """
    Return what somebody is in a project.

    Whoever runs a command has the database in hand, and leads. Where names are typed, everybody
    leads until somebody is made the lead. Whoever is not known has the project's default role.

    Args:
        project: Which; None while there is none yet.

        visitor: Who; None for a command.
    """
    if visitor is None:
        return Standing(ReviewerRole.LEAD)
    known, is_led = project.reviewers.standing(visitor) if project else (None, False)
    if identity.is_named_lead(visitor):
        return Standing(ReviewerRole.LEAD, known, is_named=True)
    if not visitor.is_verified and not is_led:
        return Standing(ReviewerRole.LEAD, known, is_open=True)
    role = known.role if known else default_role(project)
    return Standing(role, known, lacks_lead=not is_led and not settings.leads())


def default_role(project: Project | None) -> ReviewerRole:
    """Return the role of those who come for the first time."""
    found = project.settings.read().get(DEFAULT_ROLE) if project else None
    return ReviewerRole(found or ReviewerRole.REVIEWER)


def may(project: Project, right: Right) -> bool:
    """Tell whether the visitor for whom a project was opened has a right in it, now."""
    return right in GIVEN[standing(project, project.visitor).role]


def check(project: Project, right: Right) -> None:
    """
    Make sure that the visitor for whom a project was opened has a right in it, now.

    Raises:
        AccessError: If they have not.
    """
    role = standing(project, project.visitor).role
    if right not in GIVEN[role]:
        raise refusal(role, right)


def needs(
    right: Right,
) -> Callable[[Callable[Concatenate[Project, P], R]], Callable[Concatenate[Project, P], R]]:
    """
    Return a decorator for what takes a project first: it refuses a visitor without the right.

    What it returns raises an `AccessError` before anything is read or written.
    """

    def asking(
        function: Callable[Concatenate[Project, P], R],
    ) -> Callable[Concatenate[Project, P], R]:
        @wraps(function)
        def asked(project: Project, /, *given: P.args, **named: P.kwargs) -> R:
            check(project, right)
            return function(project, *given, **named)

        ASKED[f"{function.__module__}.{function.__name__}"] = right
        return asked

    return asking


def arrive(project: Project) -> None:
    """Write down that the visitor for whom a project was opened is here; taken in if verified."""
    visitor = project.visitor
    if visitor is None or not visitor.subject:
        return
    known = who(project) if visitor.is_verified else project.reviewers.known(visitor)
    if known:
        project.reviewers.see(known)


def take_over(project: Project, since: datetime) -> None:
    """Write down that the visitor was shown what they saw, without a name, since a moment."""
    nobody = project.reviewers.known(identity.NOBODY_KEPT)
    if nobody:
        project.exposures.take_over(nobody.id, who(project).id, since=since)


def refusal(role: ReviewerRole, right: Right) -> AccessError:
    """Return what is said to somebody whose role does not allow something."""
    return AccessError(f"A {role} may not {right}.", fix="Ask a lead of this project.")


def may_open(found: Standing, page: str) -> bool:
    """Tell whether somebody may open a page, which goes by the name of its file."""
    right = DOORS.get(page, Right.MANAGE)
    return right is None or right in GIVEN[found.role]


def closed(found: Standing, page: str) -> AccessError:
    """Return what is said to somebody who opens a page that is not for them."""
    refused = refusal(found.role, DOORS.get(page) or Right.MANAGE)
    return AccessError(refused.what, fix=NAME_A_LEAD) if found.lacks_lead else refused


def actor(project: Project) -> str:
    """Return under what name the visitor's acts are written down; empty for a command."""
    return who(project).name if project.visitor else ""


def who(project: Project, name: str = "") -> Reviewer:
    """
    Return the visitor for whom a project was opened as one of its people, taken in if new.

    Args:
        project: Which.

        name: For a command, whom it speaks of.
    """
    if project.visitor is None:
        return project.reviewers.named(name or identity.UNNAMED)
    if not project.visitor.subject:
        return project.reviewers.named(identity.UNNAMED)
    known = project.reviewers.known(project.visitor)
    return known or project.reviewers.met(project.visitor, default_role(project))
