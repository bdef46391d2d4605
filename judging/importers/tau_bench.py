"""tau-bench's result files: simulated users, tool calls and a reward by program."""

from collections.abc import Iterator
from typing import Any

from judging.importers.conversation import NO_MESSAGES, conversation, each
from judging.importers.fields import as_id, as_text
from judging.importers.importer import Found, Item, Record, UnreadableError
from judging.importers.messages import messages_of
from judging.sessions import EndReason, Origin

# The word by which the simulated user ends a session.
STOP = "###STOP###"


class TauBench:
    """Sessions as `traj` with a `reward`, a task and a trial."""

    name = "tau_bench"
    title = "tau-bench results"

    def recognises(self, record: Record) -> bool:
        return is_result(record.value)

    def sessions(self, records: Iterator[Record]) -> Iterator[Item]:
        return each(records, self._session)

    def _session(self, record: Record) -> Found:
        value = record.value
        if not is_result(value) or not value["traj"]:
            raise UnreadableError(NO_MESSAGES)
        task, last = _task(value), value["traj"][-1]
        said_stop = isinstance(last, dict) and STOP in str(last.get("content"))
        return conversation(
            record,
            messages_of(value["traj"]),
            self.name,
            external_id=session_id(value),
            group=f"{record.source.stem}-task{as_id(value.get('task_id'))}",
            goal=as_text(task.get("instruction")),
            origin=Origin.SIMULATED,
            end_reason=EndReason.EXPLICIT if said_stop else EndReason.UNKNOWN,
            metadata=_metadata(value, task),
        )


def is_result(value: Any) -> bool:
    """Tell by `traj` and `reward`."""
    return isinstance(value, dict) and isinstance(value.get("traj"), list) and "reward" in value


def session_id(value: dict[str, Any]) -> str:
    """Return `task3-trial1`, by which sessions and rewards of one file meet."""
    return f"task{as_id(value.get('task_id'))}-trial{as_id(value.get('trial')) or '0'}"


def _task(value: dict[str, Any]) -> dict[str, Any]:
    info = value.get("info")
    task = info.get("task") if isinstance(info, dict) else None
    return task if isinstance(task, dict) else {}


def _metadata(value: dict[str, Any], task: dict[str, Any]) -> dict[str, Any]:
    known = {name: value.get(name) for name in ("reward", "task_id", "trial")}
    return known | {"user_id": task.get("user_id")}
