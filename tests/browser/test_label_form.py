"""The form view in a browser: nothing that is entered is dropped on the way to somewhere else."""

import pytest
from playwright.sync_api import Page, expect

from storage import Project
from tests.browser import labelling
from tests.browser.labelling import Office, short
from tests.browser.test_access import IS_READY

pytestmark = pytest.mark.browser


@pytest.fixture
def project(office: Office, request: pytest.FixtureRequest) -> Project:
    """Return a project of the test's own, with three short sessions."""
    return office.project(request.node.name, *map(short, labelling.names(3)))


def form(office: Office, project: Project, page: Page, **address: str) -> None:
    """Open the form view, and wait until the page is at rest."""
    office.opened(page, project, "maya", **address)
    page.get_by_text("Form view").click()
    expect(page.get_by_role("button", name="Save", exact=True)).to_be_visible()
    page.wait_for_function(IS_READY)


def test_a_note_in_the_form_is_kept_without_leaving_its_field_first(
    office: Office, project: Project, page: Page
) -> None:
    form(office, project, page, rubric="turn@1")
    page.get_by_text("✗ Fail", exact=True).first.click()
    expect(page.get_by_text("1 answer not saved yet.")).to_be_visible()

    page.get_by_placeholder("Note").fill("Noted what?")
    page.get_by_role("button", name="Next turn").click()

    expect(page.get_by_text("1 of 2 turns answered")).to_be_visible()
    [label] = project.labels.of_session(project.sessions.ids()[0])
    assert (label.label.turn, label.label.outcome) == (2, "fail")
    assert label.label.rationale == "Noted what?"


def test_what_is_typed_in_the_form_is_there_again_after_another_page(
    office: Office, project: Project, page: Page
) -> None:
    form(office, project, page)
    page.get_by_placeholder("Note").first.fill("Half a thought")
    expect(page.get_by_text("1 answer not saved yet.")).to_be_visible()

    page.get_by_role("link", name="Home").click()
    expect(page.get_by_role("heading", name="Judging")).to_be_visible()
    page.get_by_role("link", name="Label", exact=True).click()

    expect(page.get_by_text("1 answer not saved yet.")).to_be_visible()
    expect(page.get_by_placeholder("Note").first).to_have_value("Half a thought")
