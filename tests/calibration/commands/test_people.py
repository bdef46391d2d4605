"""`judging people` and `judging project policy`."""

import pytest

from storage import Project
from tests.calibration.commands.here import Command


@pytest.fixture(autouse=True)
def _somebody(project: Project) -> None:
    project.reviewers.named("maya")


def test_people_are_listed_with_what_is_known_of_them(command: Command) -> None:
    told = command("people", "--json").document

    assert (told["project"], told["default_role"]) == ("default", "reviewer")
    assert told["people"] == [
        {
            "name": "maya",
            "role": "reviewer",
            "identity": "typed",
            "subject": "maya",
            "labels": 0,
            "seen_at": None,
            "lead_by_environment": False,
        }
    ]


def test_the_list_for_people_says_that_everybody_leads_at_first(command: Command) -> None:
    done = command("people")

    assert done.code == 0
    assert "where names are typed, everybody leads" in done.output
    assert "maya  reviewer  typed" in done.output


def test_somebody_is_made_a_lead_before_they_come(command: Command, project: Project) -> None:
    done = command("people", "set", "Ann@Example.org", "--role", "lead", "--known-by", "oidc")

    assert (done.code, done.output) == (0, "Ann@Example.org is a lead of default.\n")
    [ann] = [one for one in project.reviewers.listed() if one.role == "lead"]
    assert (ann.identity, ann.subject) == ("oidc", "ann@example.org")


def test_a_change_is_told_as_one_document(command: Command) -> None:
    told = command("people", "set", "maya", "--role", "lead", "--json").document

    assert [(one["name"], one["role"]) for one in told["people"]] == [("maya", "lead")]


def test_newcomers_are_given_a_role(command: Command) -> None:
    said = command("people", "default", "viewer").output
    told = command("people", "default", "reviewer", "--json").document

    assert said == "Whoever comes to default for the first time is a viewer.\n"
    assert told["default_role"] == "reviewer"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("people", "set", "maya", "--role", "boss"), "'boss' is none of lead, reviewer, viewer"),
        (("people", "set", "maya", "--role", "lead", "--known-by", "face"), "'face' is none of"),
        (("people", "default", "lead"), "Not everybody who comes can lead"),
        (("project", "policy", "shut"), "'shut' is none of blind, reveal, open"),
        (("project", "policy", "--open", "0.3"), "no parts of a whole"),
        (("project", "policy", "open", "--blind", "0.3"), "Give one way, or a share of each"),
    ],
)
def test_what_cannot_be_is_refused(command: Command, words: tuple[str, ...], why: str) -> None:
    done = command(*words)

    assert (done.code, done.output) == (2, "")
    assert why in done.errors


def test_the_only_lead_cannot_be_sent_away(command: Command) -> None:
    command("people", "set", "maya", "--role", "lead")

    done = command("people", "set", "maya", "--role", "viewer")

    assert done.code == 2
    assert "maya is the only lead of this project" in done.errors


def test_a_policy_is_set_and_told(command: Command) -> None:
    first = command("project", "policy", "--json").document
    drawn = command("project", "policy", "--reveal", "0.8", "--open", "0.2", "--json").document
    blind = command("project", "policy", "blind").output

    assert first["policy"] == "reveal"
    assert (drawn["policy"], drawn["shares"]) == (
        "drawn",
        {"blind": 0, "reveal": 0.8, "open": 0.2},
    )
    assert blind == "Nothing is shown on the Label page.\n"
