"""Judge runs as a person starts, watches and stops them, in Chromium, with a model on loopback."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from calibration import projects
from storage import Project, RunStatus, Store
from tests import keeping, working
from tests.browser.serving import served
from tests.model_server import ModelServer, Request, Step, fails, passing, says
from tests.running import Server, wait_for

pytestmark = pytest.mark.browser
ROOT = Path(__file__).parents[2]
HOSTILE = "<img src=x onerror='window.bad = 1'> ![x](https://example.org/x.png) :red[x] $1$"


@pytest.fixture(scope="module")
def service() -> Iterator[ModelServer]:
    with ModelServer(keeps_requests=False) as started:
        yield started


@pytest.fixture(autouse=True)
def _calm(service: ModelServer) -> None:
    service.policy, service.latency = passing, 0.0


@pytest.fixture(scope="module")
def app(browser: Browser, url: str, service: ModelServer) -> Iterator[Server]:
    """Serve the app with a key and a model; each test has a project of its own in it."""
    assert browser.is_connected()
    server = served(url, {**working.asking(service), "JUDGE_MODEL": "claude-sonnet-5-5"})
    server.start()
    yield server
    server.stop()


@pytest.fixture
def project(url: str, request: pytest.FixtureRequest) -> Iterator[Project]:
    store = Store(url)
    yield projects.new_or_existing(store, request.node.name)
    store.close()


def opened(page: Page, app: Server, project: Project, *more: str) -> None:
    """Open the page of runs in a project."""
    page.goto(f"{app.url}/run?{'&'.join([f'project={project.name}', *more])}")


def start(page: Page, app: Server, project: Project, sessions: int) -> None:
    """Put so many sessions into a project, and have them judged by what is chosen at first."""
    keeping.add(project, *working.told(sessions))
    opened(page, app, project)
    button = page.get_by_role("button", name=re.compile(f"^Judge {sessions} sessions, about \\$"))
    # The first estimate loads the model's SDK.
    button.click(timeout=90_000)


def state(page: Page, word: str) -> Locator:
    """Return the badge of the run that is shown; the table of runs has the word too."""
    return page.locator(".stMarkdownBadge", has_text=re.compile(f"^. {word}$"))


def test_a_model_judges_from_the_price_to_the_verdicts(
    page: Page, app: Server, project: Project, service: ModelServer
) -> None:
    service.latency = 2.0
    start(page, app, project, 100)

    expect(state(page, "Running")).to_be_visible()
    expect(page.get_by_role("heading", name=re.compile("of 100 sessions judged"))).to_be_visible()
    expect(page.get_by_text(re.compile("left, at .* a minute"))).to_be_visible()
    expect(page.get_by_role("heading", name="100 of 100 sessions scored")).to_be_visible()
    expect(page).to_have_url(re.compile(r"run=\d+"))
    page.get_by_role("link", name="See the verdicts").click()
    expect(page).to_have_url(re.compile(r"/sessions\?.*judge=claude%3Aclaude-sonnet-5-5"))
    expect(page.get_by_role("heading", name="Sessions", exact=True)).to_be_visible()


def test_between_two_looks_nothing_is_drawn_anew(
    page: Page, app: Server, project: Project, service: ModelServer
) -> None:
    service.latency = 2.0
    start(page, app, project, 400)
    pause = page.get_by_role("button", name="Pause")
    expect(page.get_by_text(re.compile("^[1-9][0-9]* of 400 sessions judged"))).to_be_visible()
    pause.evaluate("button => { window.kept = button }")
    page.get_by_role("button", name="Cancel").click()
    before = page.get_by_role("heading", name="of 400 sessions judged").inner_text()

    expect(page.get_by_role("heading", name=before, exact=True)).to_have_count(0)

    assert page.evaluate("window.kept.isConnected")
    expect(page.get_by_role("button", name="Cancel the run")).to_be_visible()
    service.latency = 0.0
    page.get_by_role("button", name="Cancel the run").click()
    expect(state(page, "Cancelled")).to_be_visible()
    expect(page.get_by_role("button", name="Resume")).to_be_visible()


def test_a_run_is_paused_and_goes_on_where_it_stopped(
    page: Page, app: Server, project: Project, service: ModelServer
) -> None:
    service.latency = 1.0
    start(page, app, project, 600)
    expect(state(page, "Running")).to_be_visible()

    page.get_by_role("button", name="Pause").click()

    expect(page.get_by_role("heading", name="Stopped at")).to_be_visible()
    assert 0 < project.runs.listed()[0].left < 600
    service.latency = 0.0
    page.get_by_role("button", name="Resume").click()
    expect(page.get_by_role("heading", name="600 of 600 sessions scored")).to_be_visible()
    assert project.runs.listed()[0].calls == 600


def test_a_key_that_is_not_accepted_is_said_and_the_run_resumed(
    page: Page, app: Server, project: Project, service: ModelServer
) -> None:
    service.policy = lambda *_: fails(401, "authentication_error")
    start(page, app, project, 3)

    expect(page.get_by_text("does not accept the API key.")).to_be_visible()
    expect(page.get_by_text("Mend that, then resume.")).to_be_visible()
    service.policy = passing
    page.get_by_role("button", name="Resume").click()

    expect(page.get_by_role("heading", name="3 of 3 sessions scored")).to_be_visible()


def refusing(request: Request, before: int) -> Step:
    """Refuse one session, answer another in no form, and pass the rest."""
    if "Parcel 1 " in request.transcript:
        return says("", "refusal")
    return says("Well.") if "Parcel 2 " in request.transcript else passing(request, before)


def test_problems_are_looked_into_and_asked_about_again(
    page: Page, app: Server, project: Project, service: ModelServer
) -> None:
    service.policy = refusing
    start(page, app, project, 5)
    expect(page.get_by_role("heading", name="3 of 5 sessions scored")).to_be_visible()
    service.policy = passing

    page.get_by_role("radio", name="Refused (1)").click()
    expect(page.get_by_text("The model declined to answer.")).to_be_visible()
    page.get_by_role("button", name="Ask again about 1 session, about $").click()

    expect(page.get_by_role("heading", name="1 of 1 session scored")).to_be_visible()
    assert project.runs.listed()[0].calls == 1
    opened(page, app, project, "run=new")
    expect(page.get_by_role("button", name="Judge 1 session, about $")).to_be_visible()


def test_a_verdict_leads_to_the_request_and_the_reply_as_text(
    page: Page, app: Server, project: Project, service: ModelServer
) -> None:
    service.policy = lambda *_: says(HOSTILE)
    keeping.add(project, keeping.session(HOSTILE, HOSTILE, HOSTILE))
    opened(page, app, project)
    page.get_by_role("button", name="Judge 1 session, about $").click()
    expect(page.get_by_role("heading", name="0 of 1 session scored")).to_be_visible()
    run = project.runs.listed()[0].id
    name = "%3Cimg%20src%3Dx%20onerror%3D%27window.bad%20%3D%201%27%3E%20!%5Bx%5D"
    name += "%28https%3A%2F%2Fexample.org%2Fx.png%29%20%3Ared%5Bx%5D%20%241%24"

    page.goto(f"{app.url}/session?project={project.name}&id={name}")
    with page.expect_popup() as opening:
        page.get_by_role("link", name="Request and reply").first.click()
    audit = opening.value

    expect(audit.get_by_role("heading", name="Request and reply")).to_be_visible()
    expect(audit.get_by_text("2 attempts")).to_be_visible()
    expect(audit.get_by_text(HOSTILE, exact=True).first).to_be_visible()
    expect(audit.locator("img[src*='example.org']")).to_have_count(0)
    assert audit.evaluate("window.bad") is None
    audit.get_by_role("tab", name="Criteria").click()
    expect(audit.get_by_text("You judge a recorded conversation")).to_be_visible()
    audit.get_by_role("button", name=f"Run {run}").click()
    expect(audit.get_by_role("heading", name="0 of 1 session scored")).to_be_visible()
    audit.close()


def test_the_rules_judge_runs_at_no_cost(page: Page, app: Server, project: Project) -> None:
    keeping.add(project, *working.told(4))
    opened(page, app, project)
    page.get_by_role("combobox", name="Judge").click()
    page.get_by_role("option", name="Rules judge").click()

    page.get_by_role("button", name="Judge 4 sessions, at no cost").click()

    expect(page.get_by_role("heading", name="4 of 4 sessions scored")).to_be_visible()
    assert project.runs.listed()[0].calls == 0


def test_a_row_of_the_list_opens_its_run(page: Page, app: Server, project: Project) -> None:
    keeping.add(project, *working.told(2))
    run = working.start(project)
    wait_for(lambda: project.runs.status(run) is RunStatus.DONE)
    opened(page, app, project, "run=new")
    table = page.get_by_test_id("stDataFrame")
    expect(table).to_be_visible()

    table.click(position={"x": 60, "y": 55})

    expect(page.get_by_role("heading", name="2 of 2 sessions scored")).to_be_visible()
    expect(page).to_have_url(re.compile(f"run={run}"))


def test_without_a_key_the_page_says_which_variable_to_set(
    page: Page, url: str, project: Project
) -> None:
    keeping.add(project, *working.told(2))
    server = served(url, {"JUDGE_MODEL": "claude-sonnet-5-5"})
    server.start()
    opened(page, server, project)
    page.get_by_role("combobox", name="Judge").click()

    page.get_by_role("option", name="Claude").click()

    expect(page.get_by_text("ANTHROPIC_API_KEY")).to_be_visible()
    expect(page.get_by_role("heading", name="2 sessions to judge, about $")).to_be_visible()
    page.get_by_role("button", name="Use the rules judge").click()
    expect(page.get_by_role("button", name="Judge 2 sessions, at no cost")).to_be_visible()
    server.stop()
