"""Labels reach the database, whatever happens to typing, servers and tabs meanwhile."""

from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, Page, expect

from storage import Project
from tests.browser import labelling
from tests.browser.labelling import CRITERIA, OUTCOMES, Office, given, saved, short, typed
from tests.running import wait_for

pytestmark = pytest.mark.browser
LONG = 400


@pytest.fixture
def project(office: Office, request: pytest.FixtureRequest) -> Project:
    """Return a project of the test's own, with a dozen short sessions."""
    return office.project(request.node.name, *map(short, labelling.names(12)))


@pytest.fixture
def mortal(browser: Browser, tmp_path: Path) -> Iterator[Office]:
    """Serve the app for one test, which may kill it."""
    assert browser.is_connected()
    office = labelling.office(tmp_path)
    office.server.start()
    yield office
    office.server.stop()


def patient(page: Page) -> Page:
    """Have the browser leave a page when it asks whether to."""
    page.on("dialog", lambda dialog: dialog.accept())
    return page


def test_a_server_that_dies_while_somebody_types_costs_no_label(mortal: Office, page: Page) -> None:
    names = labelling.names(12)
    project = mortal.project("typing", *map(short, names))
    mortal.opened(page, project, "maya")
    keys, amount = labelling.stint(names)

    typed(page, keys[:20], gap=0.05)
    mortal.server.stop()
    typed(page, keys[20:40], gap=0.05)
    expect(page.locator(".panel .saving")).to_contain_text("Offline")
    back = Thread(target=mortal.server.start)
    back.start()
    typed(page, keys[40:], gap=0.25)
    back.join()
    saved(page, LONG)

    assert given(project, "maya") == amount


def test_two_reviewers_at_once_are_not_in_each_other_s_way(
    office: Office, project: Project, browser: Browser
) -> None:
    pages = {name: browser.new_page() for name in ("maya", "jonas")}
    for name, page in pages.items():
        office.opened(page, project, name)
    keys, amount = labelling.stint(labelling.names(12))

    for key in keys:
        for page in pages.values():
            page.keyboard.press(key)
    for page in pages.values():
        saved(page, LONG)

    assert given(project, "maya") == given(project, "jonas") == amount
    for page in pages.values():
        page.close()


def test_another_reviewer_in_the_tab_inherits_nothing(
    office: Office, project: Project, page: Page
) -> None:
    patient(page)
    panel = office.opened(page, project, "maya")
    # The tab's way to the server is cut, as by a network that is gone.
    page.evaluate("window.WebSocket.prototype.send = () => {}")
    typed(page, "pf", gap=0.05)
    expect(panel.locator(".saving")).to_have_text("Offline: 2 labels wait")

    office.opened(page, project, "jonas")
    expect(panel.locator(".notice")).to_have_text(
        "2 labels of maya wait here: go back to maya to save them"
    )
    expect(panel.locator(".line .chip")).to_have_count(0)
    page.keyboard.press("u")
    saved(page)
    before = given(project, "maya")
    panel.get_by_role("link", name="go back to maya to save them").click()
    wait_for(lambda: len(given(project, "maya")) == 2)

    assert before == {}
    assert given(project, "maya") == {
        ("s001", "goal_met", 0): "pass",
        ("s001", "consistent", 0): "fail",
    }
    assert given(project, "jonas") == {("s001", "goal_met", 0): "cannot_tell"}


def test_a_name_changed_on_the_page_begins_at_an_empty_desk(
    office: Office, project: Project, page: Page
) -> None:
    panel = office.opened(page, project, "maya")
    typed(page, "pf", gap=0.05)
    saved(page)

    page.get_by_role("button", name="maya").click()
    page.get_by_role("textbox", name="Your name").fill("jonas")
    page.get_by_role("button", name="Start labelling").click()
    expect(page.get_by_role("button", name="jonas")).to_be_visible()
    expect(page.get_by_role("textbox", name="Your name")).to_be_hidden()
    labelling.ready(page)
    expect(panel.locator(".line .chip")).to_have_count(0)
    typed(page, "zu", gap=0.1)
    saved(page)

    assert len(given(project, "maya")) == 2
    assert given(project, "jonas") == {("s001", "goal_met", 0): "cannot_tell"}


def test_who_leaves_while_labels_wait_is_asked_first(
    office: Office, project: Project, page: Page
) -> None:
    asked: list[str] = []
    page.on("dialog", lambda dialog: asked.append(dialog.type))
    panel = office.opened(patient(page), project, "maya")

    page.evaluate("window.WebSocket.prototype.send = () => {}")
    page.keyboard.press("p")
    expect(panel.locator(".saving")).to_have_text("Offline: 1 label waits")
    page.reload()
    labelling.ready(page)
    saved(page)

    assert asked == ["beforeunload"]
    assert given(project, "maya") == {("s001", "goal_met", 0): "pass"}
    expect(panel.locator(".line .chip")).to_have_text(["✓ Pass"])


def test_a_label_that_is_refused_is_said_to_be_and_not_sent_again(
    office: Office, project: Project, page: Page
) -> None:
    panel = office.opened(page, project, "maya")
    event = {
        "id": "tampered-with",
        "type": "label",
        "reviewer": "maya",
        "rubric": "conversation@1",
        "session": "s001",
        "criterion": "politeness",
        "turn": 0,
        "outcome": "pass",
        "note": "",
        "cited": [],
    }
    page.evaluate(
        "([key, event]) => sessionStorage.setItem(key, JSON.stringify([event]))",
        [f'judging-labels ["{project.name}","maya"]', event],
    )

    page.reload()
    labelling.ready(page)

    notice = panel.get_by_role("alert")
    expect(notice).to_contain_text("Not saved: politeness in s001.")
    expect(notice).to_contain_text("has no criterion 'politeness'")
    saved(page)
    assert given(project, "maya") == {}


def test_keys_typed_before_the_next_session_is_there_wait_for_it(
    office: Office, project: Project, page: Page
) -> None:
    panel = office.opened(page, project, "maya")
    page.evaluate(
        "() => { window.heldBack = []; window.honest = WebSocket.prototype.send;"
        " WebSocket.prototype.send = function (m) { heldBack.push([this, m]) } }"
    )

    typed(page, ["p", "Enter"] * 3 + ["f"], gap=0.05)
    expect(panel).to_have_attribute("aria-busy", "true")
    page.evaluate(
        "() => { WebSocket.prototype.send = window.honest;"
        " for (const [socket, message] of heldBack) socket.send(message) }"
    )
    saved(page)

    assert given(project, "maya") == {
        (name, CRITERIA[0], 0): OUTCOMES[key]
        for name, key in zip(labelling.names(4), "pppf", strict=True)
    }
