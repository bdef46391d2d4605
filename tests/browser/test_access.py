"""Every page as somebody without a mouse, or with other eyes, or on another screen meets it."""

from collections.abc import Iterator
from typing import Any, Literal
from urllib.parse import quote

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Page, expect

from calibration import projects, sample_project
from storage import Project, Store
from tests.running import Server

pytestmark = pytest.mark.browser
PAGES = (
    "",
    "label",
    "label?reviewer=lee",
    "import",
    "import?what=labels",
    "rubric",
    "run",
    "run?run=1",
    "sessions",
    "session?id=charge-1",
    "agreement",
    *(f"agreement?view={view}" for view in ("slices", "time", "pass_rate", "evidence", "repeats")),
    "bias",
    "disagreements",
    "disagreements?view=again&reviewer=maya",
    "disagreements?view=conflicts&reviewer=ann",
    "disagreements?view=unclear&reviewer=ann",
    "propose",
    "compare",
    "gate",
    "export",
    "people",
)
WIDTHS = (360, 820, 1280, 2560)
# Streamlit's own place to drop a file has a role and a focus that contradict each other.
NOT_OURS = [["[data-testid=stFileUploaderDropzone]"]]
# The widget that says that a page is at work comes a moment after the work begins.
IS_READY = """() => !document.querySelector('[data-testid=stStatusWidget]')
  && document.querySelector('[data-testid=stApp]')?.dataset.testScriptState === 'notRunning'
  && !document.querySelector('[data-stale=true]')
  && document.querySelector('[data-testid=stMainBlockContainer]')?.innerText.length > 20
  && document.getAnimations().every((one) => one.playState !== 'running')"""
RUN = """async (exclude) => (await axe.run({ include: [['body']], exclude },
  { resultTypes: ['violations'] })).violations.map(({ id, nodes }) =>
    [id, nodes.map(({ target, html }) => `${target.flat().at(-1)} ${html.slice(0, 120)}`)])"""
# What reaches beyond the window and cannot be scrolled to inside a box of its own.
STICKS_OUT = """() => {
  const main = document.querySelector('[data-testid=stMain]');
  return Math.max(document.documentElement.scrollWidth, main.scrollWidth + main.offsetLeft)
    - window.innerWidth }"""


@pytest.fixture(scope="module")
def sample(url: str) -> Iterator[Project]:
    """Return the sample project, the same for all tests here: they look, and change nothing."""
    store = Store(url)
    project = projects.new_or_existing(store, "sample")
    sample_project.add_to(project)
    yield project
    store.close()


def opened(page: Page, app: Server, project: Project, path: str) -> None:
    sign = "&" if "?" in path else "?"
    page.goto(f"{app.url}/{path}{sign}project={quote(project.name)}")
    expect(page.get_by_test_id("stMainBlockContainer")).to_be_visible(timeout=90_000)
    page.wait_for_function(IS_READY, timeout=90_000)
    expect(page.get_by_test_id("stException")).to_have_count(0)


def violations(page: Page) -> list[Any]:
    """Return what axe finds for good: not what a page passes through on its way to rest."""
    page.evaluate(AXE_SCRIPT)
    found: list[Any] = page.evaluate(RUN, NOT_OURS)
    for _ in range(5):
        if not found:
            break
        page.wait_for_timeout(1_000)
        page.wait_for_function(IS_READY, timeout=90_000)
        found = page.evaluate(RUN, NOT_OURS)
    return found


@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing_in_either_mode_and_no_request_leaves_the_machine(
    path: str, app: Server, sample: Project, browser: Browser
) -> None:
    # What flashes as it comes into view is not what its reader reads.
    page = browser.new_page(
        viewport={"width": 1280, "height": 900}, color_scheme="light", reduced_motion="reduce"
    )
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url))
    opened(page, app, sample, path)
    light = violations(page)

    page.emulate_media(color_scheme="dark")
    page.reload()
    page.wait_for_function(IS_READY, timeout=90_000)
    dark = violations(page)

    here = (app.url, app.url.replace("http", "ws", 1), "data:", "blob:")
    assert light == []
    assert dark == []
    assert [address for address in asked if not address.startswith(here)] == []
    page.close()


@pytest.mark.parametrize("tab", ["Edit", "Examples", "Changes", "Prompt"])
@pytest.mark.parametrize("mode", ["light", "dark"])
def test_axe_finds_nothing_behind_the_tabs_of_the_rubric_page(
    tab: str, mode: Literal["light", "dark"], app: Server, sample: Project, browser: Browser
) -> None:
    page = browser.new_page(
        viewport={"width": 1280, "height": 900}, color_scheme=mode, reduced_motion="reduce"
    )
    opened(page, app, sample, "rubric?rubric=conversation@2")
    page.get_by_role("tab", name=tab).click()
    expect(page.get_by_role("tab", name=tab)).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("tabpanel").filter(visible=True)).not_to_be_empty()
    page.wait_for_function(IS_READY, timeout=90_000)

    assert violations(page) == []
    page.close()


@pytest.mark.parametrize("rubric", ["conversation@2", "turn@1"])
@pytest.mark.parametrize("mode", ["light", "dark"])
def test_axe_finds_nothing_in_the_form_view(
    rubric: str, mode: Literal["light", "dark"], app: Server, sample: Project, browser: Browser
) -> None:
    page = browser.new_page(
        viewport={"width": 1280, "height": 900}, color_scheme=mode, reduced_motion="reduce"
    )
    opened(page, app, sample, f"label?reviewer=lee&rubric={rubric}")
    page.get_by_text("Form view").click()
    expect(page.get_by_role("button", name="Save", exact=True)).to_be_visible()
    page.wait_for_function(IS_READY, timeout=90_000)

    assert violations(page) == []
    page.close()


def test_what_axe_should_find_it_finds(app: Server, sample: Project, page: Page) -> None:
    opened(page, app, sample, "")
    page.evaluate("document.querySelector('h1').after(document.createElement('button'))")

    assert [name for name, _ in violations(page)] == ["button-name"]


@pytest.mark.parametrize("path", PAGES)
def test_nothing_sticks_out_from_the_narrowest_screen_to_the_widest(
    path: str, app: Server, sample: Project, page: Page
) -> None:
    opened(page, app, sample, path)

    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        # A table follows the window with a frame or two.
        page.wait_for_function(f"() => ({STICKS_OUT})() <= 0", timeout=60_000)
        page.wait_for_function(IS_READY, timeout=90_000)
        assert page.evaluate(STICKS_OUT) <= 0, width


@pytest.mark.parametrize("path", ["label?reviewer=lee", "disagreements", "session?id=charge-1"])
def test_who_wants_less_motion_gets_none(
    path: str, app: Server, sample: Project, browser: Browser
) -> None:
    page = browser.new_page(reduced_motion="reduce")
    opened(page, app, sample, path)
    expect(page.locator(".transcript article").first).to_be_visible()

    moving = page.locator(".judging, .judging *").evaluate_all(
        "all => all.filter((one) => { const style = getComputedStyle(one);"
        " return [style.animationDuration, style.transitionDuration]"
        "  .some((text) => text.split(',').some((time) => parseFloat(time) > 0.01)); })"
        ".map((one) => one.className)"
    )

    assert moving == []
    page.close()
