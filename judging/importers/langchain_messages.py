"""LangChain's messages in their three spellings, and the states of LangGraph that hold them."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from judging.importers.content import CALLS, kind_of
from judging.importers.conversation import NO_MESSAGES, conversation, each
from judging.importers.fields import as_id, first, session_id
from judging.importers.importer import Found, Item, Record, UnreadableError
from judging.importers.json_values import container
from judging.importers.messages import messages_of

TYPES = frozenset(("human", "ai", "tool", "system", "function", "chat", "developer", "remove"))
# Types that no other format has.
OWN_TYPES = frozenset(("human", "ai"))
CHUNK, MESSAGE = "messagechunk", "message"
REMOVED = "remove"
NO_MESSAGE = "Here stands {!r:.40}, not a message."


class LangChain:
    """Sessions as messages of `type` human, ai and tool, bare, in `data` or as constructors."""

    name = "langchain_messages"
    title = "LangChain and LangGraph messages"

    def recognises(self, record: Record) -> bool:
        entries = _listed(record.value)
        return (
            is_langchain(entries[0]) or any(map(is_langchain, entries[1:2])) if entries else False
        )

    def sessions(self, records: Iterator[Record]) -> Iterator[Item]:
        return each(records, self._session)

    def _session(self, record: Record) -> Found:
        entries = _listed(record.value)
        if not entries:
            raise UnreadableError(NO_MESSAGES)
        return conversation(
            record,
            messages_of(entries_of(entries)),
            self.name,
            external_id=_external_id(record.value),
        )


def entries_of(entries: Iterable[Any]) -> Iterator[Any]:
    """
    Yield messages with role and content for LangChain's; others, pairs and texts as they are.

    Raises:
        UnreadableError: At an object that is no message, naming its place.
    """
    return _whole(_plain(entries))


def _listed(value: Any) -> list[Any] | None:
    """Return the messages in a list, under `messages`, or in the `values` of a state."""
    if isinstance(value, dict):
        state = value.get("values")
        value = container((state if isinstance(state, dict) else value).get("messages"))
    if not isinstance(value, list):
        return None
    inner = value[0] if len(value) == 1 else None
    # A pair of texts is a message, no list of them.
    is_nested = isinstance(inner, list) and any(isinstance(entry, dict) for entry in inner)
    return inner if is_nested else value


def is_langchain(entry: Any) -> bool:
    """Tell whether `entry` is a message in one of the spellings; pairs of texts are anybody's."""
    if not isinstance(entry, dict) or "role" in entry:
        return False
    kind, data = entry.get("type"), entry.get("data")
    if "lc" in entry and isinstance(entry.get("kwargs"), dict):
        return True
    if not isinstance(kind, str) or _type(kind) not in TYPES:
        return False
    if isinstance(data, dict):
        return "content" in data
    return "content" in entry and ("additional_kwargs" in entry or _type(kind) in OWN_TYPES)


def _external_id(value: Any) -> str:
    """Return the thread of a state's configuration, else the record's own id."""
    if not isinstance(value, dict):
        return ""
    config = value.get("config")
    thread = config.get("configurable") if isinstance(config, dict) else None
    return (session_id(thread) if isinstance(thread, dict) else "") or session_id(value)


def _plain(entries: Iterable[Any]) -> Iterator[Any]:
    """Yield messages with a role; pairs and texts as they are, without what was taken back."""
    for place, entry in enumerate(entries, 1):
        if not isinstance(entry, dict) or ("role" in entry and not is_langchain(entry)):
            yield entry
            continue
        kind, fields = _spelt(entry)
        if not kind:
            raise UnreadableError(NO_MESSAGE.format(entry), f"message {place}")
        if _type(kind) != REMOVED:
            yield _message(kind, fields)


def _spelt(entry: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    """Return the type and the fields of a message, whichever way it is written."""
    data, kwargs, kind = entry.get("data"), entry.get("kwargs"), entry.get("type")
    if isinstance(kwargs, dict) and "lc" in entry:
        path = entry.get("id")
        named = path[-1] if isinstance(path, list) and path else kwargs.get("type")
        return as_id(named), kwargs
    return as_id(kind), data if isinstance(data, dict) else entry


def _type(kind: str) -> str:
    """Return `ai` for `AIMessage` and `AIMessageChunk`."""
    return kind.casefold().removesuffix(CHUNK).removesuffix(MESSAGE)


def _message(kind: str, fields: Mapping[str, Any]) -> dict[str, Any]:
    beside, about = _dict(fields, "additional_kwargs"), _dict(fields, "response_metadata")
    calls, content = _calls(fields, beside), fields.get("content")
    if calls and isinstance(content, list):
        # Blocks of content tell of each call once more.
        content = [block for block in content if kind_of(block) not in CALLS]
    is_chat = _type(kind) == "chat"
    return {
        "role": as_id(fields.get("role")) if is_chat else _type(kind),
        "content": content,
        "tool_calls": calls,
        "tool_call_id": fields.get("tool_call_id"),
        "tool_name": fields.get("name") if _type(kind) in ("tool", "function") else None,
        "is_error": fields.get("status") == "error",
        "reasoning": beside.get("reasoning_content"),
        "model": first(about, ("model_name", "model")),
        "id": fields.get("id"),
        "chunk": as_id(fields.get("id")) if kind.casefold().endswith(CHUNK) else "",
    }


def _calls(fields: Mapping[str, Any], beside: Mapping[str, Any]) -> list[Any]:
    """Return each call once: as LangChain has it, else as the provider wrote it."""
    made = [*_list(fields, "tool_calls"), *_list(fields, "invalid_tool_calls")]
    told = beside.get("function_call")
    return made or _list(beside, "tool_calls") or ([told] if isinstance(told, dict) else [])


def _whole(entries: Iterable[Any]) -> Iterator[Any]:
    """Yield messages, those that came in chunks of one id as one."""
    for chunk, group in groupby(entries, lambda e: e.get("chunk") if isinstance(e, dict) else ""):
        pieces = list(group)
        if not chunk or len(pieces) == 1:
            yield from pieces
            continue
        yield pieces[0] | {
            "content": _content([piece["content"] for piece in pieces]),
            "tool_calls": [call for piece in pieces for call in piece["tool_calls"]],
            "model": next((piece["model"] for piece in pieces if piece["model"]), None),
        }


def _content(contents: list[Any]) -> Any:
    if all(isinstance(content, str) for content in contents):
        return "".join(contents)
    return [
        block
        for content in contents
        for block in (content if isinstance(content, list) else [content])
    ]


def _dict(fields: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = fields.get(name)
    return value if isinstance(value, dict) else {}


def _list(fields: Mapping[str, Any], name: str) -> list[Any]:
    value = fields.get(name)
    return value if isinstance(value, list) else []
