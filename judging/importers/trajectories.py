"""Golden trajectories and DeepEval's conversations: turns with the task and what was expected."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from judging.importers.conversation import NO_MESSAGES, conversation, each
from judging.importers.fields import as_dict, as_id, as_list, session_id
from judging.importers.importer import Found, Item, Record, Unit, UnreadableError
from judging.importers.json_values import container
from judging.importers.messages import messages_of
from judging.importers.roles import role_of
from judging.sessions import Role

RUN, CASES = "testRunData", "conversationalTestCases"
LISTS = ("turns", "conversation", "trajectory")
SIGNS = ("task", "scenario", "expected_outcome", "expectedOutcome", "expected_behavior")
USER_ONLY = "Only the user's lines stand here, no agent's replies: there is nothing to judge."


class Trajectories:
    """Sessions as `turns` beside a `task`, `scenario` or `expected_outcome`."""

    name = "trajectories"
    title = "Golden trajectories, DeepEval conversations"

    def recognises(self, record: Record) -> bool:
        return is_trajectory(record.value) or bool(_cases(record.value))

    def sessions(self, records: Iterator[Record]) -> Iterator[Item]:
        return each((case for record in records for case in _each_case(record)), self._session)

    def _session(self, record: Record) -> Found:
        turns = _turns(record.value)
        if not turns:
            raise UnreadableError(NO_MESSAGES)
        if all(_is_users(turn) for turn in turns):
            raise UnreadableError(USER_ONLY)
        return conversation(record, messages_of(turns), self.name, external_id=_external_id(record))


def _cases(value: Any) -> list[Any]:
    """Return the conversations that a test run of DeepEval lists; none if it is no run."""
    held = value.get(CASES, as_dict(value.get(RUN)).get(CASES)) if isinstance(value, dict) else None
    return as_list(held)


def _each_case(record: Record) -> Iterator[Record]:
    """Yield the record, or each conversation of a test run."""
    cases = _cases(record.value)
    if not cases:
        yield record
    for number, case in enumerate(cases, 1):
        where = f"{record.where}, conversation {number}"
        yield replace(record, where=where, value=case, number=number, unit=Unit.ITEM)


def is_trajectory(value: Any) -> bool:
    """Tell by the turns and a task, scenario or expectation beside them."""
    return (
        isinstance(value, dict)
        and any(name in value for name in SIGNS)
        and _turns(value) is not None
    )


def _turns(value: Any) -> list[Any] | None:
    held = (container(value.get(name)) for name in LISTS) if isinstance(value, dict) else ()
    return next((turns for turns in held if isinstance(turns, list)), None)


def _external_id(record: Record) -> str:
    stated = session_id(record.value) or as_id(record.value.get("name"))
    if stated or record.unit is Unit.LINE:
        return stated
    return f"{record.source.stem}-{record.number}"


def _is_users(turn: Any) -> bool:
    if isinstance(turn, dict):
        return role_of(as_id(turn.get("role")))[0] is Role.USER
    return isinstance(turn, str)
