"""No verdict reaches a browser before its reviewer has answered, and it comes quietly then."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from calibration.labels import revealing
from judging.ratings import Outcome
from storage import Project, Reveal, ReviewerRole
from tests import keeping
from tests.browser import labelling, serving
from tests.browser.labelling import Office, errand, saved, typed

pytestmark = pytest.mark.browser
REASON = "Nobody may read this early."
LEAKING = """
from dataclasses import replace

import streamlit as st
from calibration.labels import labelling

honest = labelling._task


def leaking(*given, is_complete, **more):
    return replace(honest(*given, is_complete=True, **more), is_complete=is_complete)


labelling._task = leaking
app = st.App("{main}")
"""


@pytest.fixture
def leaking(browser: Browser, tmp_path: Path) -> Iterator[Office]:
    """Serve an app that hands out verdicts before the labels are given."""
    assert browser.is_connected()
    app = tmp_path / "app.py"
    main = serving.ROOT / "pages" / "main.py"
    app.write_text(LEAKING.format(main=main), encoding="utf-8")
    office = labelling.office(tmp_path, app)
    office.server.start()
    yield office
    office.server.stop()


def judged(office: Office, name: str) -> Project:
    """Return a project of three sessions in which a judge failed everything."""
    names = labelling.names(3)
    project = office.project(name, *(errand(40, name) for name in names))
    labelling.judged(project, Outcome.FAIL, names, REASON)
    return project


def received(page: Page) -> list[bytes]:
    """Collect what comes in from the server."""
    frames: list[bytes] = []

    def keep(frame: str | bytes) -> None:
        frames.append(frame if isinstance(frame, bytes) else frame.encode())

    page.on("websocket", lambda socket: socket.on("framereceived", keep))
    return frames


def is_told(frames: list[bytes]) -> bool:
    """Tell whether the judge's reason is among what came in."""
    return any(REASON.encode() in frame for frame in frames)


def boxes(page: Page) -> list[object]:
    """Return where every part of the panel, and every turn in view, stands."""
    parts = ".panel .line, .panel .block.here .answer, .panel .judge, .panel .foot button"
    turns = [page.locator(f".transcript:not(.standby) #turn-{turn}") for turn in range(1, 6)]
    return [part.bounding_box() for part in [*page.locator(parts).all(), *turns]]


def row(panel: Locator, name: str) -> Locator:
    """Return a criterion's row in the table."""
    return panel.locator(".line").filter(has_text=name)


def test_no_verdict_comes_in_before_the_last_label_is_given(office: Office, page: Page) -> None:
    project = judged(office, "blind")
    frames = received(page)
    panel = office.opened(page, project, "maya")

    typed(page, ["p", "p", "Enter", "p", "f", "Enter", "[", "[", "p", "p"], gap=0.1)
    saved(page)
    before = is_told(frames)
    expect(panel.locator(".judge")).to_contain_text("hidden until you have given yours: 1 to go")
    page.keyboard.press("p")
    expect(panel.locator(".judge")).to_contain_text(REASON)

    assert any(b"An errand of 40 turns" in frame for frame in frames)
    assert not before
    assert is_told(frames)
    first = keeping.number(project, "s001")
    maya = project.reviewers.named("maya").id
    assert project.exposures.count(maya, first) == 5
    assert project.exposures.count(maya, keeping.number(project, "s002")) == 0


def test_no_verdict_ever_comes_in_where_the_project_keeps_its_reviewers_blind(
    office: Office, page: Page
) -> None:
    project = judged(office, "never")
    revealing.set_policy(project, {Reveal.BLIND: 1.0})
    project.reviewers.set_role(project.reviewers.named("lee").id, ReviewerRole.LEAD, by="")
    frames = received(page)
    panel = office.opened(page, project, "maya")

    typed(page, "ppppp", gap=0.1)
    saved(page)
    expect(panel.locator(".judge")).to_contain_text("is not shown here")
    page.goto(f"{page.url.split('/label')[0]}/session?id=s001&project=never&reviewer=maya")
    expect(page.get_by_text("is kept from you")).to_be_visible(timeout=60_000)

    assert any(b"An errand of 40 turns" in frame for frame in frames)
    maya = project.reviewers.named("maya").id
    assert project.exposures.count(maya, keeping.number(project, "s001")) == 0
    assert not is_told(frames)


def test_verdicts_are_there_from_the_start_where_the_project_is_open(
    office: Office, page: Page
) -> None:
    project = judged(office, "open")
    revealing.set_policy(project, {Reveal.OPEN: 1.0})
    panel = office.opened(page, project, "maya")

    expect(panel.locator(".judge")).to_contain_text(REASON)
    page.keyboard.press("p")
    saved(page)

    [label] = project.labels.of_session(keeping.number(project, "s001"))
    assert label.label.blind is False


def test_a_leak_on_purpose_is_noticed(leaking: Office, page: Page) -> None:
    project = judged(leaking, "leaking")
    frames = received(page)

    leaking.opened(page, project, "maya")
    page.keyboard.press("p")
    saved(page)

    assert is_told(frames)


def test_the_verdicts_come_without_moving_anything(office: Office, page: Page) -> None:
    project = judged(office, "calm")
    panel = office.opened(page, project, "maya")
    typed(page, "jjepfpp", gap=0.1)
    saved(page)
    before = boxes(page)

    page.keyboard.press("p")
    expect(panel.locator(".judge")).to_contain_text(REASON)

    assert boxes(page) == before
    expect(row(panel, "Goal met")).to_contain_text("✓ Pass")
    expect(row(panel, "Goal met")).to_have_attribute(
        "aria-label", "Goal met. You: Pass. Judge: Fail, differs"
    )
    expect(row(panel, "Consistent").locator(".same")).to_have_text("=")
    expect(panel.locator(".judge")).to_contain_text("Agrees with you on 1 of 5")


def test_a_turn_that_the_judge_cites_is_a_click_away(office: Office, page: Page) -> None:
    project = judged(office, "cited")
    panel = office.opened(page, project, "maya")
    typed(page, "ppppp", gap=0.1)
    expect(panel.locator(".judge")).to_contain_text(REASON)
    page.locator(".transcript:not(.standby) .feed").evaluate("feed => feed.scrollTo(0, 9e9)")

    panel.locator(".judge").get_by_role("button", name="Go to turn 2").click()

    turn = page.locator(".transcript:not(.standby) #turn-2")
    expect(turn).to_be_in_viewport()
    expect(turn).to_have_attribute("aria-current", "true")
    expect(turn.locator(".margin")).to_contain_text("judge ◆ 5 ✗")
