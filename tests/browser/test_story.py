"""
The whole loop as one person walks it, in Chromium: from the sample to a bundle that judges.

With `JUDGING_SCREENSHOTS=FOLDER` each screen is kept there as a picture.
"""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import judging
from calibration import projects
from judging.sessions import Role, Session, Turn
from storage import Project, Store, View
from tests.browser import labelling
from tests.browser.test_app import menu
from tests.browser.test_run import state
from tests.calibration import commanded
from tests.calibration.commanded import Done
from tests.running import Server

pytestmark = pytest.mark.browser
RULE = "By the end, had the user got what they came for, or a hand-off that was kept?"
Shot = Callable[[str], None]


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 1280, "height": 800}, color_scheme="light")
    yield page
    page.close()


@pytest.fixture
def shot(page: Page) -> Shot:
    """Return what keeps a picture of the page, once it is at rest; it does nothing unasked."""
    folder = os.environ.get("JUDGING_SCREENSHOTS", "")

    def keep(name: str) -> None:
        if folder:
            settled(page)
            expect(page.get_by_test_id("stSkeleton")).to_have_count(0)
            page.screenshot(path=Path(folder) / f"{name}.png")

    return keep


@pytest.fixture
def project(url: str) -> Iterator[Project]:
    store = Store(url)
    yield projects.new_or_existing(store, "default")
    store.close()


def heading(page: Page, name: str) -> None:
    """Wait for a page; the first visitor of each waits for what it imports."""
    expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible(timeout=60_000)


def choose(page: Page, label: str, option: str) -> None:
    """Choose an option from the list of that name."""
    box = page.get_by_role("combobox", name=label, exact=True)
    box.click()
    page.get_by_role("option", name=option, exact=True).click()
    expect(box).to_have_value(option)
    settled(page)


def settled(page: Page) -> None:
    """Wait until the server has answered what was done last, however soon it begins to."""
    page.wait_for_timeout(500)
    expect(page.locator("[data-test-script-state]")).to_have_attribute(
        "data-test-script-state", "notRunning"
    )


def load(page: Page, app: Server) -> None:
    """Come for the first time, and load the sample."""
    page.goto(app.url)
    expect(page.get_by_role("heading", name="No sessions yet")).to_be_visible(timeout=60_000)
    page.get_by_role("button", name="Load the sample").click()
    expect(page.get_by_role("button", name="Look at them")).to_be_visible(timeout=60_000)
    expect(page.get_by_text("jonas: 20 of 24 sessions")).to_be_visible()


def label(page: Page, shot: Shot) -> None:
    """Label two sessions by keyboard, as a reviewer whom nobody knows yet."""
    page.get_by_role("link", name="Label", exact=True).click()
    page.get_by_role("textbox", name="Your name").fill("ann")
    page.get_by_role("button", name="Start labelling").click()
    labelling.ready(page)
    for keys in ("fpppp", "ppppp"):
        labelling.typed(page, keys, gap=0.1)
        labelling.saved(page)
        shot("labelled")
        labelling.typed(page, ["Enter"], gap=0.3)
    labelling.saved(page)


def look_again(page: Page, shot: Shot) -> None:
    """Look at what the example judge and people differ on, and say what to make of the first."""
    menu(page, "Analyse", "Agreement")
    heading(page, "Agreement")
    shot("agreement")
    menu(page, "Analyse", "Bias")
    heading(page, "Bias")
    expect(page.get_by_role("radio", name="Goal met")).to_be_checked(timeout=30_000)
    shot("bias")
    menu(page, "Analyse", "Disagreements")
    heading(page, "Disagreements")
    choose(page, "Judge", "example-judge")
    page.get_by_text("held back").click()
    expect(page.locator(".transcript article").first).to_be_visible()
    settled(page)
    page.get_by_role("radio", name="Rule is unclear").click()
    expect(page.get_by_text(re.compile(r"1 of \d+; saved"))).to_be_visible()
    page.get_by_role("textbox", name="Why").fill("Is a promise a hand-off?")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".disagreements [aria-current]")).to_contain_text("✓ Rule is unclear")
    shot("disagreements")


def revise(page: Page, shot: Shot) -> None:
    """Reword a question, which makes a third version."""
    menu(page, "Setup", "Rubric")
    heading(page, "Rubric")
    page.get_by_role("tab", name="Edit").click()
    page.get_by_role("textbox", name="Question").first.fill(RULE)
    page.get_by_role("textbox", name="What changed, and why").fill("A hand-off has to be kept.")
    page.get_by_role("button", name="Save as a new version").click()
    expect(page.get_by_text("conversation@3, saved on")).to_be_visible()
    page.get_by_role("tab", name="Changes").click()
    expect(page.get_by_text(re.compile("^1 of 5 criteria differ"))).to_be_visible()
    expect(page.get_by_text("rules asks no model: 24 sessions are judged anew")).to_be_visible()
    shot("rubric")


def judge(page: Page, shot: Shot) -> None:
    """Have the rules judge answer the new version; it has answered the earlier ones."""
    menu(page, "Setup", "Run judge")
    heading(page, "Run judge")
    choose(page, "Rubric", "conversation@3")
    shot("run")
    page.get_by_role("button", name=re.compile("^Judge 24 sessions")).click(timeout=60_000)
    expect(state(page, "Done")).to_be_visible(timeout=60_000)


def compare(page: Page, shot: Shot) -> None:
    """Hold the new version against the one before it, then two of a judge that reads them."""
    menu(page, "Decide", "Compare")
    heading(page, "Compare")
    choose(page, "Judge", "rules")
    choose(page, "From", "conversation@2")
    choose(page, "To", "conversation@3")
    expect(page.get_by_text("0 fixed: only conversation@3")).to_be_visible()
    expect(page.get_by_text("that was kept?")).to_be_visible()
    choose(page, "Judge", "example-judge")
    expect(page.get_by_text(re.compile("[1-9] fixed: only conversation@2"))).to_be_visible()
    shot("compare")


def gate(page: Page, shot: Shot) -> None:
    """Seal a part of the sessions, and read what a judge lacks before it may run unwatched."""
    menu(page, "Decide", "Gate")
    heading(page, "Gate")
    page.get_by_role("button", name="Seal about 14 of 24 sessions").click()
    choose(page, "Rubric", "conversation@3")
    choose(page, "Judge", "rules")
    expect(page.get_by_text("The test is sealed for this judge and rubric")).to_be_visible()
    expect(page.get_by_text("It takes 20 fails and 20 passes at least")).to_be_visible()
    expect(page.get_by_role("button", name="Open the test")).to_have_count(0)
    page.get_by_text(re.compile("^Before a look: . of 6 trials are ready")).click()
    expect(page.get_by_text("None of these blocks the gate")).to_be_visible()
    shot("gate")


def checked(project: Project, bundle: Path, folder: Path, *words: str) -> Done:
    """Check the sample's sessions with a bundle, as a pipeline does that has no database."""
    sessions = folder / "sessions.jsonl"
    if not sessions.exists():
        commanded.judging("--db", project.store.url, "sessions", "export", sessions)
    nowhere = f"sqlite:///{folder}/nowhere/no.db"
    return commanded.judging("--db", nowhere, "check", bundle, sessions, *words)


def take_along(page: Page, folder: Path, shot: Shot) -> Path:
    """Download the bundle of the rules judge under the new version."""
    menu(page, "Decide", "Export")
    heading(page, "Export")
    choose(page, "Rubric", "conversation@3")
    choose(page, "Judge", "rules")
    shot("export")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the bundle").click()
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file


def test_from_the_sample_to_a_bundle_that_judges(
    page: Page, app: Server, project: Project, shot: Shot, tmp_path: Path
) -> None:
    load(page, app)
    label(page, shot)
    look_again(page, shot)
    revise(page, shot)
    judge(page, shot)
    compare(page, shot)
    gate(page, shot)
    file = take_along(page, tmp_path, shot)
    page.get_by_role("link", name="Home", exact=True).click()
    expect(page.get_by_text("rules under conversation@3")).to_be_visible()
    shot("home")

    refused = checked(project, file, tmp_path)
    told = checked(project, file, tmp_path, "--uncertified", "--json").document
    bundle = judging.load(file, uncertified=True)
    asked = Session("s", (Turn(1, Role.USER, "Where is it?"), Turn(2, Role.ASSISTANT, "There.")))
    newest = [project.second_looks.newest(key, 1).values() for key in bundle.rubric.keys]
    looks = [(one.reviewer, one.view) for found in newest for some in found for one in some]
    assert file.name == "conversation@3-rules.judge.json"
    assert [v.criterion for v in bundle.judge(asked)] == list(bundle.rubric.keys)
    assert bundle.rubric.criterion("goal_met").question == RULE
    assert refused.code == 2
    assert "This bundle is not certified: the gate has not looked at the test" in refused.errors
    assert sum(told["criteria"][0]["outcomes"].values()) == 24
    assert looks == [("ann", View.RULE_UNCLEAR)]
    assert len(labelling.given(project, "ann")) == 10
