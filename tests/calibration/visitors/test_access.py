"""What each role may do: asked below the screen, of every function that a page calls."""

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import calibration
from calibration import projects
from calibration.visitors import access, people
from calibration.visitors.access import Right
from judging.errors import AccessError, StoreError
from storage import Identity, IdentityKind, Project, ReviewerRole, Store
from storage.identities import typed
from tests import staffed
from tests.staffed import LEAD, REVIEWER, VIEWER

PAGES = Path(__file__).parents[3] / "pages"
SCRIPTS = sorted(path for path in PAGES.rglob("*.py") if path.stem != "__init__")
PACKAGES = {"calibration"} | {
    f"calibration.{found.name}"
    for found in pkgutil.iter_modules(calibration.__path__)
    if found.ispkg
}
# What tells nothing of any verdict or label, and changes nothing.
HARMLESS = {
    "agreement.reporting.default_reference",
    "agreement.reporting.reference_named",
    "agreement.reviewer_agreement.newest_versions",
    "bias.own_family.warning",
    "labels.labelling.revealed",
    "labels.revealing.policy",
    "projects.new_or_existing",
    "runs.judge_choice.objection",
    "visitors.access.actor",
    "visitors.access.arrive",
    "visitors.access.default_role",
    "visitors.access.may",
    "visitors.access.standing",
    "visitors.access.take_over",
    "visitors.access.who",
}
SIGNED_IN = Identity(IdentityKind.OIDC, "ann@example.org", "ann@example.org")


def called() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Yield every function of `calibration` that a page names, with its module's name before it."""
    for path in SCRIPTS:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        imported = {
            alias.asname or alias.name: f"{node.module}.{alias.name}"
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and node.module in PACKAGES
            for alias in node.names
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                module = imported.get(node.value.id)
                found = getattr(importlib.import_module(module), node.attr) if module else None
                if module and inspect.isfunction(found):
                    yield f"{module.removeprefix('calibration.')}.{node.attr}", found


@cache
def of_projects() -> dict[str, Callable[..., Any]]:
    """Return those among them that take a project."""
    return {
        name: function
        for name, function in called()
        if any(
            parameter.annotation in {Project, Project | None, Store}
            for parameter in inspect.signature(function, eval_str=True).parameters.values()
        )
    }


ASKED = {
    name: access.ASKED[f"calibration.{name}"]
    for name in sorted(of_projects())
    if f"calibration.{name}" in access.ASKED
}
REFUSED = [
    (role, name, right)
    for name, right in ASKED.items()
    for role in (REVIEWER, VIEWER)
    if right not in access.GIVEN[role]
]


@pytest.fixture
def project(project: Project) -> Project:
    staffed.people(project)
    return project


def test_every_function_that_a_page_calls_with_a_project_asks_for_a_right() -> None:
    found = set(of_projects())

    assert len(found) > 50
    assert found - set(ASKED) == HARMLESS


@pytest.mark.parametrize(("role", "name", "right"), REFUSED)
def test_a_role_without_the_right_gets_nothing_from_a_function(
    role: ReviewerRole, name: str, right: Right, project: Project
) -> None:
    function = of_projects()[name]
    given = [None] * (len(inspect.signature(function).parameters) - 1)

    with pytest.raises(AccessError, match=f"A {role} may not {right}"):
        function(staffed.visited(project, role), *given)


def test_pages_have_their_project_from_the_one_place_that_opens_it_for_the_visitor() -> None:
    words = (".project(", ".project_or_new(", "Project(", "Store(")
    opens = {
        path.name
        for path in SCRIPTS
        for line in path.read_text(encoding="utf-8").splitlines()
        if any(word in line and f"opened{word}" not in line for word in words)
        and not line.startswith("def ")
    }

    assert opens == {"opened.py"}


def test_every_page_is_behind_a_door() -> None:
    pages = {path.stem for path in PAGES.glob("*.py")} - {"__init__", "main"}

    assert set(access.DOORS) == pages


def test_a_page_that_nobody_thought_of_is_for_leads() -> None:
    assert access.may_open(access.Standing(LEAD), "new")
    assert not access.may_open(access.Standing(REVIEWER), "new")


def test_whoever_runs_a_command_leads(project: Project) -> None:
    assert access.standing(project, None).role is LEAD
    assert all(access.may(project, right) for right in Right)


def test_everybody_leads_where_names_are_typed_and_nobody_was_made_the_lead(
    database_url: str,
) -> None:
    store = Store(database_url)
    project = projects.new_or_existing(store, "single")
    project.reviewers.named("maya")

    alone = [access.standing(project, typed(name)) for name in ("maya", "somebody", "")]
    store.close()

    assert {(one.role, one.is_open) for one in alone} == {(LEAD, True)}


def test_nobody_leads_who_signs_in_before_somebody_is_made_the_lead(database_url: str) -> None:
    store = Store(database_url)
    project = projects.new_or_existing(store, "single")
    found = access.standing(project, SIGNED_IN)
    store.close()

    assert (found.role, found.is_open) == (REVIEWER, False)


def test_who_is_not_known_has_the_role_of_newcomers(project: Project) -> None:
    people.set_default_role(project, VIEWER)

    assert access.standing(project, SIGNED_IN).role is VIEWER
    assert access.who(project.opened_for(SIGNED_IN)).role is VIEWER
    with pytest.raises(StoreError, match="Not everybody"):
        people.set_default_role(project, LEAD)


def test_a_typed_name_has_no_part_in_the_role_of_one_who_signed_in(project: Project) -> None:
    ann = project.reviewers.met(Identity(IdentityKind.OIDC, "ann", "ann"))
    project.reviewers.set_role(ann.id, LEAD, by="")

    assert access.standing(project, typed("ann")).role is REVIEWER


def test_a_role_that_is_taken_away_is_gone_at_once(project: Project) -> None:
    rita = staffed.visited(project, REVIEWER)
    before = access.may(rita, Right.LABEL)

    project.reviewers.set_role(access.who(rita).id, VIEWER, by="lee")

    assert (before, access.may(rita, Right.LABEL)) == (True, False)


def test_the_environment_makes_leads_that_nobody_sends_away(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGING_LEADS", "ann@example.org")
    here = project.opened_for(SIGNED_IN)
    access.arrive(here)

    assert access.standing(project, SIGNED_IN).is_named
    [ann] = [one for one in people.listed(here) if one.is_named]
    with pytest.raises(StoreError, match="leads every project"):
        people.set_role(here, ann.reviewer, VIEWER)


def test_who_comes_with_a_sign_in_is_taken_in_and_seen(project: Project) -> None:
    access.arrive(project.opened_for(SIGNED_IN))
    access.arrive(project.opened_for(typed("passing by")))

    ann = project.reviewers.known(SIGNED_IN)
    assert ann is not None
    assert ann.seen_at is not None
    assert project.reviewers.known(typed("passing by")) is None


def test_a_project_is_begun_by_those_who_may_fill_it(database_url: str) -> None:
    store = Store(database_url)

    with pytest.raises(AccessError, match="bring in files"):
        projects.new_or_existing(store, "new", SIGNED_IN)
    made = projects.new_or_existing(store, "new", typed("maya"))

    assert made.visitor == typed("maya")
    assert "new" in store.projects()
    store.close()


def test_somebody_is_given_a_role_before_they_come(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = people.known_as(project, "Ann@Example.org", IdentityKind.OIDC)
    people.set_role(project, ann, LEAD)
    monkeypatch.setenv("JUDGING_IDENTITY_HEADER", "X-User")

    assert access.standing(project, SIGNED_IN).role is LEAD
    assert people.known_as(project, "bob").identity is IdentityKind.HEADER
    assert people.known_as(project, "lee").identity is IdentityKind.TYPED
    with pytest.raises(StoreError, match="cannot be a name"):
        people.known_as(project, " ")
