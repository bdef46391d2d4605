"""The transcript, in Chromium."""

from urllib.parse import parse_qs, urlparse

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conversations import EVIL, long
from tests.running import Server, wait_for

pytestmark = pytest.mark.browser
DRAWN = "article[data-drawn]"


def opened(page: Page, parts: Server, address: str) -> Locator:
    """Open the page and return its transcript once turns are drawn."""
    page.goto(f"{parts.url}/?{address}")
    expect(page.locator(f".transcript {DRAWN}").first).to_be_visible()
    return page.locator(".transcript")


def current(page: Page) -> str:
    """Return the label of the turn that is looked at, empty without one."""
    here = page.locator("article[aria-current]")
    return (here.get_attribute("aria-label") or "") if here.count() else ""


def scroll(page: Page, by: int) -> None:
    """Turn the wheel over the transcript, and wait for it to come to rest."""
    page.locator(".feed").hover()
    page.mouse.wheel(0, by)
    page.wait_for_timeout(500)


def ask(page: Page, kind: str, detail: object) -> None:
    """Speak to the parts of the page as a label panel does."""
    page.evaluate(
        "([kind, detail]) => {"
        " const stage = window.judgingStage;"
        " if (kind === 'show') stage.shown = detail.session;"
        " if (kind === 'marks') stage.marks = detail;"
        " stage.dispatchEvent(new CustomEvent(kind, { detail })) }",
        [kind, detail],
    )


def test_hostile_text_is_shown_and_does_nothing(page: Page, parts: Server) -> None:
    wrong: list[str] = []
    hosts: set[str] = set()
    page.on("dialog", lambda dialog: wrong.append(dialog.message))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda m: wrong.append(m.text) if m.type == "error" else None)
    page.on("request", lambda request: hosts.add(urlparse(request.url).netloc))

    transcript = opened(page, parts, "session=hostile")
    for summary in transcript.locator(".opening summary").all():
        summary.click()
    page.keyboard.press("n")
    transcript.get_by_role("searchbox").fill("onerror")

    shown = EVIL.partition(" \ud800")[0]
    expect(transcript.locator("article[data-role=user] .said")).to_contain_text(shown)
    expect(transcript.locator(".opening .said").first).to_contain_text(shown)
    expect(transcript.locator(".count")).to_contain_text(" of ")
    made = page.locator(".judging").locator("img, script, style, iframe, a:not(.number)")
    expect(made).to_have_count(0)
    assert page.evaluate("window.bad") is None
    assert wrong == []
    assert hosts - {""} == {f"127.0.0.1:{parts.port}"}


def test_a_link_to_a_turn_opens_at_that_turn(page: Page, parts: Server) -> None:
    transcript = opened(page, parts, "session=long400&turn=301")

    expect(transcript.locator("#turn-301")).to_be_in_viewport(ratio=0.5)
    assert current(page).startswith("Turn 301")
    expect(transcript.locator("#turn-1")).not_to_be_in_viewport()


def test_all_of_four_hundred_turns_are_drawn_in_the_end(page: Page, parts: Server) -> None:
    transcript = opened(page, parts, "session=long400")

    expect(transcript.locator(DRAWN)).to_have_count(400)
    expect(transcript.locator("#turn-400 .said")).to_contain_text("This is turn 400.")
    assert transcript.locator("#turn-7").get_attribute("aria-posinset") == "7"
    assert transcript.locator("#turn-7").get_attribute("aria-setsize") == "400"


def test_a_cited_turn_is_a_click_away_with_its_words_marked(page: Page, parts: Server) -> None:
    transcript = opened(page, parts, "session=long400")

    transcript.get_by_role("button", name="Turn 300, cited for Goal met: Fail").click()

    expect(transcript.locator("#turn-300 mark")).to_have_text("This is turn 300.")
    expect(transcript.locator("#turn-300 mark")).to_be_in_viewport()
    expect(transcript.locator("#turn-300 .flag")).to_contain_text("cited for Goal met ✗ Fail")


def test_keys_go_round_the_cited_turns(page: Page, parts: Server) -> None:
    opened(page, parts, "session=long400")
    seen = []

    for key in "nnnbb":
        page.keyboard.press(key)
        seen.append(current(page).split(",")[0])

    assert seen == ["Turn 12", "Turn 300", "Turn 12", "Turn 300", "Turn 12"]


def test_keys_step_from_turn_to_turn(page: Page, parts: Server) -> None:
    transcript = opened(page, parts, "session=refund")

    for key in "jjjk":
        page.keyboard.press(key)

    assert current(page).startswith("Turn 2,")
    transcript.locator(".feed").focus()
    page.keyboard.press("ArrowRight")
    assert current(page).startswith("Turn 3,")


def test_stepping_goes_on_from_what_is_in_view(page: Page, parts: Server) -> None:
    transcript = opened(page, parts, "session=long400")
    page.keyboard.press("j")
    scroll(page, 9_000)
    expect(transcript.locator("#turn-1")).not_to_be_in_viewport()

    page.keyboard.press("j")

    number = int(current(page).split(",")[0].removeprefix("Turn "))
    assert number > 20
    expect(transcript.locator(f"#turn-{number}")).to_be_in_viewport()


def test_typing_is_no_shortcut(page: Page, parts: Server) -> None:
    transcript = opened(page, parts, "session=refund")

    page.keyboard.press("/")
    page.keyboard.type("no bj?")
    page.get_by_role("textbox", name="A field").press_sequentially("jnb/")

    assert transcript.get_by_role("searchbox").input_value() == "no bj?"
    assert current(page) == ""
    expect(transcript.locator(".keys")).to_be_hidden()


def test_shortcuts_can_be_kept_inside_the_transcript(page: Page, parts: Server) -> None:
    transcript = opened(page, parts, "session=refund&alone=quiet")

    page.keyboard.press("j")
    outside = current(page)
    transcript.locator(".feed").focus()
    page.keyboard.press("j")

    assert outside == ""
    assert current(page).startswith("Turn 1,")


def test_search_counts_every_place_and_goes_round_them(page: Page, parts: Server) -> None:
    transcript = opened(page, parts, "session=refund")
    places = transcript.locator(".count")

    page.keyboard.press("/")
    page.keyboard.type("VOUCHER")
    expect(places).to_have_text("1 of 4")
    for _ in range(3):
        page.keyboard.press("Enter")
    expect(places).to_have_text("4 of 4")
    assert current(page).startswith("Turn 10,")
    page.keyboard.press("Escape")

    expect(places).to_have_text("")
    assert transcript.get_by_role("searchbox").input_value() == ""


def test_search_opens_what_was_folded_away(page: Page, parts: Server) -> None:
    transcript = opened(page, parts, "session=refund")
    expect(transcript.locator(".reasoning .said")).to_be_hidden()

    transcript.get_by_role("searchbox").fill("thirty days")

    expect(transcript.locator(".reasoning .said")).to_be_visible()


def test_a_long_answer_of_a_tool_is_cut_until_asked_for(page: Page, parts: Server) -> None:
    transcript = opened(page, parts, "session=hostile")
    said = transcript.locator("#turn-4 .said")
    before = said.bounding_box()

    transcript.locator("#turn-4").get_by_role("button", name="Show all 5,000 characters").click()

    after = said.bounding_box()
    assert before is not None
    assert after is not None
    assert before["height"] <= 11 * 16 < after["height"]


def test_another_focus_scrolls_and_draws_nothing_anew(page: Page, parts: Server) -> None:
    transcript = opened(page, parts, "session=long400&turn=301")
    transcript.locator("#turn-2").evaluate("turn => { turn.kept = true }")

    page.get_by_role("button", name="To turn 2").click()

    expect(transcript.locator("#turn-2")).to_be_in_viewport()
    assert transcript.locator("#turn-2").evaluate("turn => turn.kept") is True


def test_running_the_page_again_moves_nothing(page: Page, parts: Server) -> None:
    transcript = opened(page, parts, "session=long400&turn=301")
    scroll(page, -60_000)
    transcript.get_by_role("link", name="Turn 3: link").click()
    scroll(page, 3_000)
    number = page.evaluate("window.judgingStage.active.firstSeen()")

    page.get_by_role("button", name="Again").click()
    page.wait_for_timeout(1500)

    assert parse_qs(urlparse(page.url).query)["turn"] == ["3"]
    assert page.evaluate("window.judgingStage.active.firstSeen()") == number > 5


def test_marks_that_come_later_repaint_their_turns_only(page: Page, parts: Server) -> None:
    transcript = opened(page, parts, "session=long40&blind")
    expect(transcript.locator(DRAWN)).to_have_count(40)
    transcript.locator("#turn-6 .said").evaluate("said => { said.kept = true }")
    outcome = {"glyph": "✓", "word": "Pass", "tone": "blue"}
    mark = {
        "criterion": "goal_met",
        "name": "Goal met",
        "by": "",
        "chip": outcome,
        "quotes": ["turn 5."],
    }

    ask(page, "marks", {"session": "long-40", "marks": {"5": {"cited": [mark]}}})

    expect(transcript.locator("#turn-5 mark")).to_have_text("turn 5.")
    expect(transcript.locator(".cited-chip")).to_have_count(1)
    assert transcript.locator("#turn-6 .said").evaluate("said => said.kept") is True
    ask(page, "marks", {"session": "long-40", "marks": {}})
    expect(transcript.locator("mark")).to_have_count(0)


def test_on_standby_it_is_hidden_until_called_for(page: Page, parts: Server) -> None:
    page.goto(f"{parts.url}/?session=long40&standby")
    transcript = page.locator(".transcript")
    expect(transcript).to_be_attached()
    expect(transcript).not_to_be_in_viewport()

    ask(page, "show", {"session": "long-40"})
    expect(transcript.locator("#turn-1")).to_be_in_viewport()
    ask(page, "show", {"session": "another"})

    expect(transcript).not_to_be_in_viewport()


def test_two_thousand_turns_are_a_matter_of_seconds(page: Page, parts: Server) -> None:
    transcript = opened(page, parts, "session=long2000&turn=1999")

    expect(transcript.locator("#turn-1999")).to_be_in_viewport()
    wait_for(lambda: transcript.locator(DRAWN).count() == len(long(2000).turns), seconds=20)
