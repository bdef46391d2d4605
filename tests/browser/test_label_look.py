"""How the label page looks, narrow and wide, light and dark; and the form that stands in for it."""

from typing import Literal

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from judging.ratings import Outcome
from storage import Project
from tests.browser import labelling
from tests.browser.labelling import Office, errand, given, saved, short, typed
from tests.browser.test_rail import CONTRAST
from tests.running import wait_for

pytestmark = pytest.mark.browser
SIZES = [(360, 740), (420, 860), (700, 900), (820, 1000), (1280, 800), (1366, 650), (1920, 1080)]
WIDE = "e => e.scrollWidth - e.clientWidth"
BUTTONS = ".foot button:not([hidden]), .here .answer"


@pytest.fixture
def project(office: Office, request: pytest.FixtureRequest) -> Project:
    """Return a project of the test's own, with a session that a judge failed."""
    project = office.project(request.node.name, errand(40, "s001"), short("s002"))
    labelling.judged(project, Outcome.FAIL, ["s001"], "It was never moved.")
    return project


def labelled(page: Page) -> Locator:
    """Answer everything, wait for the judge, and return its place."""
    typed(page, "jjepfppf", gap=0.05)
    saved(page)
    judge = page.locator(".panel .judge")
    expect(judge).to_contain_text("It was never moved.")
    return judge


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_word_can_be_read_in_either_mode(
    office: Office, project: Project, browser: Browser, scheme: Literal["light", "dark"]
) -> None:
    page = browser.new_page(color_scheme=scheme, viewport={"width": 1280, "height": 800})
    panel = office.opened(page, project, "maya")
    poor = panel.evaluate(CONTRAST)

    labelled(page)
    page.keyboard.press("?")
    poor += panel.evaluate(CONTRAST) + page.locator(".transcript:not(.standby)").evaluate(CONTRAST)

    assert poor == []
    page.close()


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_nothing_sticks_out_at_any_width(
    office: Office, project: Project, browser: Browser, width: int, height: int
) -> None:
    page = browser.new_page(viewport={"width": width, "height": height})
    panel = office.opened(page, project, "maya")
    labelled(page)

    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert panel.evaluate(WIDE) == 0
    boxes = [box.bounding_box() for box in panel.locator(BUTTONS).all()]
    assert [box for box in boxes if box is None or box["x"] < 0] == []
    assert max(box["x"] + box["width"] for box in boxes if box) <= width
    page.close()


@pytest.mark.parametrize(("width", "height"), [(390, 800), (1024, 768)])
def test_where_there_is_little_room_the_criteria_s_names_come_before_the_words_of_answers(
    office: Office, project: Project, browser: Browser, width: int, height: int
) -> None:
    page = browser.new_page(viewport={"width": width, "height": height})
    panel = office.opened(page, project, "maya")
    labelled(page)

    cut = panel.locator(".line .name").evaluate_all(f"all => all.map({WIDE})")
    assert cut == [0] * 5
    expect(panel.locator(".line .chip").first).to_have_text("✓ Pass")
    expect(panel.locator(".line .chip span").first).to_be_hidden()
    expect(panel.locator(".line").first).to_have_attribute(
        "aria-label", "Goal met. You: Pass. Judge: Fail, differs"
    )
    page.close()


def test_on_a_narrow_screen_the_answers_stay_at_hand_while_reading(
    office: Office, project: Project, browser: Browser
) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 800})
    panel = office.opened(page, project, "maya")
    answers = panel.locator(".block.here .answer")

    for answer in answers.all():
        expect(answer).to_be_in_viewport(ratio=1)
    expect(page.locator(".transcript:not(.standby) #turn-1")).to_be_in_viewport()
    answers.filter(has_text="Fail").click()
    expect(panel.locator(".block.here h3")).to_have_text("Consistent")
    expect(page.locator(".transcript:not(.standby) #turn-1")).to_be_in_viewport()
    saved(page)

    assert given(project, "maya") == {("s001", "goal_met", 0): "fail"}
    page.close()


def test_the_answers_stand_in_one_place_from_criterion_to_criterion(
    office: Office, project: Project, page: Page
) -> None:
    panel = office.opened(page, project, "maya")
    places = []

    for key in "12345":
        page.keyboard.press(key)
        last = panel.locator(".block.here .answer").last
        expect(panel.locator(f".line:nth-child({int(key) + 1})")).to_have_attribute(
            "aria-current", "true"
        )
        places.append((last.bounding_box(), panel.locator(".judge").bounding_box()))

    assert places == places[:1] * 5


def test_what_is_pressed_and_where_one_is_can_be_heard(
    office: Office, project: Project, page: Page
) -> None:
    panel = office.opened(page, project, "maya")

    typed(page, "u1", gap=0.05)

    pressed = panel.locator(".block.here .answer[aria-pressed=true]")
    expect(pressed).to_have_text("? Cannot tellu")
    expect(panel.get_by_role("status")).to_have_text("Goal met: Cannot tell.")
    expect(panel.locator("[aria-live]:visible, [role=status]:visible")).to_have_count(1)
    expect(panel.get_by_role("button", name="Goal met. You: Cannot tell")).to_have_count(1)


def test_the_focus_can_be_seen_and_enter_then_presses(
    office: Office, project: Project, page: Page
) -> None:
    panel = office.opened(page, project, "maya")
    answer = panel.locator(".block.here .answer").nth(1)
    page.keyboard.press("Tab")
    answer.focus()

    width = answer.evaluate("e => getComputedStyle(e).outlineWidth")
    page.keyboard.press("Enter")
    saved(page)

    assert width == "3px"
    assert given(project, "maya") == {("s001", "goal_met", 0): "fail"}


def test_the_form_stands_in_for_the_panel(office: Office, project: Project, page: Page) -> None:
    office.opened(page, project, "maya")
    page.get_by_text("Form view").click()
    expect(page.get_by_text("Turn 1 of 40.")).to_be_visible()
    groups = page.get_by_test_id("stButtonGroup")
    expect(groups).to_have_count(5)
    expect(page.get_by_test_id("stStatusWidget")).to_have_count(0)

    for group in groups.all():
        group.get_by_role("radio").first.click()
        expect(group.get_by_role("radio").first).to_be_checked()
    page.get_by_role("button", name="Save").click()
    wait_for(lambda: len(given(project, "maya")) == 5)

    expect(page.get_by_text("It was never moved.").first).to_be_visible()
    page.get_by_role("button", name="Next session").click()
    expect(page.get_by_text("I am s002.")).to_be_visible()
    assert set(given(project, "maya").values()) == {"pass"}


def test_a_click_beside_everything_draws_no_frame_around_the_page(
    office: Office, project: Project, page: Page
) -> None:
    office.opened(page, project, "maya")
    page.mouse.click(8, 500)
    focused = "document.activeElement.dataset.testid ?? ''"
    before = page.evaluate(focused)

    page.keyboard.press("p")

    saved(page)
    assert (before, page.evaluate(focused)) == ("stMain", "")
    assert list(given(project, "maya").values()) == ["pass"]
