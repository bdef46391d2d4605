"""The connections to a service."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from judging.judges.chat_client import ChatClient
from tests.model_server import ModelServer, Request, Step
from tests.running import wait_for

# More than the HTTP library opens to one place unless told to.
MANY = 120


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)


def asked(n: int) -> dict[str, object]:
    """Return a request of its own."""
    form = {"type": "json_schema", "json_schema": {"schema": {"properties": {}}}}
    messages = [{"role": "user", "content": str(n)}]
    return {"model": "m", "messages": messages, "response_format": form}


def test_as_many_requests_are_on_their_way_as_there_are_threads() -> None:
    def waiting(request: Request, before: int) -> Step:  # noqa: ARG001  (a policy)
        return Step(waits=True)

    with ThreadPoolExecutor(MANY) as pool:
        with ModelServer(chats=waiting) as server:
            client = ChatClient(f"{server.url}/v1", timeout=60)
            replies = [pool.submit(client.send, asked(n)) for n in range(MANY)]
            wait_for(lambda: server.received == MANY, seconds=30)
        errors = {reply.result().error for reply in replies}
    client.close()

    assert errors == {"dropped"}


def test_a_redirect_is_not_followed_since_the_key_would_go_along() -> None:
    elsewhere = {"location": "http://127.0.0.1:1/"}
    with ModelServer(chats=lambda *_: Step("", 307, elsewhere)) as server:
        client = ChatClient(f"{server.url}/v1", timeout=10)
        reply = client.send(asked(1))
        client.close()

    assert (reply.status, server.received) == (307, 1)
