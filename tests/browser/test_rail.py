"""The rail beside the transcript, and how both look, in Chromium."""

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.test_transcript import current, opened
from tests.running import Server

pytestmark = pytest.mark.browser
CONTRAST = (
    "root => {"
    " const channels = (colour) => (colour.match(/[\\d.]+/g) ?? []).map(Number);"
    " const linear = (c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;"
    " const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);"
    " const behind = (element) => {"
    "  for (let e = element; e; e = e.parentElement ?? e.getRootNode().host) {"
    "   const ground = channels(getComputedStyle(e).backgroundColor);"
    "   if (ground.length === 3 || ground[3] > 0.5) return ground; }"
    "  return [255, 255, 255]; };"
    " const poor = [];"
    " for (const element of root.querySelectorAll('*')) {"
    "  const says = [...element.childNodes].some((n) => n.nodeType === 3 && n.data.trim());"
    "  if (!says || !element.checkVisibility()) continue;"
    "  const both = [light(channels(getComputedStyle(element).color)), light(behind(element))];"
    "  const ratio = (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);"
    "  if (ratio < 4.5) poor.push(`${element.className} ${ratio.toFixed(2)}`); }"
    " return poor }"
)


def card(page: Page, name: str) -> Locator:
    """Return the card of a criterion."""
    return page.locator(".card").filter(has=page.get_by_role("heading", name=name, exact=True))


def test_a_card_says_the_outcome_in_a_glyph_and_a_word(page: Page, parts: Server) -> None:
    opened(page, parts, "session=refund")

    expect(card(page, "Goal met").locator(".chip")).to_have_text("✗ Fail")
    expect(card(page, "No re-asking").locator(".chip")).to_have_text("✓ Pass")


def test_a_condition_is_present_and_not_passed(page: Page, parts: Server) -> None:
    opened(page, parts, "session=refund")

    expect(card(page, "Correction present").locator(".chip")).to_have_text("● Present")
    expect(card(page, "Correction present").locator(".chip")).to_have_attribute("data-tone", "gray")


def test_an_answer_that_could_not_be_read_is_shown_as_such(page: Page, parts: Server) -> None:
    opened(page, parts, "session=refund")

    unread = card(page, "Correction honoured")
    expect(unread.locator(".chip")).to_have_text("∅ Not scored")
    expect(unread).to_contain_text("parse_failed: the answer could not be read")
    expect(unread.locator(".raw")).to_have_text('{"verdict": "mostly"}')


def test_a_cited_turn_in_the_rail_moves_the_transcript(page: Page, parts: Server) -> None:
    transcript = opened(page, parts, "session=refund")

    card(page, "Goal met").get_by_role("button", name="Go to turn 8").click()

    assert current(page).startswith("Turn 8,")
    expect(transcript.locator("#turn-8 mark")).to_have_text(["$80.00", "will be on your card"])


def test_a_flag_in_the_transcript_points_at_the_card(page: Page, parts: Server) -> None:
    transcript = opened(page, parts, "session=refund")

    transcript.locator("#turn-4 .flag.cite").click()

    expect(card(page, "Consistent")).to_be_in_viewport()
    expect(card(page, "Consistent")).to_have_class("card flash")


def test_the_rail_shows_where_the_reader_is(page: Page, parts: Server) -> None:
    opened(page, parts, "session=refund")

    page.keyboard.press("n")

    here = page.locator(".rail .jump[data-here]")
    expect(here.first).to_have_text("#4")


def test_what_code_found_stands_apart_from_what_the_judge_said(page: Page, parts: Server) -> None:
    transcript = opened(page, parts, "session=refund")

    sections = page.locator(".rail .list h3")
    expect(sections).to_have_text(["Findings", "Found by code", "Pointers by code, may be wrong"])
    expect(transcript.locator("#turn-7 .flag.fact").first).to_contain_text("by code: tool error")
    expect(transcript.locator(".flag.pointer").first).to_contain_text("may be wrong")


def test_answers_for_single_turns_are_summed_with_the_faults_first(
    page: Page, parts: Server
) -> None:
    transcript = opened(page, parts, "session=turns")

    rated = card(page, "Turn passes")
    expect(rated.locator(".headline")).to_have_text(
        "First fails at #8. 1 of 4 decided turns fails, 1 undecided."
    )
    expect(rated.locator(".tick")).to_have_text(list("✓✓✓✗∅"))
    expect(rated.get_by_role("button", name="Turn 8: Fail")).to_be_visible()
    expect(rated.locator(".summed")).to_have_text("5 turns: 3 ✓ Pass · 1 ✗ Fail · 1 ∅ Not scored")
    expect(rated.locator(".turn-answer .jump:visible")).to_have_text(["#8", "#7", "#10"])
    rated.get_by_text("The other 3 turns").click()
    expect(rated.locator(".rest .jump")).to_have_text(["#2", "#4", "#6"])
    expect(transcript.locator("#turn-8 .flag").first).to_have_text("Turn passes ✗ Fail")
    expect(transcript.locator("#turn-7 .flag.cite")).to_contain_text("Turn passes, turn 8")


def test_a_blind_reader_sees_questions_and_no_answers(page: Page, parts: Server) -> None:
    transcript = opened(page, parts, "session=refund&blind&note=Label%20first.")

    expect(page.locator(".rail")).to_contain_text("Label first.")
    expect(page.locator(".rail .card")).to_have_count(5)
    expect(page.locator(".judging .chip, .judging mark, .flag.cite, .flag.finding")).to_have_count(
        0
    )
    expect(transcript.locator(".cited-row")).to_be_hidden()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_word_stands_out_from_its_ground(
    browser: Browser, parts: Server, scheme: str
) -> None:
    page = browser.new_page(color_scheme="dark" if scheme == "dark" else "light")
    transcript = opened(page, parts, "session=refund&turn=7")
    page.keyboard.press("?")
    transcript.locator(".reasoning summary").click()
    page.wait_for_timeout(1200)

    poor = [*transcript.evaluate(CONTRAST), *page.locator(".rail").evaluate(CONTRAST)]

    assert poor == []
    page.close()


def test_on_a_narrow_screen_nothing_sticks_out(browser: Browser, parts: Server) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 800})
    opened(page, parts, "session=refund&turn=8")

    wide = "e => e.scrollWidth - e.clientWidth"
    assert page.locator(".feed").evaluate(wide) == 0
    assert page.locator("article").evaluate_all(f"all => all.map({wide}).filter(Boolean)") == []
    assert page.locator(".rail").evaluate(wide) == 0
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.close()


def test_a_jump_from_below_brings_the_transcript_back(browser: Browser, parts: Server) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 800})
    transcript = opened(page, parts, "session=refund")

    card(page, "Consistent").get_by_role("button", name="Go to turn 8").click()

    expect(transcript.locator("#turn-8 mark").first).to_be_in_viewport()
    page.close()
