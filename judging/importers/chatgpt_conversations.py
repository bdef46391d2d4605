"""ChatGPT's exported conversations: a tree of messages, of which one branch was the last."""

from collections.abc import Iterator, Mapping
from typing import Any

from judging.importers.content import joined, text_in
from judging.importers.conversation import BY_PROGRAM, NO_MESSAGES, conversation, each, noted
from judging.importers.fields import as_dict, as_id, as_list, as_text, dicts_in, first
from judging.importers.importer import Found, Item, Record, UnreadableError
from judging.importers.message import Message
from judging.importers.times import instant
from judging.importers.tool_calls import arguments_of
from judging.sessions import ToolCall

TREE, LAST = "mapping", "current_node"
EVERYBODY = ("", "all")
HIDDEN = "is_visually_hidden_from_conversation"
TEXTS = ("text", "result", "content")


class ChatgptConversations:
    """Sessions as a `mapping` of messages that each name the one before, and a `current_node`."""

    name = "chatgpt_conversations"
    title = "ChatGPT conversations (data export)"

    def recognises(self, record: Record) -> bool:
        value = record.value
        return isinstance(value, dict) and isinstance(value.get(TREE), dict) and LAST in value

    def sessions(self, records: Iterator[Record]) -> Iterator[Item]:
        return each(records, self._session)

    def _session(self, record: Record) -> Found:
        if not self.recognises(record):
            raise UnreadableError(NO_MESSAGES)
        told = [_message(entry) for entry in _branch(record.value[TREE], record.value[LAST])]
        shown = [message for message in told if message is not None]
        return conversation(noted(record, BY_PROGRAM, len(told) - len(shown)), shown, self.name)


def _branch(tree: Mapping[str, Any], last: Any) -> list[dict[str, Any]]:
    """Return the messages that lead to the last one; other branches are earlier attempts."""
    path: dict[str, dict[str, Any]] = {}
    at = as_id(last)
    while at in tree and at not in path:
        path[at] = as_dict(tree[at])
        at = as_id(path[at].get("parent"))
    messages = [as_dict(node.get("message")) for node in reversed(path.values())]
    return [entry for entry in messages if entry and not _is_empty(entry)]


def _is_empty(entry: Mapping[str, Any]) -> bool:
    content = as_dict(entry.get("content"))
    held = [*as_list(content.get("parts")), content.get("thoughts"), first(content, TEXTS)]
    return not any(held)


def _message(entry: Mapping[str, Any]) -> Message | None:
    """Return a message; None for what the program keeps from its reader."""
    about, author = as_dict(entry.get("metadata")), as_dict(entry.get("author"))
    if about.get(HIDDEN) is True:
        return None
    content, to = as_dict(entry.get("content")), as_id(entry.get("recipient"))
    thoughts = [text for part in dicts_in(content.get("thoughts")) if (text := _thought(part))]
    text = None if thoughts else _text(content)
    is_call = to not in EVERYBODY
    return Message(
        as_id(author.get("role")),
        None if is_call else text,
        reasoning="\n".join(thoughts) or None,
        calls=(ToolCall("", to, arguments_of(text)),) if is_call else (),
        tool_name=as_id(author.get("name")) or None,
        model=as_text(about.get("model_slug")),
        timestamp=instant(entry.get("create_time")),
        external=as_id(entry.get("id")) or None,
    )


def _text(content: Mapping[str, Any]) -> str | None:
    parts = as_list(content.get("parts"))
    pieces = [piece for part in parts if (piece := _piece(part))]
    return joined(pieces) if pieces else text_in(first(content, TEXTS))


def _piece(part: Any) -> str | None:
    if not isinstance(part, dict) or isinstance(part.get("text"), str):
        return text_in(part)
    # `image_asset_pointer` and its kin are marked as what they point at.
    return text_in([{"type": as_id(part.get("content_type"))}])


def _thought(part: Mapping[str, Any]) -> str | None:
    return as_text(first(part, ("content", "summary")))
