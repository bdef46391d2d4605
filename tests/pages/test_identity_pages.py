"""Who the pages take their visitor for: by a sign-in, by a proxy's word, or by a typed name."""

from collections.abc import Callable
from typing import Any

import pytest
from streamlit.runtime.context import ContextProxy, StreamlitHeaders
from streamlit.testing.v1 import AppTest

from judging.ratings import Outcome
from storage import Identity, IdentityKind, Project, ReviewerRole
from tests import keeping
from tests.label_sending import event
from tests.pages.label_page import PAGES, fire, panel, parts

HEADER = "X-Forwarded-User"
ANN = Identity(IdentityKind.OIDC, "ann@example.org", "ann@example.org")
CLAIMS = {"is_logged_in": True, "iss": "x", "sub": "7", "email_verified": True}
Proxy = Callable[[list[tuple[str, str]]], None]


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    keeping.add(project, *map(keeping.session, "ab"))


@pytest.fixture
def proxy(monkeypatch: pytest.MonkeyPatch) -> Proxy:
    """Return a way to say which headers a request comes with; AppTest has none of its own."""
    monkeypatch.setenv("JUDGING_IDENTITY_HEADER", HEADER)

    def come(headers: list[tuple[str, str]]) -> None:
        monkeypatch.setattr(ContextProxy, "headers", property(lambda _: StreamlitHeaders(headers)))

    return come


def opened(screen: str, user: dict[str, Any] | None = None, **address: str) -> AppTest:
    frame = AppTest.from_file(PAGES / "main.py", default_timeout=60)
    if user is not None:
        frame.user = user
        frame.secrets["auth"] = {"client_id": "judging"}
    frame.run()
    for name, value in address.items():
        frame.query_params[name] = value
    page = frame.switch_page(screen).run()
    assert not page.exception
    return page


def titles(page: AppTest) -> list[str]:
    return [title.value for title in page.title]


@pytest.mark.parametrize("screen", ["home.py", "label.py", "session.py", "people.py"])
def test_nothing_but_the_way_in_is_there_before_a_sign_in(screen: str) -> None:
    page = opened(screen, {"is_logged_in": False}, reviewer="maya", id="a")

    assert titles(page) == ["Judging"]
    assert [button.label for button in page.button] == ["Sign in"]
    assert not parts(page)
    assert not page.dataframe


def test_each_provider_has_a_button_of_its_own() -> None:
    frame = AppTest.from_file(PAGES / "main.py", default_timeout=60)
    frame.user = {"is_logged_in": False}
    named = {"client_id": "judging"}
    frame.secrets["auth"] = {"cookie_secret": "x", "acme": named, "other": named}

    page = frame.run()

    assert [button.label for button in page.button] == [
        "Sign in with acme",
        "Sign in with other",
    ]


def test_a_link_leads_who_signed_in_to_the_sessions_that_wait(project: Project) -> None:
    page = opened("label.py", {**CLAIMS, "email": "Ann@Example.org"}, project="default")

    assert panel(page)["reviewer"] == "Ann@Example.org"
    assert project.reviewers.known(ANN) is not None
    assert "Signed in as Ann@Example" in page.markdown[0].value.replace("\\", "")


def test_no_address_makes_somebody_else_of_who_signed_in(project: Project) -> None:
    project.reviewers.named("maya")

    page = opened("label.py", {**CLAIMS, "email": "ann@example.org"}, reviewer="maya")

    assert panel(page)["reviewer"] == "ann@example.org"
    assert not [field.key for field in page.text_input]


def test_a_typed_name_is_not_who_signed_in_with_it(project: Project) -> None:
    project.reviewers.met(Identity(IdentityKind.OIDC, "ann", "ann"))

    page = opened("label.py", reviewer="ann")

    assert panel(page)["reviewer"] == "ann (typed)"


def test_who_signs_in_leads_once_they_are_made_the_lead(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    user = {**CLAIMS, "email": "ann@example.org"}
    page = opened("run.py", user)
    before = titles(page)
    ann = project.reviewers.known(ANN)
    assert ann is not None
    project.reviewers.set_role(ann.id, ReviewerRole.LEAD, by="")

    assert before == ["Not for you"]
    assert "Nobody leads this project yet" in page.info[0].value
    assert titles(opened("run.py", user)) == ["Run judge"]
    monkeypatch.setenv("JUDGING_LEADS", "bob@example.org")
    assert titles(opened("run.py", {**CLAIMS, "email": "bob@example.org"})) == ["Run judge"]


def test_a_provider_that_does_not_say_who_it_is_opens_nothing() -> None:
    page = opened("home.py", {"is_logged_in": True})

    assert titles(page) == ["Not for you"]
    assert "does not say who has signed in" in page.info[0].value


def test_a_proxy_says_who_is_there(proxy: Proxy) -> None:
    proxy([(HEADER.lower(), " ann ")])

    page = opened("label.py", reviewer="maya")

    assert panel(page)["reviewer"] == "ann"
    assert page.markdown[0].value == ":gray[Known by your proxy as ann.]"


@pytest.mark.parametrize("headers", [[], [(HEADER, "mallory"), (HEADER, "ann")]])
def test_who_comes_round_the_proxy_gets_nothing(
    proxy: Proxy, headers: list[tuple[str, str]]
) -> None:
    proxy(headers)

    page = opened("label.py", reviewer="maya")

    assert titles(page) == ["Not for you"]
    assert not parts(page)


def test_no_header_is_believed_unless_the_operator_names_it(
    proxy: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    proxy([(HEADER, "lead"), ("X-User", "lead")])
    monkeypatch.delenv("JUDGING_IDENTITY_HEADER")

    page = opened("label.py")

    assert [field.key for field in page.text_input] == ["label_gate_name"]


def test_a_sign_in_goes_before_a_header(proxy: Proxy) -> None:
    proxy([(HEADER, "lee")])

    page = opened("label.py", {**CLAIMS, "email": "ann@example.org"})

    assert panel(page)["reviewer"] == "ann@example.org"


def test_a_typed_name_is_called_what_it_is() -> None:
    page = opened("home.py", reviewer="maya")

    assert ":gray[maya: you typed this name; nobody checks it.]" in [
        one.value for one in page.markdown
    ]


def test_who_looks_at_verdicts_before_giving_a_name_labels_not_blind(project: Project) -> None:
    keeping.judge(project, {"a": Outcome.FAIL, "b": Outcome.FAIL})
    page = opened("session.py", id="a")

    page.query_params["reviewer"] = "maya"
    page.switch_page("label.py").run()
    fire(page, *(event(session=name) for name in "ab"))

    given = {
        name: [one.label.blind for one in project.labels.of_session(keeping.number(project, name))]
        for name in "ab"
    }
    assert given == {"a": [False], "b": [True]}
