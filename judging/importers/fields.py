"""Values under one of several names, and what a record says of its session besides the turns."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any, TypeVar

from judging.importers.times import instant
from judging.sessions import EndReason, GoalSource, Origin

Kind = TypeVar("Kind", bound=StrEnum)

SESSION_IDS = (
    "session_id",
    "sessionId",
    "session.id",
    "thread_id",
    "threadId",
    "gen_ai.conversation.id",
    "conversation_id",
    "conversationId",
    "conversation_hash",
    "chat_id",
    "chatId",
    "dialog_id",
    "dialogue_id",
    "sender_id",
    "ticket",
)
OWN_IDS = ("id", "uuid", "external_id")
TRACE_IDS = ("trace_id", "traceId")
GOALS = ("goal", "task", "instruction", "scenario")
TITLES = ("title", "subject")
MODELS = ("agent_model", "model", "model_name", "modelName")
SYSTEM_PROMPTS = (
    "system_prompt",
    "system",
    "instructions",
    "system_instruction",
    "systemInstruction",
)
STARTS = ("started_at", "start_time", "startTime", "created_at", "createdAt", "timestamp")
ENDS = ("ended_at", "end_time", "endTime")
MESSAGES = (
    "messages",
    "conversations",
    "conversation",
    "turns",
    "dialogue",
    "dialog",
    "transcript",
    "chat",
    "history",
    "chat_messages",
    "chat_history",
    "contents",
    "traj",
    "trajectory",
)
KINDS = ("group", "agent_family", "origin", "end_reason", "goal_source")
TAKEN = frozenset(
    (
        *SESSION_IDS,
        *OWN_IDS,
        *GOALS,
        *TITLES,
        *MODELS,
        *SYSTEM_PROMPTS,
        *STARTS,
        *ENDS,
        *MESSAGES,
        *KINDS,
    )
)
# The longest list that is still a session's property, such as its tags.
LONGEST = 50


def first(value: Mapping[str, Any], names: tuple[str, ...]) -> Any:
    """Return what stands under the first of `names` that has something, or None."""
    for name in names:
        if name in value and (found := value[name]) is not None and found != "":
            return found
    return None


def as_id(value: Any) -> str:
    """Return an id as trimmed text, digit for digit; empty for what is no id."""
    if isinstance(value, str):
        return value.strip()
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else ""


def as_text(value: Any) -> str | None:
    """Return trimmed text, or None for what is none."""
    return (value.strip() or None) if isinstance(value, str) else None


def as_dict(value: Any) -> dict[str, Any]:
    """Return a dict as it is, and an empty one for what is none."""
    return value if isinstance(value, dict) else {}


def as_list(value: Any) -> list[Any]:
    """Return a list as it is, and an empty one for what is none."""
    return value if isinstance(value, list) else []


def dicts_in(value: Any) -> list[dict[str, Any]]:
    """Return the dicts in a list; none for what is no list."""
    return [item for item in as_list(value) if isinstance(item, dict)]


def session_id(record: Mapping[str, Any]) -> str:
    """Return the id that a record gives its session, empty if none."""
    return (
        as_id(first(record, SESSION_IDS))
        or next((found for at in _nested(record) if (found := as_id(first(at, SESSION_IDS)))), "")
        or as_id(first(record, OWN_IDS))
        or as_id(first(record, TRACE_IDS))
    )


def goal(record: Mapping[str, Any]) -> str | None:
    """Return what the source says the user came for; never the first message."""
    return next((text for name in GOALS if (text := as_text(record.get(name)))), None)


def metadata(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return the numbers, words and lists of them that no field takes, and all of `metadata`."""
    rest = {
        name: value
        for name, value in record.items()
        if name not in TAKEN and (_is_scalar(value) or _is_tags(value))
    }
    stated = record.get("metadata")
    return rest | stated if isinstance(stated, dict) else rest


def kinds(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return group, family, origin and reason of the end, where the record states them."""
    if not any(name in record for name in KINDS):
        return {}
    found = {
        "group": as_id(record.get("group")),
        "agent_family": as_text(record.get("agent_family")),
        "origin": _member(Origin, record.get("origin")),
        "end_reason": _member(EndReason, record.get("end_reason")),
    }
    return {name: value for name, value in found.items() if value}


def goal_source(record: Mapping[str, Any]) -> GoalSource:
    """Return where the record says that its goal is from: the file, if nowhere."""
    return _member(GoalSource, record.get("goal_source")) or GoalSource.FILE


def started_at(record: Mapping[str, Any]) -> datetime | None:
    """Return when the record says that the session began, in UTC."""
    return instant(first(record, STARTS))


def ended_at(record: Mapping[str, Any]) -> datetime | None:
    """Return when the record says that the session ended, in UTC."""
    return instant(first(record, ENDS))


def _is_scalar(value: Any) -> bool:
    return isinstance(value, str | int | float)


def _is_tags(value: Any) -> bool:
    return isinstance(value, list) and 0 < len(value) <= LONGEST and all(map(_is_scalar, value))


def _member(kind: type[Kind], value: Any) -> Kind | None:
    return kind(value) if isinstance(value, str) and value in set(kind) else None


def _nested(record: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the places, in order, where exports keep a session's id."""
    extra, resource = record.get("extra"), record.get("resource")
    for value in (
        record.get("metadata"),
        extra.get("metadata") if isinstance(extra, dict) else None,
        record.get("attributes"),
        resource.get("attributes") if isinstance(resource, dict) else None,
    ):
        if isinstance(value, dict):
            yield value
