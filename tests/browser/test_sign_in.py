"""Signing in with a provider, from a link that was sent."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from calibration import projects
from storage import Project, Store
from tests import keeping
from tests.browser import serving
from tests.browser.labelling import saved
from tests.running import Server
from tests.sign_in_server import CLIENT, SignInServer

pytestmark = pytest.mark.browser
PATIENCE = 60_000
SECRETS = """
[auth]
redirect_uri = "http://127.0.0.1:{{port}}/oauth2callback"
cookie_secret = "a secret of this test and of nothing else"
client_id = "{client}"
client_secret = "none"
server_metadata_url = "{url}/.well-known/openid-configuration"
"""


@pytest.fixture
def provider() -> Iterator[SignInServer]:
    claims = {"sub": "7", "email": "Ann@Example.org", "email_verified": True}
    with SignInServer(claims) as started:
        yield started


@pytest.fixture
def filled(tmp_path: Path) -> Iterator[Project]:
    store = Store.upgraded(f"sqlite:///{tmp_path}/judging.db")
    project = projects.new_or_existing(store, "parcels")
    keeping.add(project, keeping.session("a"), keeping.session("b"))
    yield project
    store.close()


@pytest.fixture
def server(
    browser: Browser, provider: SignInServer, filled: Project, tmp_path: Path
) -> Iterator[Server]:
    assert browser.is_connected()
    secrets = tmp_path / "secrets.toml"
    secrets.write_text(SECRETS.format(client=CLIENT, url=provider.url), encoding="utf-8")
    started = serving.served(filled.store.url, {"STREAMLIT_SECRETS_FILES": str(secrets)})
    started.start()
    yield started
    started.stop()


def test_a_link_leads_through_the_sign_in_to_the_sessions_that_wait(
    server: Server, filled: Project, page: Page
) -> None:
    link = f"http://127.0.0.1:{server.port}/label?project=parcels&reviewer=mallory"
    page.goto(link)
    button = page.get_by_role("button", name="Sign in", exact=True)
    expect(button).to_be_visible(timeout=PATIENCE)
    before = page.content()
    button.click()

    expect(page.locator(".panel")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_text("Ann@Example.org").first).to_be_visible()
    page.keyboard.press("p")
    saved(page)

    assert "Where is it?" not in before
    assert "/label" in page.url
    people = {one.name: one for one in filled.reviewers.listed()}
    assert "mallory" not in people
    assert (people["Ann@Example.org"].identity, people["Ann@Example.org"].subject) == (
        "oidc",
        "ann@example.org",
    )
    assert filled.labels.labelled(people["Ann@Example.org"].id)


def test_a_proxy_that_names_whoever_calls_is_believed_on_websockets_too(
    browser: Browser, filled: Project
) -> None:
    server = serving.served(filled.store.url, {"JUDGING_IDENTITY_HEADER": "X-Forwarded-User"})
    server.start()
    try:
        context = browser.new_context(extra_http_headers={"X-Forwarded-User": "ann"})
        named, bare = context.new_page(), browser.new_page()
        for page in (named, bare):
            page.goto(f"http://127.0.0.1:{server.port}/label?project=parcels&reviewer=mallory")

        expect(named.get_by_text("ann", exact=True).first).to_be_visible(timeout=PATIENCE)
        expect(named.locator(".panel")).to_be_visible(timeout=PATIENCE)
        expect(bare.get_by_text("named nobody")).to_be_visible(timeout=PATIENCE)
        assert "Where is it?" not in bare.content()
    finally:
        server.stop()
