"""Our own files of sessions: what an export wrote comes in again, no field of it lost."""

from collections.abc import Hashable, Iterable, Iterator
from itertools import groupby

from judging.importers.conversation import NO_MESSAGES, refused
from judging.importers.importer import Found, Item, Record, UnreadableError
from judging.importers.mark import SESSION, TURN, check_version, kind_of
from judging.importers.own_record import OwnRecord
from judging.sessions import EndReason, GoalSource, Origin, Role, Session, ToolCall, Turn

NO_MARK = "The record is no session that Judging exported. Leave --format out."


class JudgingSessions:
    """Sessions that an export wrote: one a line of JSON, or one turn a row of a table."""

    name = "judging_sessions"
    title = "Sessions that Judging exported (JSONL, CSV)"

    def recognises(self, record: Record) -> bool:
        return kind_of(record.value) in (SESSION, TURN)

    def sessions(self, records: Iterator[Record]) -> Iterator[Item]:
        for _, together in groupby(records, _session_of):
            rows = list(together)
            try:
                yield Found(rows[0].where, self._session(rows), self.name)
            except UnreadableError as problem:
                yield refused(rows[0], problem)

    def _session(self, records: list[Record]) -> Session:
        told, turns = _parts(records)
        record = records[0]
        if not turns:
            raise UnreadableError(NO_MESSAGES)
        return Session(
            external_id=told.needed("session_id"),
            turns=tuple(_turn(turn, number) for number, turn in enumerate(turns, 1)),
            group=told.text("group"),
            source_format=told.text("source_format") or self.name,
            source_file=told.text("source_file") or record.source.name,
            title=told.text("title") or None,
            goal=told.text("goal") or None,
            goal_source=told.member("goal_source", GoalSource),
            system_prompt=told.text("system_prompt") or None,
            agent_model=told.text("agent_model") or None,
            agent_family=told.text("agent_family") or None,
            origin=told.member("origin", Origin) or Origin.RECORDED,
            started_at=told.moment("started_at"),
            ended_at=told.moment("ended_at"),
            end_reason=told.member("end_reason", EndReason) or EndReason.UNKNOWN,
            metadata=told.named("metadata"),
            warnings=(*map(str, told.items("warnings")), *record.notes),
        )


def _session_of(record: Record) -> Hashable:
    """Tell the rows of one session from the next one's; an object is a session by itself."""
    if kind_of(record.value) != TURN:
        return object()
    return record.source.name, str(record.value.get("session_id"))


def _parts(records: list[Record]) -> tuple[OwnRecord, list[OwnRecord]]:
    """Return what is told of the session, and what of each turn."""
    value = records[0].value
    kind = kind_of(value)
    check_version(value)
    if kind == TURN:
        rows = [OwnRecord(record.value) for record in records]
        return rows[0], rows
    if kind != SESSION:
        raise UnreadableError(NO_MARK)
    told = OwnRecord(OwnRecord(value).named("session"))
    return told, told.objects("turns")


def _turn(told: OwnRecord, number: int) -> Turn:
    try:
        return _read_turn(told, number)
    except UnreadableError as problem:
        raise UnreadableError(problem.reason, f"turn {number}") from None


def _read_turn(told: OwnRecord, number: int) -> Turn:
    stated = told.whole("turn")
    if stated != number:
        raise UnreadableError(
            f"Turn {stated} stands here. The turns of a session stand together, in order."
        )
    return Turn(
        number=number,
        role=Role(told.member("role", Role) or told.needed("role")),
        content=told.text("content"),
        reasoning=told.text("reasoning") or None,
        tool_calls=tuple(_calls(told.objects("tool_calls"))),
        tool_call_id=told.text("tool_call_id") or None,
        tool_name=told.text("tool_name") or None,
        is_error=told.truth("is_error") or False,
        speaker=told.text("speaker"),
        model=told.text("model") or None,
        timestamp=told.moment("timestamp"),
        external_turn=told.text("external_turn") or None,
    )


def _calls(told: Iterable[OwnRecord]) -> Iterator[ToolCall]:
    for call in told:
        yield ToolCall(call.text("id"), call.text("name"), call.value("arguments"))
