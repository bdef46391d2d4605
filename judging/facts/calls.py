"""Calls of tools, each with its answer."""

import json
import re
from collections import defaultdict, deque
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from judging.facts.vocabulary import any_of, word_set
from judging.sessions import Role, Session, ToolCall, Turn

HEAD = 400
STARTS_AS_ERROR = any_of(
    r"[\[(<*# ]{0,3}(?:error|exception|traceback|fatal|failed|failure)\b"
    r"(?! ?[:=]? ?(?:0|none|null|false)\b)",
    r"[\[(<*# ]{0,3}http[ /\d.]{0,8} ?[45]\d\d\b",
)
# Read without any white space, in which a look-ahead would otherwise hide.
SAYS_ERROR = any_of(
    r'"(?:error|errors|exception|traceback)":(?!null|false|""|\[\]|\{\}|0\b)',
    r'"(?:status|status_code|statuscode|http_status)":"?(?:[45]\d\d\b|error|fail)',
    r'"(?:success|ok)":false|"(?:is_error|iserror)":true',
)
PASSES = any_of(
    r"timed? ?-?out|rate.?limit|too many requests|temporar|try again|unavailable|connection",
    r"\b(?:429|502|503|504)\b",
)
CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
WORD = re.compile(r"[a-z]+")
READING_WORDS = word_set(
    "calculate calculator check count describe fetch find get inspect list locate lookup look"
    " ping poll query read recall retrieve search show status think thought view wait"
)
CHANGING_WORDS = word_set(
    "add apply approve archive assign block book buy cancel change charge close create delete"
    " disable edit enable escalate exchange insert issue modify move notify pay place post publish"
    " purchase put refund register release remove rename replace reschedule reserve reset return"
    " save schedule send set submit subscribe transfer unsubscribe update upgrade upload void write"
)


class Effect(StrEnum):
    """What a tool's name says that it does."""

    READS = "reads"
    CHANGES = "changes"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Call:
    """
    One call and what came of it.

    Attributes:
        turn: The assistant turn that makes it.

        words: The words of the tool's name, in lower case.

        effect: What its tool's name says that it does.

        key: Name and arguments; equal keys are the same call.

        answer: The tool turn that answers it; None where there is none.

        failed: Whether the answer is marked or worded as an error.

        passing: Whether that error is of the kind that may pass: a time-out, a rate limit.
    """

    turn: int
    name: str
    words: frozenset[str]
    effect: Effect
    key: str
    answer: int | None = None
    failed: bool = False
    passing: bool = False

    @property
    def label(self) -> str:
        """The tool's name on one line, at most 60 characters, as notes print it."""
        return " ".join(self.name.split())[:60] or "a tool without a name"


def is_error(turn: Turn) -> bool:
    """Tell whether a tool turn is an error: marked by the source, or worded so at its start."""
    head = turn.content[:HEAD].casefold()
    return (
        turn.is_error
        or STARTS_AS_ERROR.match(" ".join(head.split())) is not None
        or SAYS_ERROR.search("".join(head.split())) is not None
    )


def paired(session: Session) -> tuple[Call, ...]:
    """
    Return the calls of the assistant in order, each with the tool turn that answers it.

    An answer belongs to the open call of its id; without a known id, to the oldest open call
    of its tool's name; without either, to the oldest open call.
    """
    calls: list[Call] = []
    open_calls = _Open()
    for turn in session.turns:
        for made in turn.tool_calls if turn.role is Role.ASSISTANT else ():
            open_calls.add(len(calls), made)
            calls.append(_call(turn.number, made))
        if turn.role is Role.TOOL and (index := open_calls.answered(turn)) is not None:
            calls[index] = _answered(calls[index], turn)
    return tuple(calls)


def effect(name: str) -> Effect:
    """
    Tell from a tool's name whether it reads or changes, or that its name does not say.

    The first word decides if it is one for reading (`get_update`); otherwise any word for
    changing, and then any for reading.
    """
    named = _words(name)
    if named[:1] and named[0] in READING_WORDS:
        return Effect.READS
    if CHANGING_WORDS.intersection(named):
        return Effect.CHANGES
    return Effect.READS if READING_WORDS.intersection(named) else Effect.UNKNOWN


def _words(name: str) -> list[str]:
    return WORD.findall(CAMEL.sub("_", name).lower())


def _call(turn: int, made: ToolCall) -> Call:
    key = json.dumps([made.name, made.arguments], sort_keys=True, default=str)
    return Call(turn, made.name, frozenset(_words(made.name)), effect(made.name), key)


def _answered(call: Call, turn: Turn) -> Call:
    failed = is_error(turn)
    passing = failed and PASSES.search(turn.content[:HEAD].casefold()) is not None
    return replace(call, answer=turn.number, failed=failed, passing=passing)


class _Open:
    """Calls that wait for an answer, by id and by name, each taken once."""

    def __init__(self) -> None:
        self.by_id: defaultdict[str, deque[int]] = defaultdict(deque)
        self.by_name: defaultdict[str, deque[int]] = defaultdict(deque)
        self.all: deque[int] = deque()
        self.taken: set[int] = set()

    def add(self, index: int, made: ToolCall) -> None:
        if made.id:
            self.by_id[made.id].append(index)
        self.by_name[made.name].append(index)
        self.all.append(index)

    def answered(self, turn: Turn) -> int | None:
        queues: Iterable[deque[int]] = (
            self.by_id.get(turn.tool_call_id or "", deque()),
            self.by_name.get(turn.tool_name or "", deque()),
            *([] if turn.tool_name else [self.all]),
        )
        for queue in queues:
            while queue:
                if (index := queue.popleft()) not in self.taken:
                    self.taken.add(index)
                    return index
        return None
