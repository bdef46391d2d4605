"""Files dropped on the Import page, in Chromium."""

import os
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from calibration import projects
from storage import Project, Store
from tests import keeping
from tests.running import Server

pytestmark = pytest.mark.browser
EXAMPLES = Path(__file__).parents[1] / "examples" / "sessions"
MIXED = ("sharegpt.json", "otlp_spans.jsonl", "long_table.csv", "claude_code_jsonl.jsonl")
TALK = '{"id": "good-1", "messages": [{"role": "user", "content": "Hi"}]}\n'


@pytest.fixture
def project(url: str, request: pytest.FixtureRequest) -> Iterator[Project]:
    store = Store(url)
    yield projects.new_or_existing(store, request.node.name)
    store.close()


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    """Return files of several formats, one of which has a bad line."""
    bad = tmp_path / "bad.jsonl"
    bad.write_text(f'{TALK}{{"id": "cut", "messages": [{{"role":\n', encoding="utf-8")
    return [*(EXAMPLES / name for name in MIXED), bad]


def opened(page: Page, app: Server, project: Project, what: str = "sessions") -> None:
    page.goto(f"{app.url}/import?project={quote(project.name)}&what={what}")
    expect(page.get_by_role("heading", name="Import")).to_be_visible(timeout=90_000)


def drop(page: Page, *files: Path) -> None:
    page.locator('input[type="file"]').first.set_input_files([str(file) for file in files])


def pictured(page: Page, name: str) -> None:
    """Keep a picture at both widths where a folder for them is named."""
    if folder := os.environ.get("JUDGING_IMPORT_PICTURES"):
        for width in (1280, 480):
            page.set_viewport_size({"width": width, "height": 1000})
            page.wait_for_timeout(1_500)
            page.screenshot(path=f"{folder}/{name}-{width}.png", full_page=True)


def test_of_mixed_files_the_good_are_stored_and_the_bad_one_is_named_with_its_line(
    page: Page, app: Server, project: Project, files: list[Path]
) -> None:
    opened(page, app, project)
    drop(page, *files)

    expect(page.get_by_text("bad.jsonl, line 2: It is cut off in the middle.")).to_be_visible()
    assert project.sessions.count() == 0
    pictured(page, "mixed")
    store = page.get_by_role("button", name="Import the other")
    expect(store).to_be_visible()
    offered = int(store.inner_text().split()[-2])
    store.click()

    expect(page.get_by_text(f"{offered} sessions stored.")).to_be_visible()
    assert project.sessions.count() == offered
    assert project.sessions.get("good-1").turns[0].content == "Hi"
    pictured(page, "stored")


def test_a_file_above_the_limit_is_refused_beside_the_command_that_takes_it(
    page: Page, app: Server, project: Project, tmp_path: Path
) -> None:
    large = tmp_path / "large.jsonl"
    with large.open("wb") as out:
        out.truncate(51 << 20)
    opened(page, app, project)
    page.locator('input[type="file"]').first.set_input_files(str(large))

    expect(page.get_by_text("File must be 50.0MB or smaller.")).to_be_visible()
    expect(page.get_by_text("judging import FILE")).to_be_visible()
    pictured(page, "large")


def test_columns_of_labels_are_chosen_with_the_values_in_view(
    page: Page, app: Server, project: Project, tmp_path: Path
) -> None:
    keeping.add(project, *map(keeping.session, ("a", "b")))
    odd = tmp_path / "odd.csv"
    odd.write_text("conv,frage,urteil\na,goal_met,gut\nb,goal_met,schlecht\n", encoding="utf-8")
    opened(page, app, project, "labels")
    drop(page, odd)
    page.get_by_text("Choose them", exact=True).click()
    for label, column in (("Session's id", "conv"), ("Criterion", "frage"), ("Answer", "urteil")):
        page.get_by_role("combobox", name=label, exact=False).first.click()
        page.get_by_role("option", name=column, exact=False).click()

    expect(page.get_by_text("gut (1 times)")).to_be_visible()
    expect(page.get_by_text("schlecht (1 times)")).to_be_visible()
    pictured(page, "labels")


def test_a_chat_that_does_not_say_who_the_agent_is_or_how_its_dates_stand_is_asked_about(
    page: Page, app: Server, project: Project, tmp_path: Path
) -> None:
    chat = tmp_path / "chat.txt"
    said = ("Ana: Where is my parcel?", "Bo: It left today.", "Ana: Thank you.")
    chat.write_text(
        "".join(f"01/10/2026, 09:0{n} - {text}\n" for n, text in enumerate(said)), encoding="utf-8"
    )
    opened(page, app, project)
    drop(page, chat)

    expect(page.get_by_text("Who is the agent?")).to_be_visible()
    pictured(page, "asked")
    page.get_by_role("combobox", name="The agent").click()
    page.get_by_role("option", name="Bo").click()
    page.get_by_text("Month first: 10 January 2026").click()
    expect(page.get_by_text("1 note")).to_be_hidden()
    pictured(page, "answered")
    page.get_by_role("button", name="Import 1 session").click()

    expect(page.get_by_text("1 session stored.")).to_be_visible()
    assert str(project.sessions.get("chat").started_at).startswith("2026-01-10")
