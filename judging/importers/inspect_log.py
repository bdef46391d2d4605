"""Inspect's logs: samples of an evaluation, each with its messages and scores."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from judging.importers.content import as_json, kind_of, text_in
from judging.importers.conversation import NO_MESSAGES, conversation, refused
from judging.importers.fields import as_id, as_text
from judging.importers.importer import Item, Record, Rejected, Skipped, UnreadableError
from judging.importers.messages import messages_of

ATTACHED = re.compile(r"attachment://([0-9a-f]{32})")
# Characters that the attachments of one sample may unfold to: a text may stand in many places.
MOST_ATTACHED = 64 << 20
NO_SAMPLES = "The log has no samples, only a summary. Export the .eval file or the full .json log."
INDEX = "This is an index of logs with no samples in it. Import the .eval or .json logs themselves."
TOO_MUCH = "The sample's attachments unfold to more than 64 million characters."


class InspectLog:
    """Sessions as the `samples` of an `eval`, in JSON or from the members of an `.eval`."""

    name = "inspect_log"
    title = "Inspect logs (.eval, .json)"

    def recognises(self, record: Record) -> bool:
        return _is_log(record.value) or _is_index(record.value)

    def sessions(self, records: Iterator[Record]) -> Iterator[Item]:
        for record in records:
            samples = record.value.get("samples") if _is_log(record.value) else None
            if not isinstance(samples, list) or not samples:
                yield Rejected(record.where, INDEX if _is_index(record.value) else NO_SAMPLES)
                continue
            for number, sample in enumerate(samples, 1):
                where = record.where if len(samples) == 1 else f"{record.where}, sample {number}"
                yield self._item(replace(record, where=where), sample)

    def _item(self, record: Record, sample: Any) -> Item:
        try:
            return self._session(record, sample)
        except UnreadableError as problem:
            return refused(record, problem)

    def _session(self, record: Record, sample: Any) -> Item:
        if not isinstance(sample, dict):
            raise UnreadableError(f"Here stands {sample!r:.40}, not a sample with messages.")
        if not sample.get("messages") and sample.get("error"):
            return Skipped(record.where, "The sample failed before anything was said.")
        if not isinstance(sample.get("messages"), list):
            raise UnreadableError(NO_MESSAGES)
        stated = record.value["eval"]
        entries = _Attachments(sample.get("attachments")).put_into(sample["messages"])
        return conversation(
            replace(record, value={}),
            messages_of(map(_entry, entries)),
            self.name,
            external_id=f"{as_id(sample.get('id'))}-epoch{as_id(sample.get('epoch')) or '1'}",
            group=f"{_task(record)}-{as_id(sample.get('id'))}",
            agent_model=as_text(stated.get("model")),
            metadata=_metadata(record, sample),
        )


class _Attachments:
    def __init__(self, attached: Any) -> None:
        self._texts = attached if isinstance(attached, dict) else {}
        self._left = MOST_ATTACHED

    def put_into(self, value: Any) -> Any:
        """
        Return `value` with each attached text where a reference to it stood.

        Raises:
            UnreadableError: If that is more text than the limit.
        """
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, list):
            return [self.put_into(item) for item in value]
        if isinstance(value, dict):
            return {name: self.put_into(item) for name, item in value.items()}
        return value

    def _text(self, value: str) -> str:
        found = ATTACHED.fullmatch(value)
        text = self._texts.get(found[1]) if found else None
        if not isinstance(text, str):
            return value
        self._left -= len(text)
        if self._left < 0:
            raise UnreadableError(TOO_MUCH)
        return text


def _is_log(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and isinstance(value.get("eval"), dict)
        and ("samples" in value or "plan" in value)
    )


def _is_index(value: Any) -> bool:
    """Tell whether it is the list of logs that stands beside them: an object by file name."""
    return (
        isinstance(value, dict)
        and bool(value)
        and all(name.endswith((".eval", ".json")) for name in value)
        and all(isinstance(log, dict) and "eval" in log for log in value.values())
    )


def _entry(entry: Any) -> Any:
    """Return a message as chat messages are: of a tool, its name and what went wrong."""
    if not isinstance(entry, dict):
        return entry
    content = entry.get("content")
    if isinstance(content, list):
        entry = {**entry, "content": [block for part in content for block in _blocks(part)]}
    if entry.get("role") != "tool":
        return entry
    problem = entry.get("error")
    return entry | {
        "tool_name": entry.get("function"),
        "is_error": bool(problem),
        "error": None,
        "content": entry.get("content") or _problem(problem),
    }


def _problem(problem: Any) -> str:
    stated = problem.get("message") if isinstance(problem, dict) else problem
    return text_in(stated) or (as_json(problem) if problem else "")


def _blocks(part: Any) -> Iterable[Any]:
    """Yield a block; a tool that the model's own server ran is a call and its answer."""
    if kind_of(part) != "tool_use" or not (part.get("result") or part.get("error")):
        yield part
        return
    yield {name: part.get(name) for name in ("type", "id", "name", "arguments")}
    yield {
        "type": "tool_result",
        "tool_use_id": part.get("id"),
        "content": part.get("result") or _problem(part.get("error")),
        "is_error": bool(part.get("error")),
    }


def _task(record: Record) -> str:
    return as_id(record.value["eval"].get("task")) or record.source.stem


def _metadata(record: Record, sample: dict[str, Any]) -> dict[str, Any]:
    scores = sample.get("scores")
    values = {
        name: score.get("value") if isinstance(score, dict) else score
        for name, score in (scores.items() if isinstance(scores, dict) else ())
    }
    stated = sample.get("metadata")
    own = {"task": _task(record), "sample_id": sample.get("id"), "epoch": sample.get("epoch")}
    return (
        (stated if isinstance(stated, dict) else {}) | own | ({"scores": values} if values else {})
    )
