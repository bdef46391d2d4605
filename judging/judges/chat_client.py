"""The way to a service that speaks as OpenAI's does."""

import base64
import time
from typing import TYPE_CHECKING

from judging.judges import openai_service, service
from judging.judges.attempts import Body
from judging.judges.chat_reply import error_word
from judging.judges.chat_request import sent
from judging.judges.outcomes import Fate, Reply

if TYPE_CHECKING:
    from httpx2 import Client, HTTPError, Response

PATH = "/chat/completions"


class ChatClient:
    """
    The connections to one service, which threads share.

    It knows the key, if there is one: so it is neither printed nor pickled, and what the HTTP
    library raises ends in `send`.

    Raises:
        JudgeError: If there is no key where one is needed, or none that could be one.
    """

    def __init__(self, place: str, timeout: float) -> None:
        self._url = place + PATH
        key, login = openai_service.key(place), openai_service.login(place)
        basic = base64.b64encode(":".join(login).encode()).decode() if login else ""
        self._secrets = tuple(filter(None, [key, basic, login[1] if login else ""]))
        said = f"Basic {basic}" if basic else f"Bearer {key}" if key else ""
        self._client = _connection({"authorization": said} if said else {}, timeout)

    def send(self, body: Body) -> Reply:
        """Send `body` once, and return what came back, with the key blotted out."""
        from httpx2 import HTTPError  # noqa: PLC0415  (only when asked)

        began = time.perf_counter()
        try:
            came = self._client.post(self._url, json=sent(body))
        except HTTPError as error:
            return Reply(0, error=_failure(error), seconds=time.perf_counter() - began)
        reply = _reply(came, time.perf_counter() - began)
        for secret in self._secrets:
            reply = reply.without(secret)
        return reply

    def close(self) -> None:
        """Let go of the connections."""
        self._client.close()


def _connection(headers: dict[str, str], timeout: float) -> "Client":
    from httpx2 import Client, Limits, Timeout  # noqa: PLC0415  (only when asked)

    return Client(
        headers=headers,
        timeout=Timeout(timeout, connect=5.0),
        # How many requests go at once is for the run to say.
        limits=Limits(max_connections=None, max_keepalive_connections=None),
    )


def _reply(came: "Response", seconds: float) -> Reply:
    is_answer = came.status_code == 200
    return Reply(
        status=came.status_code,
        body=came.text,
        error="" if is_answer else service.kind(error_word(came.text), came.status_code),
        request_id=came.headers.get("x-request-id", ""),
        retry_after=None if is_answer else service.wait_asked(came.headers, time.time()),
        seconds=seconds,
    )


def _failure(error: "HTTPError") -> str:
    from httpx2 import ConnectError, ConnectTimeout, TimeoutException  # noqa: PLC0415  (as above)

    if isinstance(error, ConnectError | ConnectTimeout):
        return Fate.UNREACHABLE
    return "timeout" if isinstance(error, TimeoutException) else "dropped"
