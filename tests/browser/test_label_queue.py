"""A reviewer who labels from a queue, in Chromium: skip, later, and sessions that others took."""

from datetime import timedelta

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from calibration.labels import queue_making
from calibration.labels.queue_making import QueueRequest
from judging.sampling import Design
from storage import Project, label_slots, queue_progress
from storage.label_queues import StoredQueue
from storage.queue_progress import State
from storage.tables.columns import now
from tests.browser import labelling
from tests.browser.labelling import Office, saved, short, typed

pytestmark = pytest.mark.browser


@pytest.fixture
def project(office: Office, request: pytest.FixtureRequest) -> Project:
    return office.project(request.node.name, *map(short, labelling.names(5)))


@pytest.fixture
def queue(project: Project) -> StoredQueue:
    version = project.rubrics.get("conversation@1")
    names = labelling.names(4)
    request = QueueRequest(Design.CHOSEN, version, chosen=names, name="Spring sample")
    return queue_making.create(project, request)


def title(page: Page) -> Locator:
    return page.locator(".transcript:not(.standby) .title .strong")


def states(project: Project, queue: StoredQueue) -> dict[str, State]:
    """Return what maya has to do with each session of the queue."""
    return {one.session: one.state for one in queue_progress.holdings(project, queue)}


def test_the_line_says_where_and_until_when(
    office: Office, page: Page, project: Project, queue: StoredQueue
) -> None:
    panel = office.opened(page, project, "maya")

    expect(panel.locator(".count")).to_have_text("0 of 4 in this queue")
    expect(panel.locator(".lease")).to_contain_text("Spring sample · reserved for you until ")
    typed(page, "ppppp", gap=0.05)
    expect(panel.locator(".count")).to_have_text("1 of 4 in this queue")
    expect(panel.locator(".lease span")).to_have_text("Spring sample")
    assert queue_progress.of(project, queue).done == 1


def test_skip_gives_a_session_away_and_back_brings_it_again(
    office: Office, page: Page, project: Project, queue: StoredQueue
) -> None:
    panel = office.opened(page, project, "maya")
    typed(page, "ps", gap=0.05)
    expect(title(page)).to_have_text("s002")
    saved(page)
    skipped = states(project, queue)["s001"]

    page.keyboard.press("[")
    expect(title(page)).to_have_text("s001")
    saved(page)

    assert skipped is State.SKIPPED
    assert states(project, queue)["s001"] is State.RESERVED
    expect(panel.locator(".lease")).to_contain_text("reserved for you")


def test_what_is_kept_for_later_comes_when_nothing_else_does(
    office: Office, page: Page, project: Project, queue: StoredQueue
) -> None:
    office.opened(page, project, "maya")

    page.keyboard.press("l")
    for name in ("s002", "s003", "s004"):
        expect(title(page)).to_have_text(name)
        typed(page, ["p", "p", "p", "p", "p", "Enter"], gap=0.05)
    expect(title(page)).to_have_text("s001")
    typed(page, ["p", "p", "p", "p", "p", "Enter"], gap=0.05)

    expect(page.get_by_text("The queue Spring sample is finished")).to_be_visible()
    assert queue_progress.of(project, queue).done == 4


def test_skipping_the_last_one_ends_with_the_offer_to_take_it_back(
    office: Office, page: Page, project: Project, queue: StoredQueue
) -> None:
    office.opened(page, project, "maya")
    for name in ("s001", "s002", "s003", "s004"):
        expect(title(page)).to_have_text(name)
        page.keyboard.press("s")

    page.get_by_role("button", name="Take back the 4 that you skipped").click()

    expect(title(page)).to_have_text("s001")
    saved(page)
    assert State.SKIPPED not in states(project, queue).values()


def test_skipping_faster_than_the_server_follows_ends_alike(
    office: Office, page: Page, project: Project, queue: StoredQueue
) -> None:
    office.opened(page, project, "maya")

    typed(page, "ssss", gap=0.01)

    expect(page.get_by_role("button", name="Take back the 4 that you skipped")).to_be_visible()
    expect(page.locator(".panel .middle")).to_be_hidden()
    assert set(states(project, queue).values()) == {State.SKIPPED}


def test_a_session_that_another_took_says_so_and_leads_on(
    office: Office, page: Page, project: Project, queue: StoredQueue
) -> None:
    panel = office.opened(page, project, "maya")
    jonas = project.reviewers.named("jonas").id
    label_slots.of(project, queue).hold(jonas, set(), most=1, now=now() + timedelta(minutes=31))

    page.keyboard.press("p")
    expect(panel.locator(".lease.notice")).to_contain_text("Others have this session now")
    panel.locator(".lease .link").click()

    expect(title(page)).to_have_text("s002")
    saved(page)
    assert labelling.given(project, "maya") == {("s001", "goal_met", 0): "pass"}


@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_sticks_out_with_a_queue(
    office: Office, browser: Browser, project: Project, queue: StoredQueue, width: int
) -> None:
    page = browser.new_page(viewport={"width": width, "height": 740})
    panel = office.opened(page, project, "maya", queue=queue.name)

    boxes = [box.bounding_box() for box in panel.locator(".foot button").all()]
    assert len(boxes) == 5
    assert max(box["x"] + box["width"] for box in boxes if box) <= width
    assert page.evaluate("document.documentElement.scrollWidth") == width
    page.close()


def test_a_reload_leads_back_to_the_session_that_is_reserved(
    office: Office, page: Page, project: Project, queue: StoredQueue
) -> None:
    office.opened(page, project, "maya")
    typed(page, ["p", "p", "p", "p", "p", "Enter"], gap=0.05)
    expect(title(page)).to_have_text("s002")
    saved(page)

    page.reload()
    labelling.ready(page)

    expect(title(page)).to_have_text("s002")
    assert "queue=Spring+sample" in page.url
    page.keyboard.press("[")
    expect(title(page)).to_have_text("s001")
    assert queue_progress.of(project, queue).done == 1
