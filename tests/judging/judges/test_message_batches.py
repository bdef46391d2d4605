"""The batches of the Claude judge's service: what is sent, what is read, and who gets the key."""

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Self

import pytest

from judging.errors import JudgeError
from judging.judges import ClaudeJudge
from judging.judges.message_batches import (
    BatchFailedError,
    BatchJudge,
    MessageBatches,
    SentBatch,
    custom_id,
    size,
)
from tests import working
from tests.batch_server import Fault
from tests.judging.judges.asked import shown
from tests.loopback import Heard, Loopback, Reply, response
from tests.model_server import ModelServer

BODY = {
    "model": "claude-test",
    "max_tokens": 8,
    "system": [{"type": "text", "text": "Judge."}],
    "messages": [{"role": "user", "content": [{"type": "text", "text": "{}"}]}],
    "output_config": {"format": {"schema": {"properties": {"summary": {}}}}},
}
LONG_AGO = datetime(2025, 1, 1, tzinfo=UTC)


@pytest.fixture
def batches(server: ModelServer) -> Iterator[MessageBatches]:
    assert server.requests == []
    judge = ClaudeJudge("claude-test")
    yield judge.batches()
    judge.close()


class Stranger:
    """A host that is not ours, and keeps what it is sent."""

    def __init__(self) -> None:
        self.heard: list[Heard] = []
        self._loopback = Loopback(self._reply)

    def __enter__(self) -> Self:
        self._loopback.__enter__()
        return self

    def __exit__(self, *of: object) -> None:
        self._loopback.__exit__(None, None, None)

    @property
    def url(self) -> str:
        return self._loopback.url

    def _reply(self, heard: Heard) -> Reply:
        self.heard.append(heard)
        return Reply(response(200, {"content-type": "application/json"}, b"{}"))

    def has(self, key: str) -> bool:
        """Tell whether anything of what it heard has the key."""
        return any(key in f"{one.path} {one.headers} {one.body!r}" for one in self.heard)


@pytest.fixture
def stranger() -> Iterator[Stranger]:
    with Stranger() as started:
        yield started


def named(*names: str) -> dict[str, Mapping[str, object]]:
    return {custom_id(name * 40): BODY for name in names}


def ended(batches: MessageBatches, *names: str) -> SentBatch:
    return batches.look(batches.create(named(*names)).id)


def test_a_judge_of_claude_can_be_asked_in_batches() -> None:
    assert isinstance(ClaudeJudge("claude-test"), BatchJudge)


def test_a_batch_that_has_not_ended_tells_how_much_it_holds(
    server: ModelServer, batches: MessageBatches
) -> None:
    server.batches.latency = float("inf")

    sent = ended(batches, "a", "b")

    assert (sent.requests, sent.has_ended, sent.results) == (2, False, "")


def test_each_result_is_the_reply_that_it_would_have_been_alone(batches: MessageBatches) -> None:
    sent = ended(batches, "a", "b")

    results = dict(batches.results(sent))

    assert set(results) == set(named("a", "b"))
    assert {reply.status for reply in results.values()} == {200}
    assert json.loads(results[custom_id("a" * 40)].body)["type"] == "message"


def test_batches_are_listed_back_to_a_moment_page_after_page(
    server: ModelServer, batches: MessageBatches
) -> None:
    for _ in range(203):
        server.batches.add("x").created_at = "2025-12-01T00:00:00+00:00"
    ours = batches.create(named("a"))

    assert len(batches.since(LONG_AGO)) == 204
    assert [one.id for one in batches.since(ours.created_at)] == [ours.id]
    assert batches.since(datetime.now(UTC) + timedelta(hours=1)) == []


def test_a_failure_says_what_the_service_said_and_never_the_key(
    server: ModelServer, batches: MessageBatches
) -> None:
    server.batches.faults["create"].append(Fault(401, "authentication_error"))

    with pytest.raises(BatchFailedError) as failure:
        batches.create(named("a"))

    assert failure.value.reply.status == 401
    told = shown(failure.value)
    assert working.KEY not in told


def test_a_stream_that_breaks_off_is_a_failure_of_the_service(
    server: ModelServer, batches: MessageBatches
) -> None:
    sent = ended(batches, "a")
    server.batches.faults["results"].append(Fault())

    with pytest.raises(BatchFailedError, match="dropped"):
        list(batches.results(sent))


@pytest.mark.parametrize(
    "address",
    [
        "{stranger}/v1/messages/batches/x/results",
        "//{host}/results",
        "http://127.0.0.1@{host}/results",
        "{server}@{host}/results",
        "https:{server}/results",
        "http://[::1/results",
        "file:///etc/passwd",
    ],
)
def test_results_elsewhere_than_at_the_service_are_not_asked_for_and_no_key_leaves(
    server: ModelServer, batches: MessageBatches, stranger: Stranger, address: str
) -> None:
    host = stranger.url.removeprefix("http://")
    server.batches.results_at = address.format(stranger=stranger.url, host=host, server=server.url)
    sent = ended(batches, "a")

    with pytest.raises(JudgeError, match="another host") as refusal:
        list(batches.results(sent))

    assert stranger.heard == []
    assert server.batches.asked["results"] == 0
    assert working.KEY not in refusal.value.sentences


def test_results_that_are_moved_elsewhere_are_not_followed_there(
    server: ModelServer, batches: MessageBatches, stranger: Stranger
) -> None:
    sent = ended(batches, "a")
    server.batches.faults["results"].append(Fault(307, headers={"location": stranger.url}))

    with pytest.raises(BatchFailedError) as failure:
        list(batches.results(sent))

    assert failure.value.reply.status == 307
    assert stranger.heard == []


def test_a_service_that_sends_us_elsewhere_for_a_batch_gives_no_key_away(
    server: ModelServer, batches: MessageBatches, stranger: Stranger
) -> None:
    server.batches.faults["look"].append(Fault(307, headers={"location": stranger.url}))

    with pytest.raises(BatchFailedError):
        batches.look("msgbatch_0")

    assert not stranger.has(working.KEY)


def test_an_address_within_the_service_is_its_own(
    server: ModelServer, batches: MessageBatches
) -> None:
    sent = batches.create(named("a"))
    server.batches.results_at = f"/v1/messages/batches/{sent.id}/results"

    results = list(batches.results(batches.look(sent.id)))

    assert len(results) == 1


def test_a_service_that_sends_back_the_key_has_it_blotted_out(
    server: ModelServer, batches: MessageBatches
) -> None:
    sent = ended(batches, "a")
    told = {"custom_id": "x", "result": {"type": "succeeded", "message": {"id": working.KEY}}}
    server.batches.instead = json.dumps(told)

    [result] = batches.results(sent)

    assert working.KEY not in result.reply.body
    assert "[the key]" in result.reply.body


def test_the_size_of_a_request_is_not_reckoned_too_small() -> None:
    name = custom_id("a" * 64)

    assert size(BODY) >= len(json.dumps({"custom_id": name, "params": BODY}))
