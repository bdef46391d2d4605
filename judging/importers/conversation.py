"""A record and its messages to a session."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from judging.importers import fields
from judging.importers.content import text_in
from judging.importers.importer import Found, Item, Record, Rejected, UnreadableError
from judging.importers.message import Message
from judging.importers.numbering import Numbered, numbered
from judging.sessions import Role, Session

NO_MESSAGES = "The record has no messages. Export the conversations themselves, with their texts."

# What stands between messages, and is none.
BY_PROGRAM = "Left out: {} notes by the program."
FOR_TEAM = "Left out: {} that only the team saw."


def conversation(
    record: Record, messages: Iterable[Message], source_format: str, **known: Any
) -> Found:
    """
    Build the session of `messages`, with what the record's own fields say of it.

    Args:
        record: Where the session stands; an object's fields give id, goal, model, times.

        messages: What was said, in order.

        source_format: The importer's name.

        known: Fields of the session that the importer knows better.

    Raises:
        UnreadableError: If no message is left to number.
    """
    said = numbered(list(messages))
    if not said.turns:
        raise UnreadableError(NO_MESSAGES)
    stated: Mapping[str, Any] = record.value if isinstance(record.value, dict) else {}
    values = _stated(stated, said) | {
        name: value for name, value in known.items() if value not in (None, "")
    }
    session = Session(
        **values | {"external_id": values["external_id"] or record.stand_in},
        turns=said.turns,
        source_format=source_format,
        source_file=record.source.name,
        goal_source=fields.goal_source(stated) if values["goal"] else None,
        warnings=(*record.notes, *said.warnings),
    )
    return Found(record.where, session, source_format)


def each(records: Iterable[Record], read: Callable[[Record], Found]) -> Iterator[Item]:
    """Yield a session a record, or why there is none."""
    for record in records:
        try:
            yield read(record)
        except UnreadableError as problem:
            yield refused(record, problem)


def noted(record: Record, sentence: str, count: int, *others: str) -> Record:
    """Return `record` with `sentence` among its notes unless the `count` is 0, and `others`."""
    counted = (sentence.format(count),) if count else ()
    return replace(record, notes=(*record.notes, *counted, *others))


def refused(record: Record, problem: UnreadableError) -> Rejected:
    """Return the rejection of `record` for `problem`."""
    where = f"{record.where}, {problem.place}" if problem.place else record.where
    return Rejected(where, problem.reason)


def _stated(stated: Mapping[str, Any], said: Numbered) -> dict[str, Any]:
    times = [turn.timestamp for turn in said.turns if turn.timestamp]
    return {
        "external_id": fields.session_id(stated),
        "title": fields.as_text(fields.first(stated, fields.TITLES)),
        "goal": fields.goal(stated),
        "system_prompt": _prompt(stated, said),
        "agent_model": _model(stated, said),
        "started_at": fields.started_at(stated) or min(times, default=None),
        "ended_at": fields.ended_at(stated) or max(times, default=None),
        "metadata": fields.metadata(stated),
        **fields.kinds(stated),
    }


def _prompt(stated: Mapping[str, Any], said: Numbered) -> str | None:
    beside = fields.first(stated, fields.SYSTEM_PROMPTS)
    if isinstance(beside, dict) and isinstance(beside.get("parts"), list):
        beside = beside["parts"]
    texts = (text_in(beside) if isinstance(beside, str | list) else None, said.system_prompt)
    return "\n\n".join(filter(None, texts)) or None


def _model(stated: Mapping[str, Any], said: Numbered) -> str | None:
    named = fields.as_text(fields.first(stated, fields.MODELS))
    return named or next(
        (turn.model for turn in said.turns if turn.model and turn.role is Role.ASSISTANT), None
    )
