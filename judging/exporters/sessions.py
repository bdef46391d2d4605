"""Sessions out: one a line of JSON, or one turn a row of a table."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TextIO

from judging.exporters import csv_rows, json_lines
from judging.exporters.json_lines import held, moment, stated
from judging.importers.importer import ENDINGS
from judging.importers.mark import SESSION, TURN, mark
from judging.sessions import Session, ToolCall, Turn

OF_TURN = (
    "format",
    "session_id",
    "turn",
    "role",
    "content",
    "speaker",
    "tool_calls",
    "tool_call_id",
    "tool_name",
    "is_error",
    "reasoning",
    "model",
    "timestamp",
    "external_turn",
)
OF_SESSION = (
    "group",
    "title",
    "goal",
    "goal_source",
    "system_prompt",
    "agent_model",
    "agent_family",
    "origin",
    "started_at",
    "ended_at",
    "end_reason",
    "metadata",
    "metadata_json",
    "warnings",
    "source_format",
    "source_file",
)


class SessionFiles:
    """
    Every field of every session; the importer `judging_sessions` reads them back.

    Of the file that a session came from, the name is written without its folders.
    """

    name = "sessions"
    title = "Sessions, with every field"
    suffixes = (json_lines.SUFFIX, csv_rows.SUFFIX)

    def write(self, subject: Iterable[Session], out: TextIO, suffix: str) -> int:
        if suffix == json_lines.SUFFIX:
            return json_lines.write_lines(map(_record, subject), out)
        counted = _Counted(subject)
        csv_rows.write_rows(counted.rows(), (*OF_TURN, *OF_SESSION), out)
        return counted.sessions


class _Counted:
    """The rows of sessions, and how many sessions they were."""

    def __init__(self, subject: Iterable[Session]) -> None:
        self._subject = subject
        self.sessions = 0

    def rows(self) -> Iterator[dict[str, Any]]:
        for session in self._subject:
            self.sessions += 1
            told = _told(session)
            for turn in session.turns:
                yield {"format": mark(TURN), **told, **_turn(turn)}
                # What is told of the session stands in its first row.
                told = {"session_id": session.external_id}


def _record(session: Session) -> dict[str, Any]:
    turns = [_turn(turn) for turn in session.turns]
    return {"format": mark(SESSION), "session": {**_told(session), "turns": turns}}


def _told(session: Session) -> dict[str, Any]:
    is_own_group = session.group == session.external_id
    return {
        **stated(
            session_id=session.external_id,
            group=None if is_own_group else session.group,
            title=session.title,
            goal=session.goal,
            goal_source=_word(session.goal_source),
            system_prompt=session.system_prompt,
            agent_model=session.agent_model,
            agent_family=session.agent_family,
            origin=_word(session.origin),
            started_at=moment(session.started_at),
            ended_at=moment(session.ended_at),
            end_reason=_word(session.end_reason),
        ),
        **(held("metadata", dict(session.metadata)) if session.metadata else {}),
        **stated(
            warnings=list(session.warnings),
            source_format=session.source_format,
            source_file=_file_name(session.source_file),
        ),
    }


def _turn(turn: Turn) -> dict[str, Any]:
    return stated(
        turn=turn.number,
        role=str(turn.role),
        content=turn.content,
        speaker=turn.speaker,
        tool_calls=[_call(call) for call in turn.tool_calls],
        tool_call_id=turn.tool_call_id,
        tool_name=turn.tool_name,
        is_error=turn.is_error or None,
        reasoning=turn.reasoning,
        model=turn.model,
        timestamp=moment(turn.timestamp),
        external_turn=turn.external_turn,
    )


def _call(call: ToolCall) -> dict[str, Any]:
    arguments = {} if call.arguments is None else held("arguments", call.arguments)
    return {**stated(id=call.id, name=call.name), **arguments}


def _file_name(path: str) -> str:
    """Return a file's name, with the archive it lay in: folders are nobody's but the exporter's."""
    names = re.split(r"[\\/]", path)
    known = [at for at, name in enumerate(names) if Path(name).suffix.lower() in ENDINGS]
    return "/".join(names[known[0] if known else -1 :])


def _word(value: str | None) -> str | None:
    return None if value is None else str(value)
