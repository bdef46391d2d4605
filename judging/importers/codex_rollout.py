"""Codex's rollouts: a line an event, of which the items of its responses count."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from judging.importers import codex_exec
from judging.importers.conversation import conversation, refused
from judging.importers.fields import as_id, as_text
from judging.importers.importer import Item, Record, Skipped, UnreadableError
from judging.importers.message import Message
from judging.importers.response_items import is_item, messages_in
from judging.importers.times import instant

# Stands for what `codex exec --json` prints, whose lines have no payload.
PRINTED = "printed"
META, ITEM, CONTEXT = "session_meta", "response_item", "turn_context"
# Events repeat what the items say; the others are about the program.
SILENT = frozenset(("event_msg", "compacted"))
KINDS = frozenset((META, ITEM, CONTEXT)) | SILENT
# What the program writes in the user's name before a person says anything.
SET_UP = ("<environment_context>", "# AGENTS.md", "<user_instructions>")
NO_LINE = "It is no line of a Codex rollout, which has a type and a payload."
NO_ITEM = "The line's payload is no object."
LEFT_OUT = "Left out: {} items of kinds that are not known."
NOTHING_SAID = "Nothing is said in it, there are only events."


class CodexRollout:
    """Sessions as lines of `type` and `payload`, a file each."""

    name = "codex_rollout"
    title = "Codex rollouts (JSONL)"

    def recognises(self, record: Record) -> bool:
        value = record.value
        kind = value.get("type") if isinstance(value, dict) else None
        return isinstance(kind, str) and (
            (kind in KINDS and "payload" in value) or kind in codex_exec.KINDS
        )

    def sessions(self, records: Iterator[Record]) -> Iterator[Item]:
        first: Record | None = None
        lines: list[tuple[str, dict[str, Any], Any]] = []
        for record in records:
            try:
                lines.append(self._line(record))
                first = first or record
            except UnreadableError as problem:
                yield refused(record, problem)
        if first:
            yield self._session(first, lines)

    def _line(self, record: Record) -> tuple[str, dict[str, Any], Any]:
        if not self.recognises(record):
            raise UnreadableError(NO_LINE)
        if record.value["type"] in codex_exec.KINDS:
            return PRINTED, record.value, None
        payload = record.value["payload"]
        if not isinstance(payload, dict):
            raise UnreadableError(NO_ITEM)
        return record.value["type"], payload, record.value.get("timestamp")

    def _session(self, first: Record, lines: list[tuple[str, dict[str, Any], Any]]) -> Item:
        meta = next((payload for kind, payload, _ in lines if kind == META), {})
        models = (as_text(payload.get("model")) for kind, payload, _ in lines if kind == CONTEXT)
        items = [payload for kind, payload, _ in lines if kind == ITEM and not _is_set_up(payload)]
        known = [item for item in items if is_item(item) or "role" in item]
        unknown = (LEFT_OUT.format(len(items) - len(known)),) if len(known) < len(items) else ()
        printed = [payload for kind, payload, _ in lines if kind == PRINTED]
        times = [instant(time) for _, _, time in lines]
        try:
            return conversation(
                replace(first, value={}, notes=(*first.notes, *unknown)),
                [*messages_in(known), *codex_exec.messages_in(printed)],
                self.name,
                external_id=as_id(meta.get("id"))
                or codex_exec.thread_of(printed)
                or first.source.stem,
                agent_model=next(filter(None, models), None),
                started_at=min(filter(None, times), default=None),
                ended_at=max(filter(None, times), default=None),
            )
        except UnreadableError as problem:
            if known or printed:
                return refused(first, problem)
            return Skipped(first.where, NOTHING_SAID)


def _is_set_up(item: dict[str, Any]) -> bool:
    """Tell whether an item is the developer's, or the program's in the user's name."""
    if item.get("role") == "developer":
        return True
    return item.get("role") == "user" and _begins(messages_in([item]))


def _begins(messages: Iterable[Message]) -> bool:
    return any((message.content or "").lstrip().startswith(SET_UP) for message in messages)
