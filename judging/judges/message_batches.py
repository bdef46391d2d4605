"""Message Batches: many requests sent at once, answered within a day, for half the price."""

import json
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeVar, runtime_checkable

from judging.errors import JudgeError
from judging.judges import batch_results
from judging.judges.attempts import Body, Call
from judging.judges.batch_results import Result
from judging.judges.claude_errors import failed
from judging.judges.outcomes import Reply

if TYPE_CHECKING:
    from anthropic import Anthropic
    from anthropic.types.messages import MessageBatch
    from httpx2 import Response

# The service takes 100,000 requests and 256 MB, or 10,000 by an older page of its own; but while it
# is sent a batch is in memory more than once.
MOST_REQUESTS = 10_000
MOST_BYTES = 50_000_000
PREFIX = "v1-"
LISTED = 100

Given = TypeVar("Given")


def custom_id(key: str) -> str:
    """Return the name of a request within its batch, from the SHA-256 that it is known by."""
    return f"{PREFIX}{key[:40]}"


def size(body: Body) -> int:
    """Return how many bytes a request takes in a batch, at most a few too many."""
    return len(json.dumps(body)) + 100


class BatchFailedError(Exception):
    """The service did not do what was asked of a batch; `reply` says why, without any key."""

    def __init__(self, reply: Reply) -> None:
        super().__init__(f"HTTP {reply.status}: {reply.error}")
        self.reply = reply


@dataclass(frozen=True, slots=True)
class SentBatch:
    """
    A batch as its service tells of it.

    Attributes:
        requests: How many it holds; how many are answered is told only once it has ended.

        results: Where the service says that the results are; empty before the end, and once they
            are no longer kept.
    """

    id: str
    created_at: datetime
    has_ended: bool
    requests: int
    results: str = ""

    @classmethod
    def of(cls, told: "MessageBatch") -> Self:
        """
        Return what matters of what the SDK has read.

        Raises:
            BatchFailedError: If it is not in the form of a batch, which the SDK does not look at.
        """
        if not isinstance(getattr(told, "created_at", None), datetime) or not told.request_counts:
            raise BatchFailedError(Reply(0, error="unreadable"))
        counts = told.request_counts
        requests = (
            counts.processing,
            counts.succeeded,
            counts.errored,
            counts.canceled,
            counts.expired,
        )
        return cls(
            told.id,
            told.created_at,
            told.processing_status == "ended",
            sum(n or 0 for n in requests),
            told.results_url or "",
        )


@runtime_checkable
class BatchJudge(Protocol):
    """A judge whose service also takes requests in batches."""

    def batches(self) -> "MessageBatches":
        """
        Return the way to its batches.

        Raises:
            JudgeError: If there is no key, or no address that could be one.
        """
        ...

    def objection(self, call: Call) -> JudgeError | None:
        """Return why no request of this judge can be answered; None where `call` does not say."""
        ...


@dataclass(frozen=True, slots=True)
class MessageBatches:
    """
    The batches of one account at one service.

    What the SDK raises knows the key, and does not leave this class: each of its methods raises
    `BatchFailedError` where the service does not answer as it should.
    """

    client: "Anthropic"

    def create(self, requests: Mapping[str, Body]) -> SentBatch:
        """Send requests, by their names within the batch."""
        sent: Any = [{"custom_id": name, "params": body} for name, body in requests.items()]
        return SentBatch.of(self._asked(lambda: self.client.messages.batches.create(requests=sent)))

    def look(self, batch: str) -> SentBatch:
        """Return how a batch stands."""
        return SentBatch.of(self._asked(lambda: self.client.messages.batches.retrieve(batch)))

    def cancel(self, batch: str) -> SentBatch:
        """Have the service stop a batch; it ends a little later, and what is answered is paid."""
        return SentBatch.of(self._asked(lambda: self.client.messages.batches.cancel(batch)))

    def since(self, moment: datetime) -> list[SentBatch]:
        """Return the batches that were created since a moment, newest first."""
        found: list[SentBatch] = []
        after = ""
        while True:
            page = self._page(after)
            some = [SentBatch.of(told) for told in page]
            found += [one for one in some if one.created_at >= moment]
            if len(some) < LISTED or some[-1].created_at < moment:
                return found
            after = some[-1].id

    def results(self, batch: SentBatch) -> Iterator[Result]:
        """
        Yield what came of each request, in no order, as the results stream in.

        Raises:
            JudgeError: If the service names another host for the results: a key would go there.
        """
        response = self._asked(lambda: self._opened(self._results_at(batch)))
        try:
            lines = batch_results.lines(self._bytes(response))
            for result in batch_results.read(lines):
                yield result.without(self.client.api_key or "")
        finally:
            response.close()

    def _results_at(self, batch: SentBatch) -> str:
        """Return the address of the results, which is at the service's own host or refused."""
        from httpx2 import URL, InvalidURL  # noqa: PLC0415  (takes seconds)

        if not batch.results:
            raise BatchFailedError(Reply(404, error="no_results"))
        own = URL(str(self.client.base_url))
        try:
            # Read as the client reads it: what counts is where it would send the key.
            found = own.join(batch.results)
        except InvalidURL:
            found = None
        if found is None or _origin(found) != _origin(own) or found.userinfo:
            raise JudgeError(
                "The service names another host for a batch's results than its own, and a key "
                "sent there would be given away.",
                where=f"batch {batch.id}",
                fix=f"Set ANTHROPIC_BASE_URL to the host that has them, if you trust it; it is "
                f"{own.host} now. Then resume the run. Or cancel it, and run it without batches.",
            )
        return str(found)

    def _opened(self, address: str) -> "Response":
        from httpx2 import Response  # noqa: PLC0415  (takes seconds)

        # Not by the SDK's own method, which asks anew where the results are.
        return self.client.get(
            address, cast_to=Response, options={"follow_redirects": False}, stream=True
        )

    def _bytes(self, response: "Response") -> Iterator[bytes]:
        """Yield what streams in; a stream that breaks off is the service's failure, too."""
        from httpx2 import HTTPError, StreamError  # noqa: PLC0415  (takes seconds)

        began = time.perf_counter()
        try:
            yield from response.iter_bytes()
        except (HTTPError, StreamError):
            pass
        else:
            return
        raise BatchFailedError(Reply(0, error="dropped", seconds=time.perf_counter() - began))

    def _page(self, after: str) -> "list[MessageBatch]":
        batches = self.client.messages.batches
        if after:
            return self._asked(lambda: batches.list(limit=LISTED, after_id=after).data)
        return self._asked(lambda: batches.list(limit=LISTED).data)

    def _asked(self, ask: Callable[[], Given]) -> Given:
        from anthropic import APIError  # noqa: PLC0415  (takes seconds)

        began = time.perf_counter()
        try:
            return ask()
        except APIError as error:
            failure = error
        reply = failed(failure, time.perf_counter() - began)
        del failure
        raise BatchFailedError(reply.without(self.client.api_key or ""))


def _origin(address: Any) -> tuple[str, str, int | None]:
    port = address.port or {"http": 80, "https": 443}.get(address.scheme)
    return address.scheme, address.host, port
