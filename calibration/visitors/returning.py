"""Back to the page that somebody asked for, once they have signed in."""

from http.cookies import CookieError, SimpleCookie
from urllib.parse import quote, unquote, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE = "judging_asked_for"
LASTS = 600  # seconds
LONGEST = 1_500


class Returning:
    """
    Leads from a sign-in back to where it began, such as a link that somebody was sent.

    Streamlit leads to the home page. Where somebody was is told by the browser as they go, and
    waits in a cookie; only a path on this server is ever gone back to.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        path, headers = scope["path"], Headers(scope=scope)
        leaves, returns = path.endswith("/auth/login"), path.endswith("/oauth2callback")
        asked = came_from(headers) if leaves else kept(headers) if returns else ""

        async def sending(message: Message) -> None:
            if asked and message["type"] == "http.response.start":
                answer = MutableHeaders(scope=message)
                if returns and message["status"] == 302:
                    answer["Location"] = asked
                lasts = 0 if returns else LASTS
                value = f"{COOKIE}={quote(asked, safe='')}"
                rules = f"Path=/; Max-Age={lasts}; HttpOnly; SameSite=Lax"
                answer.append("Set-Cookie", f"{value}; {rules}")
            await send(message)

        await self._app(scope, receive, sending)


def came_from(headers: Headers) -> str:
    """Return the path and query of the page of this server that a request came from, or nothing."""
    page = urlsplit(headers.get("referer", ""))
    if page.netloc != headers.get("host"):
        return ""
    return local(f"{page.path}?{page.query}" if page.query else page.path)


def kept(headers: Headers) -> str:
    """Return where somebody wanted to be before they went to sign in, or nothing."""
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return ""
    return local(unquote(found.value)) if found else ""


def local(path: str) -> str:
    """
    Return a path if it can lead nowhere but to this server, else nothing.

    Example:
        >>> local("/label?project=default")
        '/label?project=default'
        >>> local("//example.org"), local("/\\\\\\\\example.org"), local("https://example.org")
        ('', '', '')
    """
    is_path = path.startswith("/") and path[1:2] not in {"/", "\\"}
    is_plain = path.isascii() and path.isprintable() and len(path) <= LONGEST
    return path if is_path and is_plain and "\\" not in path else ""
