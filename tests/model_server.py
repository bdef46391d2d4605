"""A model's service on the loopback: says what it is told to, and keeps what it is asked."""

import hashlib
import json
import threading
from collections import Counter, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, NamedTuple, Self

from tests import batch_server, chat
from tests.batch_server import BatchDesk
from tests.loopback import Heard, Loopback, Reply, response

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

        kind: The word for it in the bill.
    """

    body: object = ""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    waits: bool = False
    drops: bool = False
    echoes: bool = False
    kind: str = "answer"


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


def summarises(text: str, turns_seen: int = 28) -> Step:
    """Answer with a summary in due form."""
    return says(json.dumps({"summary": text, "turns_seen": turns_seen}))


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
    def is_chat(self) -> bool:
        """Whether it has the other form, that of a chat."""
        return self.path.endswith(chat.PATH)

    @property
    def transcript(self) -> str:
        """The session as it is told, without what is asked of it; of a chat, with that."""
        content = self.body["messages"][-1]["content"]
        if isinstance(content, str):
            return content
        return "\n".join(block["text"] for block in content[:-1] or content)

    @property
    def whole(self) -> str:
        """All that is sent, as JSON with every character as it is."""
        return json.dumps(self.body, ensure_ascii=False)

    @property
    def rules(self) -> str:
        """The system prompt."""
        if self.is_chat:
            return chat.rules(self.body)
        text: str = self.body["system"][0]["text"]
        return text

    @property
    def keys(self) -> tuple[str, ...]:
        """The criteria that the schema asks; none for a summary; else its properties, of a chat."""
        if self.is_chat:
            return chat.keys(self.body)
        schema = self.body["output_config"]["format"]["schema"]
        if "criteria" not in schema["properties"]:
            return ()
        criteria = schema["properties"]["criteria"]
        if "$ref" in criteria:
            criteria = schema["$defs"][criteria["$ref"].split("/")[-1]]
        return tuple(criteria["properties"])

    @property
    def unit(self) -> str:
        """What is asked, transcript and keys, as one short text."""
        return unit(self.transcript, self.keys)


def unit(transcript: str, keys: tuple[str, ...]) -> str:
    """Return the text that stands in the bill for these criteria of this transcript."""
    return hashlib.sha256(json.dumps([transcript, keys]).encode()).hexdigest()


class Billed(NamedTuple):
    """An answer that has to be paid, good or not, whether or not anyone still waited for it."""

    unit: str
    kind: str
    usage: Mapping[str, Any]


Policy = Callable[[Request, int], Step]


def passing(request: Request, before: int) -> Step:  # noqa: ARG001  (a policy)
    """Pass every criterion, each time; summarise where none is asked."""
    if not request.keys:
        return summarises("Turn 9: the user gave the order number.")
    return answers(*request.keys)


def by_schema(request: Request, before: int) -> Step:  # noqa: ARG001  (a policy)
    """Answer a chat with what its schema allows, each time."""
    return Step(chat.completion(request.body))


class ModelServer:
    """
    Does the steps of its script in turn, and when that is empty what its policy says.

    Attributes:
        requests: All that came, in order; empty where it does not keep them.

        received: How many came.

        bill: What was answered with HTTP 200, in the order of the requests. Only the server's
            own thread adds to it and to the others.

        policy: Says what to do with a request, given how many times the very same unit was
            asked before.

        chats: The same for requests that are chats.

        latency: The seconds from a request to its reply.

        batches: The requests that come in batches, each answered as if it came alone.
    """

    def __init__(
        self,
        policy: Policy = passing,
        *,
        chats: Policy = by_schema,
        latency: float = 0.0,
        port: int = 0,
        keeps_requests: bool = True,
    ) -> None:
        self.script: deque[Step] = deque()
        self.requests: list[Request] = []
        self.received = 0
        self.bill: list[Billed] = []
        self.policy = policy
        self.chats = chats
        self.latency = latency
        self.batches = BatchDesk(self._batched)
        self.stopped = threading.Event()
        self._keeps_requests = keeps_requests
        self._asked: Counter[str] = Counter()
        self._loopback = Loopback(self._reply, port)

    @property
    def url(self) -> str:
        """Where it is."""
        return self._loopback.url

    def __enter__(self) -> Self:
        self._loopback.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.stopped.set()
        self._loopback.__exit__(kind, error, at)

    def step(self, request: Request) -> Step:
        """Return what to do with `request`, and put it on the bill if that is an answer."""
        self.received += 1
        if self._keeps_requests:
            self.requests.append(request)
        what = request.unit
        step = self._step(request, self._asked[what])
        self._asked[what] += 1
        if step.status == 200 and not step.waits and not step.drops:
            usage = step.body.get("usage", {}) if isinstance(step.body, dict) else {}
            self.bill.append(Billed(what, step.kind, usage))
        return step

    def _step(self, request: Request, before: int) -> Step:
        if self.script:
            return self.script.popleft()
        return (self.chats if request.is_chat else self.policy)(request, before)

    def _batched(self, heard: Heard, params: dict[str, Any]) -> Step:
        return self.step(Request("/v1/messages", heard.headers, params))

    def _reply(self, heard: Heard) -> Reply | None:
        if batch_server.is_meant(heard):
            return self.batches.reply(heard, self.url)
        if heard.method != "POST":
            counts = {"billed": len(self.bill), "received": self.received}
            return Reply(_sent(Step(counts) if heard.path == "/bill" else fails(404), heard))
        step = self.step(Request(heard.path, heard.headers, json.loads(heard.body)))
        if step.waits:
            return None
        return Reply(b"" if step.drops else _sent(step, heard), self.latency)


def _sent(step: Step, heard: Heard) -> bytes:
    body = dict(heard.headers) if step.echoes else step.body
    headers = {"content-type": "application/json", "request-id": "req_1", **step.headers}
    text = body if isinstance(body, str) else json.dumps(body)
    return response(step.status, headers, text.encode())
