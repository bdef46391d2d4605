"""The results of a batch, each read as the reply that a request sent alone would have had."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple, Self

from judging.judges.outcomes import Reply
from judging.judges.service import kind, kind_of

# What the service answers with, to a request sent alone, where it has this word for an error.
STATUSES = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "billing_error": 402,
    "permission_error": 403,
    "not_found_error": 404,
    "request_too_large": 413,
    "rate_limit_error": 429,
    "api_error": 500,
    "timeout_error": 504,
    "overloaded_error": 529,
}
FAILED = 500
CANCELED, EXPIRED, MISSING = "canceled", "expired", "missing"


class Result(NamedTuple):
    """
    What came of one request of a batch.

    Attributes:
        name: Its name within the batch.

        reply: As if it had come alone: a status of 0 with `canceled`, `expired` or `missing` as
            the error where the model was not asked, so that nothing is to be paid.
    """

    name: str
    reply: Reply

    def without(self, key: str) -> Self:
        """Return the result with `key` blotted out."""
        return self._replace(reply=self.reply.without(key)) if key else self


def lines(sent: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the lines of what streams in; only a line feed ends one."""
    rest = b""
    for part in sent:
        *whole, rest = (rest + part).split(b"\n")
        yield from whole
    yield rest


def read(sent: Iterable[bytes]) -> Iterator[Result]:
    """Yield the result in each line; what is none is left out, and its request has no result."""
    for line in sent:
        try:
            told = json.loads(line)
        except (ValueError, RecursionError):
            continue
        name, result = _part(told, "custom_id"), _part(told, "result")
        if isinstance(name, str) and isinstance(result, dict):
            yield Result(name, reply(result))


def reply(result: Mapping[str, Any]) -> Reply:
    """Return the reply that a result stands for."""
    what = result.get("type")
    if what == "succeeded":
        return Reply(200, json.dumps(result.get("message")))
    if what != "errored":
        return Reply(0, error=what if what in {CANCELED, EXPIRED} else MISSING)
    error = result.get("error")
    word = kind(_part(_part(error, "error"), "type"), FAILED)
    request, status, text = (
        _part(error, "request_id"),
        STATUSES.get(word, FAILED),
        json.dumps(error),
    )
    return Reply(
        status,
        text,
        kind_of(word, status, text),
        request if isinstance(request, str) else "",
    )


def _part(told: object, name: str) -> object:
    """Return what `told` has under a name; None where it is no object, or has nothing there."""
    return told.get(name) if isinstance(told, dict) else None
