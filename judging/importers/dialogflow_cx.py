"""Dialogflow CX: test cases, the history of conversations, and turns of user and agent."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from judging.importers.conversation import NO_MESSAGES, conversation, each
from judging.importers.fields import as_dict, as_id, as_list, as_text, session_id
from judging.importers.importer import Found, Item, Record, Unit, UnreadableError
from judging.importers.message import Message
from judging.importers.times import instant

CASES, TURNS, INTERACTIONS = "testCases", "testCaseConversationTurns", "interactions"
# What a user may do instead of writing.
INPUTS = (("text", "text"), ("dtmf", "digits"), ("event", "event"), ("intent", "intent"))


class DialogflowCx:
    """Sessions as `testCaseConversationTurns`, as `interactions`, or `turns` of user and agent."""

    name = "dialogflow_cx"
    title = "Dialogflow CX conversations and test cases"

    def recognises(self, record: Record) -> bool:
        return isinstance(record.value, dict) and (
            isinstance(record.value.get(CASES), list) or _told(record.value) is not None
        )

    def sessions(self, records: Iterator[Record]) -> Iterator[Item]:
        return each((case for record in records for case in _cases(record)), self._session)

    def _session(self, record: Record) -> Found:
        value = record.value if isinstance(record.value, dict) else {}
        messages = _told(value)
        if messages is None:
            raise UnreadableError(NO_MESSAGES)
        path = as_id(value.get("name"))
        return conversation(
            replace(record, value={n: v for n, v in value.items() if n not in ("name", "type")}),
            messages,
            self.name,
            external_id=path.rsplit("/", 1)[-1] or session_id(value),
            title=as_text(value.get("displayName")),
        )


def _cases(record: Record) -> Iterator[Record]:
    """Yield the record, or each test case that it lists."""
    listed = record.value.get(CASES) if isinstance(record.value, dict) else None
    if not isinstance(listed, list):
        yield record
        return
    for number, case in enumerate(listed, 1):
        where = f"{record.where}, test case {number}"
        yield replace(record, where=where, value=case, number=number, unit=Unit.ITEM)


def _told(value: Mapping[str, Any]) -> list[Message] | None:
    """Return what was said, oldest first; None where it is told in no known way."""
    if isinstance(turns := value.get(TURNS), list):
        return [message for turn in turns for message in _of_test(as_dict(turn))]
    turns = value.get(INTERACTIONS)
    if isinstance(turns, list) and any("response" in as_dict(turn) for turn in turns):
        return [message for turn in _oldest_first(turns) for message in _of_history(turn)]
    turns = value.get("turns")
    if isinstance(turns, list) and turns and all(map(_is_pair, turns)):
        return [message for turn in turns for message in _of_pair(turn)]
    return None


def _of_test(turn: Mapping[str, Any]) -> Iterator[Message]:
    yield from _asked(as_dict(as_dict(turn.get("userInput")).get("input")))
    output = as_dict(turn.get("virtualAgentOutput"))
    yield from _answered(as_list(output.get("textResponses")), None)


def _of_history(turn: Mapping[str, Any]) -> Iterator[Message]:
    yield from _asked(as_dict(as_dict(turn.get("request")).get("queryInput")))
    result = as_dict(as_dict(turn.get("response")).get("queryResult"))
    texts = [as_dict(message).get("text") for message in as_list(result.get("responseMessages"))]
    yield from _answered(texts, turn.get("createTime"))


def _of_pair(turn: Mapping[str, Any]) -> Iterator[Message]:
    """Yield the halves of a turn; the agent may begin, and say several things."""
    if said := as_text(turn.get("user")):
        yield Message("user", said)
    answers = turn.get("agent")
    yield from _answered([{"text": answers if isinstance(answers, list) else [answers]}], None)


def _is_pair(turn: Any) -> bool:
    return isinstance(turn, dict) and {"user", "agent"} <= turn.keys()


def _oldest_first(turns: list[Any]) -> list[dict[str, Any]]:
    """Return interactions by time, or turned round: they are listed with the newest first."""
    known = [as_dict(turn) for turn in reversed(turns)]
    timed = [(time, turn) for turn in known if (time := instant(turn.get("createTime")))]
    if len(timed) < len(known):
        return known
    return [turn for _, turn in sorted(timed, key=lambda pair: pair[0])]


def _asked(given: Mapping[str, Any]) -> Iterator[Message]:
    for kind, inner in INPUTS:
        if said := as_text(as_dict(given.get(kind)).get(inner)):
            yield Message("user", said if kind == "text" else f"[{kind} {said}]")
            return


def _answered(responses: list[Any], time: Any) -> Iterator[Message]:
    texts = [as_text(t) for response in responses for t in as_list(as_dict(response).get("text"))]
    if said := "\n".join(filter(None, texts)):
        yield Message("agent", said, timestamp=instant(time))
