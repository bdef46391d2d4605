"""The service that other tests and the benchmarks ask in a model's place."""

import http.client
import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.model_server import USAGE, ModelServer, Request, Step, answers, fails, says, unit

ROOT = Path(__file__).parents[1]


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as started:
        yield started


def asked(transcript: str = "t", *keys: str) -> dict[str, Any]:
    """Return the body of a request as the Claude judge makes it, without what is not read here."""
    criteria: dict[str, object] = {key: {} for key in keys or ("goal_met",)}
    return {
        "messages": [{"role": "user", "content": [{"type": "text", "text": transcript}]}],
        "output_config": {
            "format": {"schema": {"properties": {"criteria": {"properties": criteria}}}}
        },
    }


def connection(url: str) -> closing[http.client.HTTPConnection]:
    """Return a connection to `url`, to be closed."""
    place = urlsplit(url)
    return closing(http.client.HTTPConnection(place.hostname or "", place.port, timeout=10))


def post(url: str, body: object, path: str = "/v1/messages") -> tuple[int, Any]:
    """Return the status and the body of the reply to one request."""
    with connection(url) as line:
        line.request("POST", path, json.dumps(body))
        reply = line.getresponse()
        return reply.status, json.load(reply)


def get(url: str, path: str) -> tuple[int, Any]:
    """Return the status and the body at `path`."""
    with connection(url) as line:
        line.request("GET", path)
        reply = line.getresponse()
        return reply.status, json.load(reply)


def test_the_policy_speaks_after_the_script_and_knows_how_often_a_unit_was_asked() -> None:
    counts: list[tuple[str, int]] = []

    def policy(request: Request, before: int) -> Step:
        counts.append((request.transcript, before))
        return answers(*request.keys)

    with ModelServer(policy) as server:
        server.script.append(fails(529))
        for body in (asked("a"), asked("a"), asked("b"), asked("a", "polite"), asked("a")):
            post(server.url, body)

    assert counts == [("a", 1), ("b", 0), ("a", 0), ("a", 2)]
    assert len(server.requests) == server.received == 5


def test_what_is_answered_is_billed_good_or_not_and_nothing_else(server: ModelServer) -> None:
    counted = {**USAGE, "input_tokens": 7}
    server.script += [fails(429), says("?", usage=counted), Step(drops=True), Step("<html>")]
    body = asked("a", "goal_met", "polite")

    statuses = [post(server.url, body)[0] for _ in range(2)]
    with pytest.raises(http.client.RemoteDisconnected):
        post(server.url, body)
    with pytest.raises(json.JSONDecodeError):
        post(server.url, body)

    assert statuses == [429, 200]
    what = unit("a", ("goal_met", "polite"))
    assert server.bill == [(what, "answer", counted), (what, "answer", {})]
    assert get(server.url, "/bill") == (200, {"billed": 2, "received": 4})
    assert get(server.url, "/else")[0] == 404


def test_many_wait_for_their_replies_at_the_same_time() -> None:
    with ModelServer(latency=0.3) as server, ThreadPoolExecutor(16) as pool:
        began = time.perf_counter()
        list(pool.map(lambda n: post(server.url, asked(str(n))), range(16)))
        seconds = time.perf_counter() - began

    # One after another they would take sixteen times as long.
    assert 0.3 <= seconds < 16 * 0.3


def test_what_was_asked_is_let_go_where_it_is_not_to_be_kept() -> None:
    with ModelServer(keeps_requests=False) as server:
        post(server.url, asked())

    assert (server.requests, server.received, len(server.bill)) == ([], 1, 1)


def test_a_chat_is_answered_by_its_schema_after_the_same_latency() -> None:
    properties = {
        "reasoning": {"type": "string"},
        "score": {"type": "boolean"},
        "grade": {"type": "string", "enum": ["low", "high"]},
        "turns": {"type": "array", "items": {"type": "integer"}},
        "share": {"type": "number"},
    }
    form = {"name": "score", "schema": {"type": "object", "properties": properties}}
    body = {
        "model": "m",
        "messages": [{"role": "user", "content": "Well?"}],
        "response_format": {"type": "json_schema", "json_schema": form},
    }

    with ModelServer(latency=0.2) as server:
        began = time.perf_counter()
        _, reply = post(server.url, body, "/v1/chat/completions")
        seconds = time.perf_counter() - began

    (choice,) = reply["choices"]
    assert json.loads(choice["message"]["content"]) == {
        "reasoning": "It is so.",
        "score": True,
        "grade": "low",
        "turns": [],
        "share": 1.0,
    }
    assert server.bill == [(unit("Well?", tuple(properties)), "answer", reply["usage"])]
    assert seconds >= 0.2


def test_requests_may_come_in_pieces_and_one_behind_the_other(server: ModelServer) -> None:
    body = json.dumps(asked("é")).encode()
    sent = b"POST /v1/messages HTTP/1.1\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)
    place = urlsplit(server.url)

    with socket.create_connection((place.hostname, place.port), timeout=10) as line:
        line.sendall(sent[:20])
        time.sleep(0.05)
        line.sendall(sent[20:-5])
        time.sleep(0.05)
        line.sendall(sent[-5:] + sent + sent.replace(b"\r\n", b"\r\nConnection: close\r\n", 1))
        with line.makefile("rb") as replies:
            received = replies.read()

    assert received.count(b"HTTP/1.1 200 ") == 3
    assert [request.transcript for request in server.requests] == ["é"] * 3


def test_whoever_still_waits_is_let_go_at_the_end() -> None:
    with ThreadPoolExecutor() as pool:
        with ModelServer() as server:
            server.script.append(Step(waits=True))
            waiting = pool.submit(post, server.url, asked())
            while not server.received:
                time.sleep(0.01)
            assert not waiting.done()
        error = waiting.exception(timeout=10)

    assert isinstance(error, ConnectionError)
    assert server.stopped.is_set()


def test_as_a_process_it_serves_until_its_input_ends() -> None:
    command = [sys.executable, "-m", "tests.served_model", "--storm", "--seed", "3"]
    line = json.dumps({"turn": 1, "text": "Where is my parcel?"})
    process = subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )

    with process:
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        for _ in range(2):
            post(url, asked(line))
        count = get(url, "/bill")[1]

    assert count["received"] == 2
    assert 1 <= count["billed"] <= 2
    assert process.returncode == 0
