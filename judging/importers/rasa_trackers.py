"""Rasa's trackers: the events of a sender, of which messages are what was said."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from judging.importers.content import joined
from judging.importers.conversation import NO_MESSAGES, conversation, refused
from judging.importers.fields import as_id, as_text, dicts_in
from judging.importers.importer import Item, Record, Rejected, Skipped, UnreadableError
from judging.importers.message import Message
from judging.importers.times import instant

SPEAKERS = ("user", "bot")
# The event by which Rasa itself says that a conversation ended and another begins.
STARTED = "session_started"
ATTACHED = {"image": "[image]", "attachment": "[file]"}
NOTHING_SAID = "Nothing is said in it, there are only actions and slots."


class RasaTrackers:
    """Sessions as the `events` of a `sender_id`; `session_started` begins a new one."""

    name = "rasa_trackers"
    title = "Rasa trackers"

    def recognises(self, record: Record) -> bool:
        value = record.value
        return (
            isinstance(value, dict)
            and "sender_id" in value
            and isinstance(value.get("events"), list)
        )

    def sessions(self, records: Iterator[Record]) -> Iterator[Item]:
        for record in records:
            if not self.recognises(record):
                yield Rejected(record.where, NO_MESSAGES)
                continue
            try:
                yield from self._sessions(record, _parts(record.value["events"]))
            except UnreadableError as problem:
                yield refused(record, problem)

    def _sessions(self, record: Record, parts: list[list[Message]]) -> Iterator[Item]:
        sender = as_id(record.value["sender_id"]) or record.stand_in
        for number, messages in enumerate(parts, 1):
            yield conversation(
                replace(record, value={}),
                messages,
                self.name,
                external_id=sender if number == 1 else f"{sender}#{number}",
                group=sender,
            )
        if not parts:
            yield Skipped(record.where, NOTHING_SAID)


def _parts(events: list[Any]) -> list[list[Message]]:
    """Return what was said in each session that has anything, in the order of the list."""
    parts: list[list[Message]] = [[]]
    for place, event in enumerate(events, 1):
        if not isinstance(event, dict):
            raise UnreadableError(f"Here stands {event!r:.40}, not an event.", f"event {place}")
        if event.get("event") == STARTED:
            parts.append([])
        elif event.get("event") in SPEAKERS:
            parts[-1].append(_message(event))
    return [part for part in parts if any(message.content for message in part)]


def _message(event: Mapping[str, Any]) -> Message:
    return Message(
        event["event"],
        joined(_pieces(event)) or None,
        timestamp=instant(event.get("timestamp")),
        external=as_id(event.get("message_id")) or None,
    )


def _pieces(event: Mapping[str, Any]) -> Iterator[str]:
    """Yield the text, marks of what is attached, and what the buttons offer."""
    if text := as_text(event.get("text")):
        yield text
    data = event.get("data")
    if not isinstance(data, dict):
        return
    yield from (mark for name, mark in ATTACHED.items() if data.get(name))
    offered = [button.get("title") for button in dicts_in(data.get("buttons"))]
    if titles := " | ".join(filter(None, map(as_text, offered))):
        yield f"[buttons: {titles}]"
