"""The whole app, in Chromium, from a copy of the checkout that a test may edit."""

import json
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from calibration import sample_project
from storage import Project
from tests import keeping
from tests.running import Server

pytestmark = pytest.mark.browser
ROOT = Path(__file__).parents[2]
PARTS = ("app.py", "pages", "calibration", "storage", "judging", "tests", ".streamlit")
HOSTILE = (
    "<script>window.bad = 1</script> <img src=x onerror='window.bad = 2'> "
    "![x](https://example.org/x.png) file:///etc/passwd {{ 7 * 7 }} =HYPERLINK(1)"
)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    folder = tmp_path / "checkout"
    folder.mkdir()
    for part in PARTS:
        source = ROOT / part
        (shutil.copytree if source.is_dir() else shutil.copy)(source, folder / part)
    return folder


@pytest.fixture
def command(free_port: int) -> list[str]:
    flags = f"--server.port={free_port} --server.headless=true --server.runOnSave=true".split()
    return [sys.executable, "-m", "streamlit", "run", "app.py", *flags]


@pytest.fixture
def server(
    checkout: Path, free_port: int, database_url: str, command: list[str]
) -> Iterator[Server]:
    environment = {"PYTHONPATH": str(checkout), "JUDGING_DATABASE_URL": database_url}
    server = Server(command, checkout, free_port, environment)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def refused(page: Page) -> list[str]:
    """Collect what the policy refuses and what a script throws."""
    found: list[str] = []
    page.on("console", lambda m: found.append(m.text) if "Security Policy" in m.text else None)
    page.on("pageerror", lambda error: found.append(str(error)))
    page.on("dialog", lambda dialog: found.append(dialog.message))
    return found


@pytest.fixture
def hosts(page: Page) -> set[str]:
    """Collect every host that is asked for anything."""
    found: set[str] = set()
    page.on("request", lambda request: found.add(request.url.split("/")[2]))
    page.on("websocket", lambda socket: found.add(socket.url.split("/")[2]))
    return found


def menu(page: Page, section: str, name: str) -> None:
    """Go to a page by the menu."""
    page.get_by_test_id("stTopNavSection").filter(has_text=section).click()
    links = page.get_by_test_id("stTopNavDropdownLink")
    links.filter(has=page.get_by_text(name, exact=True)).click()


def test_a_database_that_cannot_be_opened_is_explained_on_the_page(
    checkout: Path, free_port: int, page: Page, command: list[str]
) -> None:
    environment = {"JUDGING_DATABASE_URL": f"sqlite:///{checkout / 'app.py' / 'judging.db'}"}
    server = Server(command, checkout, free_port, environment)
    server.start()

    page.goto(server.url)

    expect(page.get_by_text("The database cannot be opened: File exists.")).to_be_visible()
    assert server.readiness() == {}
    server.stop()


def test_a_deep_link_opened_first_shows_its_page_inside_the_frame(
    server: Server, page: Page
) -> None:
    page.goto(f"{server.url}/agreement")

    expect(page.get_by_role("heading", name="Agreement")).to_be_visible()
    expect(page.get_by_role("link", name="Label", exact=True)).to_be_visible()
    expect(page.get_by_text("Page not found")).to_have_count(0)


def test_the_story_from_an_empty_page_to_the_sessions_behind_a_cell(
    server: Server, page: Page, refused: list[str], hosts: set[str]
) -> None:
    page.goto(server.url)
    page.get_by_role("button", name="Load the sample").click()
    expect(page.get_by_text("Where the judge stands")).to_be_visible()
    chart = page.get_by_test_id("stVegaLiteChart").locator("canvas, svg").first
    expect(chart).to_be_visible()

    menu(page, "Analyse", "Agreement")
    page.get_by_role("button", name="missed failure").click()
    expect(page.get_by_role("heading", name="Missed failure")).to_be_visible()

    page.goto(f"{server.url}/session?id=parcel-2&turn=7")
    expect(page.get_by_text("The parcel is still addressed to 41B")).to_be_visible()
    expect(page.locator("mark").first).to_be_visible()

    assert refused == []
    assert {host for host in hosts if host} == {f"127.0.0.1:{server.port}"}


def test_a_row_of_the_list_opens_its_session(server: Server, page: Page, project: Project) -> None:
    sample_project.add_to(project)
    page.goto(f"{server.url}/sessions")
    table = page.get_by_test_id("stDataFrame").first
    expect(table).to_be_visible()

    table.click(position={"x": 60, "y": 55})

    expect(page.get_by_role("link", name="All sessions")).to_be_visible()
    expect(page).to_have_url(re.compile("id=parcel-1"))


def test_a_dropped_file_is_shown_first_and_then_stored(
    server: Server, page: Page, project: Project, tmp_path: Path, refused: list[str]
) -> None:
    upload = tmp_path / "chat.jsonl"
    messages = [{"role": "user", "content": HOSTILE}, {"role": "assistant", "content": "No."}]
    broken = '{"id": "x", "mess'
    upload.write_text(json.dumps({"id": HOSTILE, "messages": messages}) + "\n" + broken, "utf-8")
    page.goto(f"{server.url}/import")
    expect(page.get_by_role("heading", name="Import")).to_be_visible()

    page.locator("input[type=file]").set_input_files(upload)

    expect(page.get_by_text("1 session found")).to_be_visible()
    expect(page.get_by_text("1 piece cannot be read")).to_be_visible()
    expect(page.get_by_text(HOSTILE[:40]).first).to_be_visible()
    assert project.sessions.count() == 0
    page.get_by_role("button", name="Import the other 1 session").click()
    expect(page.get_by_text("1 session stored.")).to_be_visible()
    assert project.sessions.listed_ids() == [HOSTILE]
    assert page.evaluate("window.bad") is None
    assert refused == []


def test_labels_are_asked_for_their_polarity_before_they_are_stored(
    server: Server, page: Page, project: Project, tmp_path: Path
) -> None:
    keeping.add(project, keeping.session("a"), keeping.session("b"))
    upload = tmp_path / "labels.csv"
    upload.write_text("session_id,criterion,value\na,goal_met,1\nb,goal_met,0\n", "utf-8")
    page.goto(f"{server.url}/import?what=labels")
    page.locator("input[type=file]").set_input_files(upload)

    expect(page.get_by_text("The answers on goal_met are numbers")).to_be_visible()
    for name, value in (("Values that mean pass", "1"), ("Values that mean fail", "0")):
        page.get_by_label(name).fill(value)
        page.get_by_label(name).press("Enter")
    page.get_by_role("button", name="Import 2 labels").click()

    expect(page.get_by_text("2 labels are in.")).to_be_visible()
    assert project.labels.count() == 2


@pytest.mark.parametrize("where", ["sessions", "session?id=", "agreement", "run", "rubric", ""])
def test_hostile_text_stays_text_on_every_page(
    server: Server, page: Page, project: Project, refused: list[str], where: str
) -> None:
    from urllib.parse import quote  # noqa: PLC0415

    from judging.ratings import Outcome  # noqa: PLC0415

    keeping.add(project, keeping.session(HOSTILE, HOSTILE, HOSTILE))
    keeping.label(project, HOSTILE, Outcome.FAIL, reviewer=HOSTILE)
    keeping.judge(project, {HOSTILE: Outcome.PASS}, name=HOSTILE)

    page.goto(f"{server.url}/{where}{quote(HOSTILE) if where.endswith('=') else ''}")
    page.wait_for_load_state("networkidle")
    expect(page.get_by_role("link", name="Label", exact=True)).to_be_visible()

    assert page.evaluate("window.bad") is None
    assert page.locator("img[src*='example.org'], script:has-text('window.bad')").count() == 0
    assert refused == []


def test_an_inline_script_is_refused(server: Server, page: Page) -> None:
    page.goto(server.url)
    page.evaluate(
        "() => { const s = document.createElement('script'); s.textContent = 'window.bad = 1';"
        " document.body.append(s) }"
    )

    assert page.evaluate("window.bad") is None


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def test_edits_show_without_a_restart(
    server: Server, page: Page, checkout: Path, project: Project
) -> None:
    sample_project.add_to(project)
    page.goto(server.url)
    expect(page.get_by_text("24 sessions in.")).to_be_visible()
    # What the page has imported is watched from the end of its first run.
    expect(page.get_by_test_id("stStatusWidget")).to_have_count(0)
    page.wait_for_timeout(2_000)

    edit(checkout / "storage/tables/session.py", '"""One turn. Clustered', '"""A turn. Clustered')
    edit(checkout / "judging/errors.py", "What happened, where", "What, where")
    edit(checkout / "calibration/progress.py", "session')} in.\"", "session')} here.\"")

    expect(page.get_by_text("24 sessions here.")).to_be_visible()
    expect(page.get_by_test_id("stException")).to_have_count(0)
    page.goto(f"{server.url}/session?id=nobody")
    expect(page.get_by_text("Choose one from the list of sessions.")).to_be_visible()
    expect(page.get_by_test_id("stException")).to_have_count(0)
