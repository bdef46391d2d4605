"""Where a sign-in leads back to."""

import asyncio

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route
from starlette.types import Message

from calibration.visitors.returning import COOKIE, Returning

Answer = dict[str, list[str]]


async def redirected(request: Request) -> Response:
    return RedirectResponse("https://id.example.org/" if "login" in request.url.path else "/")


def asked(path: str, **headers: str) -> Answer:
    """Ask for a path, and return the headers of the answer."""
    app = Starlette(
        routes=[Route("/auth/login", redirected), Route("/oauth2callback", redirected_302)]
    )
    sent: list[Message] = []
    given = {"host": "judging.example.org", **headers}
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in given.items()],
    }

    async def receive() -> Message:
        return {"type": "http.request"}

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(Returning(app)(scope, receive, send))
    found: Answer = {}
    for name, value in sent[0]["headers"]:
        found.setdefault(name.decode(), []).append(value.decode())
    return found


async def redirected_302(request: Request) -> Response:
    assert request.url.path == "/oauth2callback"
    return RedirectResponse("/", status_code=302)


def test_a_sign_in_leads_back_to_the_page_that_it_began_on() -> None:
    page = "https://judging.example.org/label?project=a%20b"

    left = asked("/auth/login", referer=page)
    [cookie] = left["set-cookie"]
    back = asked("/oauth2callback", cookie=cookie.split(";")[0])

    assert left["location"] == ["https://id.example.org/"]
    assert "HttpOnly; SameSite=Lax" in cookie
    assert back["location"] == ["/label?project=a%20b"]
    assert "Max-Age=0" in back["set-cookie"][0]


@pytest.mark.parametrize(
    "page", ["https://mallory.example.org/label", "", "https://judging.example.org//x"]
)
def test_another_server_is_not_remembered(page: str) -> None:
    assert "set-cookie" not in asked("/auth/login", referer=page)


@pytest.mark.parametrize(
    "kept", ["%2F%2Fmallory.example.org", "https%3A%2F%2Fx.org", "%2F%5Cx.org", "%2Fa%0D%0Ab", ""]
)
def test_a_cookie_leads_nowhere_else(kept: str) -> None:
    assert asked("/oauth2callback", cookie=f"{COOKIE}={kept}")["location"] == ["/"]


def test_without_a_page_to_go_back_to_it_is_the_home_page() -> None:
    assert asked("/oauth2callback")["location"] == ["/"]
