"""Answers of tools that a trace keeps as steps of their own, put behind their calls."""

import re
from collections.abc import Iterable

from judging.importers.exchange import Exchange
from judging.importers.message import Message
from judging.importers.roles import role_of
from judging.sessions import Role, ToolCall

# A step's name may be a sentence that ends with the tool's: `execute_tool find_order`.
BETWEEN = re.compile(r"[\s:/]+")


def tool_named(step: str) -> str:
    """
    Return the tool's name in that of a step.

    >>> tool_named("running tool: find_order")
    'find_order'
    """
    return BETWEEN.split(step.strip())[-1]


def answered(messages: list[Message], runs: Iterable[Exchange]) -> list[Message]:
    """
    Return `messages` with the answer of each call that has none but was run by itself.

    A call is known by its id, else by its tool and arguments, else it takes the tool's next
    run, in order of time. Runs that no call asked for are left out.
    """
    left = list(runs)
    if not left:
        return messages
    known = {message.call_id for message in messages if message.call_id}
    told: list[Message] = []
    for place, message in enumerate(messages):
        told.append(message)
        following = _answers_at(messages, place + 1) if message.calls else 0
        for number, call in enumerate(message.calls):
            run = _run_of(call, left)
            if run is None:
                continue
            left.remove(run)
            if call.id not in known and number >= following:
                told.append(_answer(call, run))
    return told


def _answers_at(messages: list[Message], place: int) -> int:
    """Return how many answers without an id stand at `place`: by order, the first calls'."""
    end = place
    while end < len(messages) and _is_answer(messages[end]):
        end += 1
    return sum(1 for message in messages[place:end] if not message.call_id)


def _is_answer(message: Message) -> bool:
    return Role.TOOL in (message.role, role_of(message.speaker)[0])


def _run_of(call: ToolCall, runs: list[Exchange]) -> Exchange | None:
    own = [run for run in runs if run.ran and run.ran.id and run.ran.id == call.id]
    named = [
        run
        for run in runs
        if run.ran and call.name in (run.ran.name, tool_named(run.ran.name)) and not own
    ]
    same = [run for run in named if run.ran and run.ran.arguments == call.arguments]
    return next(iter(own or same or named), None)


def _answer(call: ToolCall, run: Exchange) -> Message:
    (message,) = run.messages
    message.call_id = call.id or None
    message.tool_name = call.name
    return message
