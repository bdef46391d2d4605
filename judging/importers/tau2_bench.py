"""tau2-bench's results: simulations of tasks, in which the user may call tools too."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from judging.importers.conversation import NO_MESSAGES, conversation, refused
from judging.importers.fields import as_id, as_list, as_text
from judging.importers.importer import Item, Record, Rejected, UnreadableError
from judging.importers.message import Message
from judging.importers.messages import messages_of
from judging.importers.numbering import numbered
from judging.sessions import EndReason, Origin

NO_RESULTS = "The file has no simulations. Import the results of a run, or its simulation files."
# Why a person is said to call, where a task's instructions have fields.
REASONS = ("reason_for_call", "task_instructions")
USER_STOP = "user_stop"


@dataclass(frozen=True, slots=True)
class _Run:
    """What a run says of all its simulations, and the name of its file."""

    name: str = ""
    told: Mapping[str, Any] = field(default_factory=dict)


class Tau2Bench:
    """Sessions as `simulations` beside their `tasks`, or a simulation a file."""

    name = "tau2_bench"
    title = "tau2-bench results"
    # A run may write its tasks to one file, and each simulation to another.
    across_files = True

    def recognises(self, record: Record) -> bool:
        return _is_run(record.value) or _is_simulation(record.value)

    def sessions(self, records: Iterator[Record]) -> Iterator[Item]:
        run, apart, found = _Run(), None, False
        for record in records:
            if _is_simulation(record.value):
                found = True
                own = run if run.name else replace(run, name=record.source.stem)
                yield self._item(record, own, record.value)
            elif _is_run(record.value):
                own = _Run(record.source.stem, record.value)
                run, apart = (run, apart) if record.value["simulations"] else (own, record.where)
                for number, simulation in enumerate(record.value["simulations"], 1):
                    inner = replace(record, where=f"{record.where}, simulation {number}")
                    yield self._item(inner, own, simulation)
            else:
                yield Rejected(record.where, NO_RESULTS)
        if apart and not found:
            yield Rejected(apart, NO_RESULTS)

    def _item(self, record: Record, run: "_Run", simulation: Any) -> Item:
        try:
            return self._session(record, run, simulation)
        except UnreadableError as problem:
            return refused(record, problem)

    def _session(self, record: Record, run: "_Run", simulation: Any) -> Item:
        messages = simulation.get("messages") if isinstance(simulation, dict) else None
        if not isinstance(messages, list):
            raise UnreadableError(NO_MESSAGES)
        task = as_id(simulation.get("task_id"))
        is_over = simulation.get("termination_reason") == USER_STOP
        return conversation(
            replace(record, value={}),
            _messages(messages),
            self.name,
            external_id=as_id(simulation.get("id")) or f"task{task}-trial{_trial(simulation)}",
            group=f"{run.name}-task{task}",
            goal=_goal(run.told.get("tasks"), task),
            agent_model=as_text(_in(_in(run.told.get("info"), "agent_info"), "llm")),
            origin=Origin.SIMULATED,
            end_reason=EndReason.EXPLICIT if is_over else EndReason.UNKNOWN,
            metadata={
                "reward": _in(simulation.get("reward_info"), "reward"),
                "task_id": simulation.get("task_id"),
                "trial": simulation.get("trial"),
            },
        )


def numbers_of(simulation: Mapping[str, Any]) -> dict[str, int]:
    """
    Return our numbers of a simulation's turns by its own.

    Raises:
        UnreadableError: At an entry that is no message.
    """
    turns = numbered(_messages(as_list(simulation.get("messages")))).turns
    return {turn.external_turn: turn.number for turn in turns if turn.external_turn}


def _is_run(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and isinstance(value.get("simulations"), list)
        and isinstance(value.get("tasks"), list)
    )


def _is_simulation(value: Any) -> bool:
    return isinstance(value, dict) and {"task_id", "reward_info", "messages"} <= value.keys()


def _messages(entries: list[Any]) -> list[Message]:
    return messages_of(_entry(index, entry) for index, entry in enumerate(entries))


def _entry(index: int, entry: Any) -> Any:
    """Return a message with its number from 0; of a tool's answer, the id is that of its call."""
    if not isinstance(entry, dict):
        return entry
    counted = entry if entry.get("turn_idx") is not None else entry | {"turn_idx": index}
    if entry.get("role") == "tool" and not entry.get("tool_call_id"):
        return counted | {"tool_call_id": entry.get("id")}
    return counted


def _goal(tasks: Any, task_id: str) -> str | None:
    for task in tasks if isinstance(tasks, list) else ():
        if isinstance(task, dict) and as_id(task.get("id")) == task_id:
            stated = _in(task.get("user_scenario"), "instructions")
            reasons = (as_text(_in(stated, name)) for name in REASONS)
            return as_text(stated) or next(filter(None, reasons), None)
    return None


def _trial(simulation: dict[str, Any]) -> str:
    return as_id(simulation.get("trial")) or "0"


def _in(value: Any, name: str) -> Any:
    return value.get(name) if isinstance(value, dict) else None
