"""The part of a model's service that takes requests in batches, and answers them later."""

import json
import re
import time
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, NamedTuple, Protocol

from tests.loopback import Heard, Reply, response

PATH = "/v1/messages/batches"
LATER = "2999-01-01T00:00:00+00:00"
NAME = re.compile("[a-zA-Z0-9_-]{1,64}")
# What a step of this kind makes of a request: the model was not asked.
UNASKED = frozenset({"canceled", "expired"})


class Answered(Protocol):
    """What the service has for one request: a reply as it would have had alone, or its kind."""

    @property
    def status(self) -> int: ...
    @property
    def body(self) -> object: ...
    @property
    def kind(self) -> str: ...


class Fault(NamedTuple):
    """What comes instead of a reply; where it is `late`, the service did as it was asked."""

    status: int = 0
    kind: str = "api_error"
    late: bool = False
    headers: Mapping[str, str] = {}


Answer = Callable[[Heard, dict[str, Any]], Answered]


@dataclass
class Kept:
    """One batch; its `results` are there once it has ended, by the names of the requests."""

    id: str
    heard: Heard
    requests: dict[str, dict[str, Any]]
    ends: float
    created_at: str = field(default_factory=lambda: datetime.now(UTC).isoformat())
    results: dict[str, dict[str, Any]] | None = None
    is_canceled: bool = False


class BatchDesk:
    """
    Takes batches, and answers their requests in reverse once they end.

    Attributes:
        kept: All that were created, by their names, in order.

        latency: The seconds until a batch ends; a batch whose end is put off by hand has infinity.

        results_at: Where results are said to be; empty for where they are.

        faults: What comes next instead of a reply, by what is asked: create, look, list, cancel
            or results.

        asked: How often each of these was asked.

        answered: How many requests of a batch that is cancelled were answered before.

        hidden: How many times the list of batches lacks those that were sent to it.

        silence: The seconds from the creation of a batch to the reply that names it.

        instead: What is sent in the place of results; None for these.
    """

    def __init__(self, answer: Answer) -> None:
        self.kept: dict[str, Kept] = {}
        self.latency = 0.0
        self.results_at = ""
        self.faults: dict[str, deque[Fault]] = defaultdict(deque)
        self.asked: Counter[str] = Counter()
        self.answered = 0
        self.hidden = 0
        self.silence = 0.0
        self.instead: str | None = None
        self._answer = answer

    def end(self) -> None:
        """Have every batch end now."""
        for kept in self.kept.values():
            kept.ends = 0.0

    def add(self, *names: str, ended: bool = True) -> Kept:
        """Put a batch of somebody else's beside ours, newer than any."""
        requests: dict[str, dict[str, Any]] = {name: {} for name in names}
        nobody = Heard("", "", {}, b"")
        kept = Kept(f"msgbatch_{len(self.kept)}", nobody, requests, float("inf"), LATER)
        if ended:
            kept.results = {name: {"type": "expired"} for name in names}
        self.kept[kept.id] = kept
        return kept

    def reply(self, heard: Heard, url: str) -> Reply:
        """Return the reply to a request about batches."""
        what, name = asked(heard)
        self.asked[what] += 1
        fault = self.faults[what].popleft() if self.faults[what] else None
        if fault and not fault.late:
            return _failed(fault)
        sent = self._done(what, name, heard, url)
        return _failed(fault) if fault else sent

    def _done(self, what: str, name: str, heard: Heard, url: str) -> Reply:
        if what == "create":
            return self._created(heard, url)
        if what == "list":
            return self._listed(heard, url)
        kept = self.kept.get(name)
        if kept is None:
            return _failed(Fault(404, "not_found_error"))
        if what == "cancel":
            kept.is_canceled, kept.ends = True, 0.0
            return _sent(self._told(kept, url) | {"processing_status": "canceling"})
        self._end(kept)
        if what == "results":
            return _lines(kept.results or {}, self.instead)
        return _sent(self._told(kept, url))

    def _created(self, heard: Heard, url: str) -> Reply:
        items = json.loads(heard.body)["requests"]
        requests = {one["custom_id"]: one["params"] for one in items}
        if len(requests) < len(items) or not all(map(NAME.fullmatch, requests)):
            return _failed(Fault(400, "invalid_request_error"))
        ends = time.monotonic() + self.latency
        kept = Kept(f"msgbatch_{len(self.kept)}", heard, requests, ends)
        self.kept[kept.id] = kept
        return _sent(self._told(kept, url))._replace(after=self.silence)

    def _listed(self, heard: Heard, url: str) -> Reply:
        query = dict(part.split("=") for part in heard.path.partition("?")[2].split("&"))
        newest = sorted(self.kept.values(), key=lambda kept: kept.created_at, reverse=True)
        if self.hidden:
            self.hidden -= 1
            newest = [kept for kept in newest if kept.created_at == LATER]
        names = [kept.id for kept in newest]
        start = names.index(query["after_id"]) + 1 if "after_id" in query else 0
        page = newest[start : start + int(query["limit"])]
        for kept in page:
            self._end(kept)
        told = [self._told(kept, url) for kept in page]
        more = {"has_more": start + len(page) < len(newest), "first_id": None, "last_id": None}
        return _sent({"data": told, **more})

    def _end(self, kept: Kept) -> None:
        """Answer the requests of a batch once it is time."""
        if kept.results is None and time.monotonic() >= kept.ends:
            kept.results = {}
            for number, (name, params) in enumerate(reversed(kept.requests.items())):
                if kept.is_canceled and number >= self.answered:
                    kept.results[name] = {"type": "canceled"}
                else:
                    kept.results[name] = _result(self._answer(kept.heard, params))

    def _told(self, kept: Kept, url: str) -> dict[str, Any]:
        has_ended = kept.results is not None
        kinds = Counter(one["type"] for one in (kept.results or {}).values())
        counts = {kind: kinds[kind] for kind in ("succeeded", "errored", "canceled", "expired")}
        results = self.results_at or f"{url}{PATH}/{kept.id}/results"
        return {
            "id": kept.id,
            "type": "message_batch",
            "processing_status": "ended" if has_ended else "in_progress",
            "request_counts": counts | {"processing": 0 if has_ended else len(kept.requests)},
            "created_at": kept.created_at,
            "expires_at": kept.created_at,
            "results_url": results if has_ended else None,
        }


def is_meant(heard: Heard) -> bool:
    """Tell whether a request is about batches."""
    return heard.path.startswith(PATH)


def asked(heard: Heard) -> tuple[str, str]:
    """Return what is asked, and of which batch."""
    _, _, rest = heard.path.partition("?")[0].partition(PATH)
    name, _, what = rest.strip("/").partition("/")
    if not name:
        return ("create" if heard.method == "POST" else "list"), ""
    return what or "look", name


def _result(given: Answered) -> dict[str, Any]:
    if given.kind in UNASKED:
        return {"type": given.kind}
    if given.status == 200:
        return {"type": "succeeded", "message": given.body}
    return {"type": "errored", "error": given.body}


def _failed(fault: Fault) -> Reply:
    if not fault.status:
        return Reply()
    error = {"type": "error", "error": {"type": fault.kind, "message": "No."}, "request_id": "r"}
    headers = {"content-type": "application/json", "request-id": "req_b", **fault.headers}
    return Reply(response(fault.status, headers, json.dumps(error).encode()))


def _sent(told: Mapping[str, Any]) -> Reply:
    headers = {"content-type": "application/json", "request-id": "req_b"}
    return Reply(response(200, headers, json.dumps(told).encode()))


def _lines(results: Mapping[str, Any], instead: str | None) -> Reply:
    lines = (json.dumps({"custom_id": name, "result": one}) for name, one in results.items())
    headers = {"content-type": "application/x-jsonl"}
    text = "".join(f"{line}\n" for line in lines) if instead is None else instead
    return Reply(response(200, headers, text.encode()))
