"""Chunks of streamed replies: what a model said piece by piece, without what it was asked."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from judging.importers.conversation import NO_MESSAGES, conversation, each
from judging.importers.fields import as_dict, as_id, as_text, dicts_in
from judging.importers.importer import Found, Item, Record, Rejected
from judging.importers.message import Message
from judging.importers.times import instant
from judging.importers.tool_calls import arguments_of
from judging.sessions import ToolCall

CHUNK = "chat.completion.chunk"
# The call of a function as it was before there were several.
ONLY = "function_call"
THOUGHTS = ("reasoning_content", "reasoning")


class StreamChunks:
    """Sessions as the chunks of one reply, `object` being `chat.completion.chunk`."""

    name = "stream_chunks"
    title = "Streamed chat completions (chunks)"

    def recognises(self, record: Record) -> bool:
        return isinstance(record.value, dict) and record.value.get("object") == CHUNK

    def sessions(self, records: Iterator[Record]) -> Iterator[Item]:
        replies: dict[str, _Reply] = {}
        last = ""
        for record in records:
            if not self.recognises(record):
                yield Rejected(record.where, NO_MESSAGES)
                continue
            # Of some services, only the first chunk of a reply has its id.
            last = as_id(record.value.get("id")) or last or record.stand_in
            replies.setdefault(last, _Reply(record)).add(record.value)
        for name, reply in replies.items():
            yield from each([replace(reply.record, value={"id": name})], reply.session)


@dataclass(slots=True)
class _Reply:
    record: Record
    pieces: list[str] = field(default_factory=list)
    thoughts: list[str] = field(default_factory=list)
    calls: dict[str, list[str]] = field(default_factory=dict)

    def add(self, value: dict[str, Any]) -> None:
        """Take in a chunk; of several choices, the first counts."""
        for choice in dicts_in(value.get("choices")):
            if choice.get("index") in (None, 0):
                self._add(as_dict(choice.get("delta")))

    def session(self, record: Record) -> Found:
        """Return the session that the reply is."""
        stated = self.record.value
        said = Message(
            "assistant",
            "".join(self.pieces) if self.pieces else None,
            "".join(self.thoughts) or None,
            tuple(ToolCall(i, name, arguments_of(text)) for i, name, text in self.calls.values()),
        )
        return conversation(
            record,
            [said],
            StreamChunks.name,
            agent_model=as_text(stated.get("model")),
            started_at=instant(stated.get("created")),
        )

    def _add(self, delta: dict[str, Any]) -> None:
        self.pieces += [text for text in (delta.get("content"),) if isinstance(text, str)]
        self.thoughts += [t for name in THOUGHTS if isinstance(t := delta.get(name), str)]
        for place, made in enumerate(dicts_in(delta.get("tool_calls"))):
            self._call(as_id(made.get("index", place)), made, as_dict(made.get("function")))
        if isinstance(delta.get(ONLY), dict):
            self._call(ONLY, {}, delta[ONLY])

    def _call(self, place: str, made: dict[str, Any], function: dict[str, Any]) -> None:
        call = self.calls.setdefault(place, ["", "", ""])
        call[0] = call[0] or as_id(made.get("id"))
        call[1] += as_id(function.get("name"))
        text = function.get("arguments")
        call[2] += text if isinstance(text, str) else ""
