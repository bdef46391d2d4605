"""A model's service on the loopback: says what it is told to, and keeps what it is asked."""

import json
import threading
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

USAGE = {
    "input_tokens": 90,
    "cache_read_input_tokens": 10,
    "output_tokens": 40,
    "output_tokens_details": {"thinking_tokens": 15},
    "service_tier": "standard",
}


@dataclass(frozen=True)
class Step:
    """
    What the server does with one request.

    Attributes:
        body: Sent as JSON, a text as it is.

        waits: Whether it says nothing until the server is stopped.

        drops: Whether it closes the connection instead of answering.

        echoes: Whether it sends the request's own headers back.
    """

    body: object = ""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    waits: bool = False
    drops: bool = False
    echoes: bool = False


def says(text: str, stop: str = "end_turn", **more: object) -> Step:
    """Answer with `text`, after some thinking."""
    content = [
        {"type": "thinking", "thinking": "Let me see.", "signature": "x"},
        {"type": "text", "text": text},
    ]
    return Step(
        {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": "claude-test",
            "content": content,
            "stop_reason": stop,
            "usage": USAGE,
            **more,
        }
    )


def answers(*keys: str, turns_seen: int = 4, **changes: object) -> Step:
    """Answer `keys` in due form with a pass each; `changes` are to the answer as a whole."""
    return says(json.dumps(answer(*keys, turns_seen=turns_seen) | changes))


def answer(*keys: str, turns_seen: int = 4, **given: object) -> dict[str, Any]:
    """Return an answer in due form to `keys`, with `given` in place of its parts."""
    return {
        "turns_seen": turns_seen,
        "criteria": {key: passed() | given for key in keys},
        "findings": [],
        "injection_suspected": False,
    }


def passed() -> dict[str, object]:
    """Return a pass on the words of turn 4."""
    return {
        "reason": "It is so.",
        "cited_turns": [4],
        "quote": "It left today.",
        "verdict": "pass",
    }


def fails(status: int, kind: str = "api_error", **headers: str) -> Step:
    """Answer with an error; underscores in the names of headers stand for hyphens."""
    error = {"type": "error", "error": {"type": kind, "message": "No."}, "request_id": "req_e"}
    return Step(error, status, {name.replace("_", "-"): value for name, value in headers.items()})


@dataclass(frozen=True)
class Request:
    """A request as it came."""

    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]

    @property
    def transcript(self) -> str:
        """The first text of the message."""
        text: str = self.body["messages"][0]["content"][0]["text"]
        return text

    @property
    def rules(self) -> str:
        """The system prompt."""
        text: str = self.body["system"][0]["text"]
        return text

    @property
    def keys(self) -> tuple[str, ...]:
        """The criteria that the schema asks, in order."""
        schema = self.body["output_config"]["format"]["schema"]
        criteria = schema["properties"]["criteria"]
        if "$ref" in criteria:
            criteria = schema["$defs"][criteria["$ref"].split("/")[-1]]
        return tuple(criteria["properties"])


class ModelServer:
    """Does the steps of its script in turn; without one it passes every criterion asked."""

    def __init__(self) -> None:
        self.script: deque[Step] = deque()
        self.requests: list[Request] = []
        self.stopped = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.stopped.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def step(self, request: Request) -> Step:
        """Return what to do with `request`."""
        self.requests.append(request)
        return self.script.popleft() if self.script else answers(*request.keys)

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def do_POST(self) -> None:
                length = int(self.headers["content-length"])
                body = json.loads(self.rfile.read(length))
                headers = {name.lower(): value for name, value in self.headers.items()}
                _answer(self, server, server.step(Request(self.path, headers, body)))

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        return Handler


def _answer(handler: BaseHTTPRequestHandler, server: ModelServer, step: Step) -> None:
    if step.waits:
        server.stopped.wait(30)
    if step.waits or step.drops:
        handler.close_connection = True
        return
    body = dict(handler.headers) if step.echoes else step.body
    sent = (body if isinstance(body, str) else json.dumps(body)).encode()
    handler.send_response(step.status)
    headers = {"content-type": "application/json", "request-id": "req_1", **step.headers}
    for name, value in (headers | {"content-length": str(len(sent))}).items():
        handler.send_header(name, value)
    handler.end_headers()
    handler.wfile.write(sent)
