"""Disagreements as a person goes through them, in Chromium."""

import re
from collections.abc import Iterator
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from calibration import projects, sample_project
from judging.ratings import Outcome
from storage import Project, Store, View
from tests import keeping
from tests.browser.test_rail import CONTRAST
from tests.browser.test_run import HOSTILE
from tests.running import Server, wait_for

pytestmark = pytest.mark.browser
FIRST = "rubric=conversation@1&judge=example-judge"


@pytest.fixture
def project(url: str, request: pytest.FixtureRequest) -> Iterator[Project]:
    store = Store(url)
    yield projects.new_or_existing(store, request.node.name)
    store.close()


@pytest.fixture
def sample(project: Project) -> Project:
    sample_project.add_to(project)
    return project


def opened(page: Page, app: Server, project: Project, address: str = FIRST) -> Locator:
    """Open the page in a project, and return the list once a session stands beside it."""
    page.goto(f"{app.url}/disagreements?project={quote(project.name)}&{address}")
    expect(page.locator(".transcript article").first).to_be_visible(timeout=90_000)
    return page.locator(".disagreements")


def here(listed: Locator) -> Locator:
    """Return the item of the list that is marked as the one at hand."""
    return listed.locator("[aria-current]")


def following(page: Page) -> Locator:
    return page.get_by_role("button", name="Next", exact=True)


def reason(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Why")


def looks(project: Project) -> list[tuple[View | None, str]]:
    newest = project.second_looks.newest("goal_met", 1)
    return [(one.view, one.why) for found in newest.values() for one in found]


def top(page: Page) -> float:
    """Return how far the page itself is scrolled."""
    return float(page.get_by_test_id("stMain").evaluate("main => main.scrollTop"))


def test_a_click_in_the_list_opens_both_sides_and_the_address_follows(
    page: Page, app: Server, sample: Project
) -> None:
    listed = opened(page, app, sample)
    expect(here(listed)).to_contain_text("Charged twice in October")

    listed.get_by_role("button", name="A child's ear hurts again").first.click()

    expect(page.locator(".transcript .bar .title")).to_contain_text("A child's ear hurts again")
    expect(page.locator(".rail .card")).to_have_count(1)
    expect(page.locator(".rail .who .by")).to_have_text(["example-judge", "maya", "jonas"])
    expect(page).to_have_url(re.compile("session=ear-1"))
    expect(here(listed)).to_have_count(1)


def test_the_list_is_walked_with_arrow_keys(page: Page, app: Server, sample: Project) -> None:
    listed = opened(page, app, sample)
    here(listed).focus()

    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")

    expect(page.locator(".transcript .bar .title")).to_contain_text("Six at the Copper Heron")
    expect(here(listed)).to_be_focused()


def test_a_turn_that_either_side_cites_moves_the_transcript(
    page: Page, app: Server, sample: Project
) -> None:
    opened(page, app, sample, f"{FIRST}&session=charge-1")
    cited = page.locator(".transcript .cited-chip")
    expect(cited).to_have_text(["#6 ✓✗", "#8 ✗"])

    page.locator(".rail").get_by_role("button", name="Go to turn 8").click()

    expect(page.locator(".transcript [aria-current]")).to_have_attribute(
        "aria-label", re.compile("^Turn 8,")
    )


def test_a_view_and_its_reason_are_saved_without_a_button(
    page: Page, app: Server, sample: Project
) -> None:
    listed = opened(page, app, sample)
    page.get_by_role("radio", name="Judge is wrong").click()
    expect(page.get_by_text(re.compile(r"1 of \d+; saved"))).to_be_visible()

    reason(page).fill("A promise is no hand-off.")
    following(page).click()

    expect(page.locator(".transcript .bar .title")).to_contain_text("Six at the Copper Heron")
    expect(reason(page)).to_have_value("")
    expect(listed.locator(".item").first).to_contain_text("✓ Judge is wrong")
    assert looks(sample) == [(View.JUDGE_WRONG, "A promise is no hand-off.")]


def test_from_one_to_the_next_nothing_moves(page: Page, app: Server, sample: Project) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    opened(page, app, sample)
    boxes = [following(page), reason(page), page.locator(".transcript")]
    before = [box.bounding_box() for box in boxes]

    for title in ("Six at the Copper Heron", "A child's ear hurts again"):
        following(page).click()
        expect(page.locator(".transcript .bar .title")).to_contain_text(title)

    page.wait_for_timeout(500)
    assert [box.bounding_box() for box in boxes] == before
    assert top(page) == 0


def test_what_was_looked_at_keeps_its_place_while_its_reader_stays(
    page: Page, app: Server, sample: Project
) -> None:
    listed = opened(page, app, sample, f"{FIRST}&look=none&criterion=goal_met")
    count = listed.locator(".item").count()
    page.get_by_role("radio", name="Rule is unclear").click()
    wait_for(lambda: looks(sample))
    expect(page.get_by_text(re.compile(f"1 of {count}; saved"))).to_be_visible()

    following(page).click()

    expect(listed.locator(".item")).to_have_count(count - 1)
    expect(page.locator(".transcript .bar .title")).to_contain_text("Six at the Copper Heron")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_word_of_the_list_stands_out_from_its_ground(
    browser: Browser, app: Server, sample: Project, scheme: str
) -> None:
    page = browser.new_page(color_scheme="dark" if scheme == "dark" else "light")
    listed = opened(page, app, sample)
    page.get_by_role("radio", name="Judge is wrong").click()
    expect(here(listed)).to_contain_text("✓ Judge is wrong")

    poor = listed.evaluate(CONTRAST)

    page.close()
    assert poor == []


def test_on_a_narrow_screen_nothing_sticks_out(page: Page, app: Server, sample: Project) -> None:
    page.set_viewport_size({"width": 420, "height": 900})
    opened(page, app, sample)

    wide = page.evaluate("document.documentElement.scrollWidth")
    sticking = page.get_by_test_id("stMain").evaluate("main => main.scrollWidth - main.clientWidth")

    assert (wide, sticking) == (420, 0)


def test_hostile_text_stays_text(page: Page, app: Server, project: Project) -> None:
    keeping.add(project, keeping.session(HOSTILE, HOSTILE, HOSTILE))
    keeping.label(project, HOSTILE, Outcome.FAIL, reviewer=HOSTILE)
    keeping.judge(project, {HOSTILE: Outcome.PASS}, name=HOSTILE)

    listed = opened(page, app, project, f"reviewer={quote('ann')}")

    expect(listed.locator(".name")).to_have_text(HOSTILE)
    assert page.evaluate("window.bad") is None
    assert page.locator("img[src*='example.org'], img[src='x']").count() == 0
