"""The label page, in Chromium: what a reviewer does, and what stands in the database then."""

import pytest
from playwright.sync_api import Locator, Page, expect

from judging.importers import Found, Source, read_all
from judging.ratings import Citation
from storage import GivenLabel, Project
from tests import keeping
from tests.browser import labelling, serving
from tests.browser.labelling import Office, errand, given, saved, short, typed

pytestmark = pytest.mark.browser
FIRST = "s001"
# What a reader does with the mouse, from the first of these words to the last.
SELECT = """(said, words) => {
  const text = document.createTreeWalker(said, NodeFilter.SHOW_TEXT).nextNode();
  const range = document.createRange();
  range.setStart(text, text.data.indexOf(words));
  range.setEnd(text, text.data.indexOf(words) + words.length);
  getSelection().removeAllRanges();
  getSelection().addRange(range);
}"""
AIRLINE = serving.ROOT.parent / "shared" / "data" / "taubench" / "gpt-4o-airline.json"


@pytest.fixture
def project(office: Office, request: pytest.FixtureRequest) -> Project:
    """Return a project of the test's own, with three short sessions."""
    return office.project(request.node.name, *map(short, labelling.names(3)))


def row(panel: Locator, name: str) -> Locator:
    """Return a criterion's row in the table."""
    return panel.locator(".line").filter(has_text=name)


def answers(panel: Locator) -> Locator:
    """Return the answers that can be given now."""
    return panel.locator(".block.here .answer")


def title(page: Page) -> Locator:
    """Return the title of the session that is shown."""
    return page.locator(".transcript:not(.standby) .title .strong")


def label_of(project: Project, criterion: str) -> GivenLabel | None:
    """Return maya's label on the first session, in full."""
    session = keeping.number(project, FIRST)
    labels = project.desk.labels(project.reviewers.named("maya").id, [session])
    return labels.get((session, criterion, 1, 0))


def test_sixty_two_turns_are_labelled_by_key_and_all_is_there_after_a_reload(
    office: Office, page: Page
) -> None:
    project = office.project("errand", errand(62), short("another"))
    panel = office.opened(page, project, "maya")
    expect(title(page)).to_have_text("An errand of 62 turns")

    typed(page, "jje", gap=0.1)
    typed(page, "pmThe seat moved", gap=0.02)
    page.keyboard.press("Escape")
    typed(page, "fppu", gap=0.1)
    saved(page)
    page.reload()
    labelling.ready(page)

    expect(title(page)).to_have_text("An errand of 62 turns")
    shown = [cell.inner_text() for cell in panel.locator(".line .cell:nth-child(3)").all()]
    assert shown == ["✓ Pass", "✗ Fail", "✓ Pass", "● Present", "? Cannot tell"]
    assert list(given(project, "maya").values()) == ["pass", "fail", "pass", "pass", "cannot_tell"]
    page.keyboard.press("1")
    expect(panel.locator(".support .turn-chip")).to_have_text(["#2"])
    page.keyboard.press("2")
    expect(panel.get_by_role("textbox", name="Note")).to_have_value("The seat moved")


@pytest.mark.skipif(not AIRLINE.exists(), reason="needs the public data beside the project")
def test_a_session_of_a_public_benchmark_is_labelled_by_key(office: Office, page: Page) -> None:
    found = [item for item in read_all([Source.of(AIRLINE)]) if isinstance(item, Found)]
    longest = max((item.session for item in found), key=lambda session: len(session.turns))
    project = office.project("airline", longest)
    office.opened(page, project, "maya")

    typed(page, "pfpfx", gap=0.1)
    saved(page)
    page.reload()
    labelling.ready(page)

    assert len(longest.turns) >= 60
    assert list(given(project, "maya").values()) == [
        "pass",
        "fail",
        "pass",
        "fail",
        "not_applicable",
    ]


def test_a_click_answers_as_a_key_does_and_leaves_enter_to_the_next_session(
    office: Office, project: Project, page: Page
) -> None:
    panel = office.opened(page, project, "maya")

    answers(panel).filter(has_text="Fail").click()
    row(panel, "No re-asking").click()
    answers(panel).filter(has_text="Cannot tell").click()
    page.keyboard.press("Enter")
    saved(page)

    assert given(project, "maya") == {
        (FIRST, "goal_met", 0): "fail",
        (FIRST, "no_reasking", 0): "cannot_tell",
    }
    expect(title(page)).to_have_text("s002")


def test_what_hangs_on_an_absent_condition_does_not_apply_until_it_is_present(
    office: Office, project: Project, page: Page
) -> None:
    panel = office.opened(page, project, "maya")

    typed(page, "4f", gap=0.1)
    expect(row(panel, "Correction honoured").locator(".chip")).to_have_text("– Not applicable")
    expect(panel.locator(".block.here")).to_contain_text(
        "set by itself: Correction present is absent"
    )
    saved(page)
    absent = given(project, "maya")
    typed(page, "4p", gap=0.1)
    saved(page)

    assert absent == {
        (FIRST, "correction_present", 0): "fail",
        (FIRST, "correction_honoured", 0): "not_applicable",
    }
    assert given(project, "maya") == {(FIRST, "correction_present", 0): "pass"}
    expect(answers(panel).filter(has_text="Present").or_(answers(panel)).first).to_be_visible()


def test_undo_reaches_into_the_session_before_and_says_where(
    office: Office, project: Project, page: Page
) -> None:
    panel = office.opened(page, project, "maya")
    typed(page, ["p", "4", "f", "Enter"], gap=0.1)
    expect(title(page)).to_have_text("s002")

    page.keyboard.press("z")
    expect(panel.get_by_role("status")).to_contain_text(
        "Undone: Correction present has no answer again, in s001."
    )
    saved(page)
    panel.get_by_role("button", name="Go there").click()
    expect(title(page)).to_have_text("s001")

    assert given(project, "maya") == {(FIRST, "goal_met", 0): "pass"}
    expect(row(panel, "Goal met").locator(".chip")).to_have_text("✓ Pass")


def test_a_skipped_session_comes_again_at_the_end_and_then_nothing_is_left(
    office: Office, project: Project, page: Page
) -> None:
    panel = office.opened(page, project, "maya")
    seen = [title(page).inner_text()]

    for keys in (["s"], ["p"] * 5 + ["Enter"], ["p"] * 5 + ["Enter"]):
        typed(page, keys, gap=0.1)
        saved(page)
        seen.append(title(page).inner_text())
    page.keyboard.press("Enter")
    expect(panel.get_by_role("status")).to_have_text(
        "This is the last session that waits: 5 labels to go."
    )
    typed(page, ["p"] * 5 + ["Enter"], gap=0.1)

    assert seen == ["s001", "s002", "s003", "s001"]
    expect(page.get_by_role("heading", name="Nothing left for you")).to_be_visible()
    expect(page.get_by_role("link", name="Read agreement")).to_be_visible()
    expect(panel).to_contain_text("3 of 3")
    page.keyboard.press("[")
    expect(title(page)).to_have_text("s001")


def test_back_and_forward_follow_the_way_that_was_gone(
    office: Office, project: Project, page: Page
) -> None:
    office.opened(page, project, "maya")
    page.keyboard.press("Enter")
    expect(title(page)).to_have_text("s002")

    page.keyboard.press("[")
    expect(title(page)).to_have_text("s001")
    page.keyboard.press("]")

    expect(title(page)).to_have_text("s002")
    saved(page)
    page.reload()
    labelling.ready(page)
    expect(title(page)).to_have_text("s002")


def test_each_turn_of_the_assistant_is_answered_in_its_turn(office: Office, page: Page) -> None:
    project = office.project("turns", errand(16), short("another"))
    panel = office.opened(page, project, "maya", rubric="turn@1")
    where = panel.locator(".walk .muted")
    expect(where).to_have_text("Turn 2 · 0 of 8 turns")

    typed(page, "pfj", gap=0.15)
    expect(where).to_have_text("Turn 8 · 2 of 8 turns")
    typed(page, "kp", gap=0.15)
    expect(where).to_have_text("Turn 8 · 3 of 8 turns")
    page.locator(".transcript:not(.standby) #turn-14").click()
    expect(where).to_have_text("Turn 14 · 3 of 8 turns")
    page.keyboard.press("u")
    saved(page)

    assert given(project, "maya") == {
        ("errand", "turn_pass", 2): "pass",
        ("errand", "turn_pass", 4): "fail",
        ("errand", "turn_pass", 6): "pass",
        ("errand", "turn_pass", 14): "cannot_tell",
    }
    expect(page.locator(".transcript:not(.standby) #turn-4 .margin .chip")).to_have_text("✗ Fail")
    expect(row(panel, "Turn passes")).to_contain_text("4 of 8 turns")


def test_evidence_is_marked_by_key_and_by_hand(
    office: Office, project: Project, page: Page
) -> None:
    panel = office.opened(page, project, "maya")
    transcript = page.locator(".transcript:not(.standby)")

    typed(page, "jje", gap=0.1)
    transcript.locator("#turn-3").hover()
    transcript.locator("#turn-3").get_by_role("button", name="Turn 3 as evidence").click()
    expect(panel.locator(".support .turn-chip")).to_have_text(["#2", "#3"])
    expect(transcript.locator(".cited-chip")).to_have_count(2)
    typed(page, "ep", gap=0.1)
    saved(page)

    label = label_of(project, "goal_met")
    assert label is not None
    assert [citation.turn for citation in label.citations] == [3]


def test_selected_words_and_what_is_missing_are_evidence(
    office: Office, project: Project, page: Page
) -> None:
    panel = office.opened(page, project, "maya")
    transcript = page.locator(".transcript:not(.standby)")
    transcript.locator("#turn-1 .said").evaluate(SELECT, "I am")

    typed(page, "e", gap=0.1)
    expect(transcript.locator("#turn-1 mark")).to_have_text("I am")
    typed(page, "jjgp", gap=0.1)
    saved(page)

    label = label_of(project, "goal_met")
    assert label is not None
    assert set(label.citations) == {Citation(1, "I am"), Citation(2, missing=True)}
    page.keyboard.press("1")
    expect(panel.locator(".support .turn-chip")).to_have_text(["#1 ❝", "#2 ⊟"])


def test_a_note_saves_itself_before_the_answer_is_given(
    office: Office, project: Project, page: Page
) -> None:
    panel = office.opened(page, project, "maya")

    typed(page, "mpf1z", gap=0.02)
    page.wait_for_timeout(900)
    saved(page)
    page.reload()
    labelling.ready(page)

    expect(panel.get_by_role("textbox", name="Note")).to_have_value("pf1z")
    assert given(project, "maya") == {}


def test_a_key_held_down_is_one_answer(office: Office, project: Project, page: Page) -> None:
    office.opened(page, project, "maya")

    for _ in range(6):
        page.keyboard.down("p")
    page.keyboard.up("p")
    saved(page)

    assert given(project, "maya") == {(FIRST, "goal_met", 0): "pass"}


def test_keys_can_be_switched_off_for_good(office: Office, project: Project, page: Page) -> None:
    panel = office.opened(page, project, "maya")
    page.keyboard.press("?")
    panel.get_by_role("checkbox", name="Keys work on this page").uncheck()
    page.keyboard.press("Escape")

    page.reload()
    labelling.ready(page)
    typed(page, ["p", "j", "Enter"], gap=0.1)
    answers(panel).filter(has_text="Fail").click()
    saved(page)

    assert given(project, "maya") == {(FIRST, "goal_met", 0): "fail"}
    expect(title(page)).to_have_text("s001")
    expect(page.locator("article[aria-current]")).to_have_count(0)


def test_what_was_labelled_last_is_a_click_away_also_after_a_reload(
    office: Office, project: Project, page: Page
) -> None:
    panel = office.opened(page, project, "maya")
    typed(page, [*"ppppp", "Enter", "f"], gap=0.1)
    saved(page)
    page.reload()
    labelling.ready(page)

    page.keyboard.press("h")
    recent = panel.get_by_role("dialog", name="Labelled last")
    expect(recent.locator("li")).to_have_count(6)
    expect(recent.locator("li").first).to_contain_text("✗ Fail")
    recent.get_by_role("button", name="Consistent · s001").click()

    expect(title(page)).to_contain_text("s001")
    expect(row(panel, "Consistent")).to_have_attribute("aria-current", "true")


def test_keys_can_be_others_and_stay_so(office: Office, project: Project, page: Page) -> None:
    panel = office.opened(page, project, "maya")
    page.keyboard.press("?")
    panel.get_by_text("Choose other keys").click()
    panel.get_by_role("textbox", name="Pass", exact=True).press("j")
    expect(panel.get_by_text("j means something else here.")).to_be_visible()
    panel.get_by_role("textbox", name="Pass", exact=True).press("y")
    page.keyboard.press("Escape")
    expect(answers(panel).first).to_contain_text("y")

    page.reload()
    labelling.ready(page)
    typed(page, "py", gap=0.1)
    saved(page)

    assert given(project, "maya") == {(FIRST, "goal_met", 0): "pass"}
