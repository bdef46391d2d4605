"""The People page: roles, newcomers, the link, and when verdicts are shown."""

import pytest

from calibration.labels import revealing
from calibration.visitors import access
from judging.ratings import Outcome
from storage import Project, Reveal, ReviewerRole
from tests import keeping
from tests.pages.test_pages import opened

LEAD, VIEWER = ReviewerRole.LEAD, ReviewerRole.VIEWER


@pytest.fixture(autouse=True)
def _people(project: Project) -> None:
    keeping.add(project, keeping.session("a"))
    keeping.label(project, "a", Outcome.PASS)
    project.reviewers.named("jonas")


def test_everybody_who_was_here_is_listed_and_typed_names_are_called_what_they_are() -> None:
    page = opened("people.py", reviewer="jonas")

    [table] = [one.value for one in page.dataframe]
    assert list(table["Name"]) == ["jonas", "maya"]
    assert list(table["Labels"]) == [0, 1]
    assert list(table["Known by"]) == ["A typed name", "A typed name"]
    assert any("a courtesy, not access control" in one.value for one in page.markdown)
    assert "everybody leads" in page.info[0].value


def test_a_lead_is_made_and_the_others_are_what_the_list_says(project: Project) -> None:
    page = opened("people.py", reviewer="jonas")
    jonas = project.reviewers.named("jonas")

    page.selectbox(key=f"people_role_{jonas.id}").set_value(LEAD).run()
    page.button(key="people_give").click().run()

    assert not page.exception
    assert project.reviewers.named("jonas").role is LEAD
    assert not page.info
    assert [one.value for one in opened("people.py", reviewer="maya").title] == ["Not for you"]


def test_the_only_lead_is_told_why_they_stay_one(project: Project) -> None:
    jonas = project.reviewers.named("jonas")
    project.reviewers.set_role(jonas.id, LEAD, by="")
    page = opened("people.py", reviewer="jonas")

    page.selectbox(key=f"people_role_{jonas.id}").set_value(VIEWER).run()
    page.button(key="people_give").click().run()

    assert "jonas is the only lead" in page.error[0].value
    assert project.reviewers.named("jonas").role is LEAD


def test_newcomers_are_what_a_lead_says(project: Project) -> None:
    page = opened("people.py", reviewer="jonas")

    [chosen] = [one for one in page.segmented_control if one.key == "people_default"]
    chosen.set_value(VIEWER).run()

    assert access.default_role(project) is VIEWER


def test_the_link_leads_to_this_project() -> None:
    page = opened("people.py")

    [link] = [one.value for one in page.code]
    assert link.endswith("/label?project=default")


def test_a_policy_is_chosen_and_kept(project: Project) -> None:
    page = opened("people.py", reviewer="jonas")

    page.session_state["people_policy"] = "drawn"
    page.run()
    page.number_input(key=f"people_policy_{Reveal.OPEN}").set_value(30).run()
    assert page.button(key="people_policy_keep").disabled
    page.number_input(key=f"people_policy_{Reveal.AFTER_SAVING}").set_value(70).run()
    page.button(key="people_policy_keep").click().run()

    assert not page.exception
    assert revealing.policy(project).shares == {Reveal.AFTER_SAVING: 0.7, Reveal.OPEN: 0.3}
