"""A criterion revised, as a person does it, in Chromium."""

import re
from collections.abc import Iterator
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from calibration import projects, sample_project
from storage import Project, Store, proposals
from tests.running import Server

pytestmark = pytest.mark.browser
ADDRESS = "rubric=conversation@2&judge=rules"


@pytest.fixture
def sample(url: str, request: pytest.FixtureRequest) -> Iterator[Project]:
    store = Store(url)
    project = projects.new_or_existing(store, request.node.name)
    sample_project.add_to(project)
    yield project
    store.close()


def test_a_text_written_by_hand_is_tried_and_published(
    page: Page, app: Server, sample: Project
) -> None:
    page.goto(f"{app.url}/propose?project={quote(sample.name)}&{ADDRESS}&criterion=no_reasking")
    expect(page.get_by_text("differ on 12 answers")).to_be_visible(timeout=90_000)
    page.get_by_label("Fail when").fill("The agent asks for what it has been told.")
    page.get_by_label("Your name").fill("ann")
    page.get_by_role("button", name="Keep as a proposal").click()

    expect(page.get_by_text("By ann, for conversation@2.")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Judge .* anew")).click()
    expect(page.get_by_text("0 of 5")).to_be_visible(timeout=120_000)
    page.get_by_label("Your name").last.fill("ann")
    page.get_by_role("button", name="Publish as a new version").click()

    expect(page.get_by_text(re.compile("^Published as conversation@3"))).to_be_visible()
    assert sample.rubrics.get("conversation").rubric.parent == 2
    assert str(proposals.of(sample).listed()[0].state) == "published"


def test_similar_disagreements_are_listed_alone_and_lead_to_the_rule(
    page: Page, app: Server, sample: Project
) -> None:
    page.goto(f"{app.url}/disagreements?project={quote(sample.name)}&{ADDRESS}")
    page.get_by_role("button", name="Similar ones").click(timeout=90_000)
    page.get_by_text(re.compile("Asks, given and number")).click()

    expect(page.get_by_text("1 of 5; nothing said yet")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Revise the rule").click()
    expect(page).to_have_url(re.compile("/propose.*criterion=no_reasking"))
    expect(page.get_by_text("Where they differ")).to_be_visible()
