"""Addresses of sessions, and of what is behind verdicts."""

from urllib.parse import parse_qs, urlsplit

import pytest

from calibration import projects
from pages.parts import run_links
from storage import Project, Store

HOSTILE = "a&run=9#x=<y> é/?"


def test_a_name_of_any_characters_comes_back_as_it_was(project: Project) -> None:
    address = urlsplit(run_links.calls(project, 3, HOSTILE, 7))

    assert address.path == "run"
    assert parse_qs(address.query) == {"run": ["3"], "session": [HOSTILE], "verdict": ["7"]}


def test_a_turn_and_a_verdict_stand_there_only_if_there_is_one(project: Project) -> None:
    assert run_links.session(project, "a") == "session?id=a"
    assert run_links.session(project, "a", 4) == "session?id=a&turn=4"
    assert run_links.calls(project, 3, "a") == "run?run=3&session=a"


@pytest.mark.parametrize(("mine", "named"), [("default", False), ("another", True)])
def test_another_project_than_the_usual_one_is_named(
    store: Store, mine: str, *, named: bool
) -> None:
    project = projects.new_or_existing(store, mine)

    assert ("project=another" in run_links.session(project, "a")) == named
