"""Two sides compared, as a person reads it, in Chromium."""

import re
from collections.abc import Iterator
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Page, expect

from calibration import projects, sample_project
from judging.ratings import Outcome
from storage import Project, Store
from tests import keeping
from tests.browser.test_run import HOSTILE
from tests.running import Server

pytestmark = pytest.mark.browser
SENTENCE = (
    "on 19 sessions in 13 groups, conversation@2 fixes 4 and breaks 1; no evidence of a "
    "difference: kappa +0.35 [-0.17, 0.79], exact McNemar p 0.38"
)


@pytest.fixture
def project(url: str, request: pytest.FixtureRequest) -> Iterator[Project]:
    store = Store(url)
    yield projects.new_or_existing(store, request.node.name)
    store.close()


@pytest.fixture
def sample(project: Project) -> Project:
    sample_project.add_to(project)
    return project


def opened(page: Page, app: Server, project: Project, address: str = "") -> Locator:
    """Open the page in a project, and return the plot once it is drawn."""
    page.goto(f"{app.url}/compare?project={quote(project.name)}&{address}")
    plot = page.get_by_test_id("stVegaLiteChart")
    expect(plot.locator("canvas, svg").first).to_be_visible(timeout=90_000)
    return plot


def test_the_sentence_comes_first_and_the_plot_says_the_same(
    page: Page, app: Server, sample: Project
) -> None:
    plot = opened(page, app, sample)

    expect(page.get_by_role("listitem").first).to_contain_text(SENTENCE)
    expect(plot).to_have_attribute(
        "aria-label", re.compile(r"^Goal met: \+0\.35 \[-0\.17, 0\.79\], 4 fixed, 1 broken")
    )


def test_a_row_opens_the_session_with_both_verdicts(
    page: Page, app: Server, sample: Project
) -> None:
    opened(page, app, sample, "a=conversation@1&b=conversation@2&judge=example-judge")
    expect(page.get_by_text("4 fixed: only conversation@2")).to_be_visible()

    page.get_by_test_id("stDataFrame").nth(1).click(position={"x": 60, "y": 50})

    card = page.locator(".rail .card")
    expect(card.locator(".who")).to_have_text(
        ["conversation@1✓ Pass", "conversation@2✗ Fail", "maya✗ Fail", "jonas✗ Fail"]
    )
    expect(page).to_have_url(re.compile("session=charge-1"))
    page.get_by_role("link", name="Among the disagreements").click()
    expect(page.locator(".disagreements [aria-current]")).to_contain_text(
        "Charged twice in October"
    )
    expect(page.get_by_role("heading", name="Disagreements")).to_be_visible()


def test_a_link_to_two_judges_shows_what_its_sender_saw(
    page: Page, app: Server, sample: Project
) -> None:
    opened(page, app, sample, "rubric=conversation@2&a=rules&b=example-judge&criterion=no_reasking")

    expect(page.get_by_text("4 fixed: only example-judge agrees")).to_be_visible()
    page.get_by_role("button", name="Swap").click()

    expect(page.get_by_text("4 broken: only example-judge agrees")).to_be_visible()
    expect(page).to_have_url(re.compile("a=example-judge&b=rules|b=rules&a=example-judge"))


def test_on_a_narrow_screen_nothing_sticks_out(page: Page, app: Server, sample: Project) -> None:
    page.set_viewport_size({"width": 420, "height": 900})
    plot = opened(page, app, sample)

    box = plot.bounding_box()
    sticking = page.get_by_test_id("stMain").evaluate("main => main.scrollWidth - main.clientWidth")

    assert box is not None
    assert box["x"] + box["width"] <= 420
    assert sticking == 0


def test_hostile_text_stays_text(page: Page, app: Server, project: Project) -> None:
    keeping.add(project, keeping.session(HOSTILE, HOSTILE, HOSTILE))
    keeping.label(project, HOSTILE, Outcome.FAIL, reviewer=HOSTILE)
    keeping.judge(project, {HOSTILE: Outcome.PASS}, name=HOSTILE)
    keeping.judge(project, {HOSTILE: Outcome.FAIL}, name="other")

    opened(page, app, project, f"what=judges&a=other&b={quote(HOSTILE)}&session={quote(HOSTILE)}")

    expect(page.locator(".transcript article")).to_have_count(2)
    expect(page.get_by_text("0 fixed: only <img src=x")).to_be_visible()
    assert page.evaluate("window.bad") is None
    assert page.locator("img[src*='example.org'], img[src='x']").count() == 0
