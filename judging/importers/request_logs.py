"""What a program or proxy logs of its calls of a model: the request, and the answer beside it."""

from collections.abc import Iterator, Mapping
from typing import Any

from judging.importers import fields
from judging.importers.exchange import Exchange
from judging.importers.fields import as_dict, as_text, first
from judging.importers.importer import Item, Record
from judging.importers.json_values import container
from judging.importers.payloads import spoken
from judging.importers.roles import role_of
from judging.importers.times import instant
from judging.importers.traces import TraceReader, exchanged
from judging.sessions import Role

REQUESTS = ("request", "request_body", "requestBody")
# Of a request itself, what the model is asked.
ASKED = ("messages", "contents", "prompt")
# Not `answer`: beside a question it is what should have been answered.
ANSWERS = ("response", "response_body", "responseBody", "completion", "choices", "output")
STARTS = (*fields.STARTS, "request_time", "created")
NO_CALL = "It is no logged call, which has messages without a reply, and a response."
NO_CONTENT = "Nothing was said in these calls: log their requests and responses with them."


class RequestLogs:
    """Sessions as calls of a model with `messages` and `response`, those of a session together."""

    name = "request_logs"
    title = "Logged calls of a model (request and response)"
    across_files = True

    def recognises(self, record: Record) -> bool:
        return isinstance(record.value, dict) and _asked(record.value) is not None

    def sessions(self, records: Iterator[Record]) -> Iterator[Item]:
        reader = TraceReader(self.name, self.recognises, _exchanges, NO_CALL, NO_CONTENT)
        return reader.sessions(records)


def _asked(value: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return the request whose answer stands beside it; None if there is none of the two."""
    answer = container(first(value, ANSWERS))
    if answer is None or (isinstance(answer, list) and not all(map(as_dict, answer))):
        return None
    request = container(first(value, REQUESTS))
    if isinstance(request, dict):
        return request if first(request, (*ASKED, "input")) is not None else None
    return value if any(_is_open(container(value.get(name))) for name in ASKED) else None


def _is_open(entries: Any) -> bool:
    """Tell whether messages end without a reply, which then stands beside them."""
    if not isinstance(entries, list) or not entries or not all(map(_speaker, entries)):
        return False
    return role_of(_speaker(entries[-1]))[0] in (Role.USER, Role.TOOL)


def _speaker(entry: Any) -> str:
    speaker = entry.get("role") if isinstance(entry, dict) else None
    return speaker if isinstance(speaker, str) else ""


def _exchanges(record: Record) -> list[Exchange]:
    value = record.value
    request, answer = as_dict(_asked(value)), container(first(value, ANSWERS))
    asked = {name: inner for name, inner in request.items() if name not in ANSWERS}
    names = ("model", "model_name")
    return [
        Exchange(
            record,
            fields.session_id(value) or fields.session_id(request),
            exchanged(spoken(asked, "user"), spoken(answer, "assistant")),
            instant(first(value, STARTS)),
            as_text(first(as_dict(answer), names)),
            as_text(first(request, names)) or as_text(first(value, names)),
        )
    ]
