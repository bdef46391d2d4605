"""Attributes of spans: dotted names, lists spread over numbers, and messages in them."""

from collections.abc import Mapping
from typing import Any

from judging.importers.fields import as_id
from judging.importers.json_values import container
from judging.importers.message import Message
from judging.importers.payloads import spoken
from judging.importers.traces import exchanged

SESSION_IDS = (
    "gen_ai.conversation.id",
    "session.id",
    "session_id",
    "thread_id",
    "ai.telemetry.metadata.sessionId",
    "langfuse.session.id",
    "traceloop.association.properties.session_id",
    "traceloop.association.properties.conversation_id",
    "traceloop.association.properties.thread_id",
)
ANSWERING = ("gen_ai.response.model", "llm.model_name", "ai.response.model")
ASKED = ("gen_ai.request.model", "ai.model.id")
PROMPTS = ("gen_ai.system_instructions",)
INPUTS = (
    "gen_ai.input.messages",
    "llm.input_messages",
    "gen_ai.prompt",
    "ai.prompt.messages",
    "ai.prompt",
)
OUTPUTS = ("gen_ai.output.messages", "llm.output_messages", "gen_ai.completion")
# The AI SDK's answer is a text, calls, or both.
TEXT, CALLS = "ai.response.text", "ai.response.toolCalls"
VALUES = ("input.value", "output.value")
KINDS = ("gen_ai.operation.name", "openinference.span.kind", "ai.operationId")
TOOL_NAMES = ("gen_ai.tool.name", "tool.name", "tool_call.function.name", "ai.toolCall.name")
CALL_IDS = ("gen_ai.tool.call.id", "tool_call.id", "ai.toolCall.id")
GIVEN = ("gen_ai.tool.call.arguments", "input.value", "ai.toolCall.args")
CAME = ("gen_ai.tool.call.result", "output.value", "ai.toolCall.result")
# How the conventions say that a step is a tool's run.
TOOLS = frozenset(("execute_tool", "TOOL", "ai.toolCall"))
# A name with more dots than this is no list of messages.
DEEPEST = 12
LONGEST_INDEX = 9


def found(attributes: Mapping[str, Any], path: str) -> Any:
    """
    Return what stands at `path`: under that very name, spread over longer ones, or nested.

    Numbers in names are places in a list, in the order of numbers; None if there is nothing.
    """
    if attributes.get(path) not in (None, ""):
        return attributes[path]
    if spread := _gathered(attributes, f"{path}."):
        return spread
    value: Any = attributes
    for name in path.split("."):
        value = value.get(name) if isinstance(value, Mapping) else None
    return value


def first_of(attributes: Mapping[str, Any], paths: tuple[str, ...]) -> Any:
    """Return what stands at the first of `paths` that has something, or None."""
    values = (found(attributes, path) for path in paths)
    return next((value for value in values if value not in (None, "")), None)


def kind_of(attributes: Mapping[str, Any]) -> str:
    """Return what a step says that it is: `chat`, `LLM`, `execute_tool`; empty if nothing."""
    return as_id(first_of(attributes, KINDS))


def session_of(*places: Mapping[str, Any]) -> str:
    """Return the session's id from the first place that has one, empty if none does."""
    return next((name for at in places if (name := as_id(first_of(at, SESSION_IDS)))), "")


def model_call(attributes: Mapping[str, Any]) -> list[Message]:
    """
    Return the messages that a model was given and gave back; none where none are recorded.

    Raises:
        UnreadableError: At an entry of a list of messages that is none.
    """
    asked = first_of(attributes, INPUTS)
    answered = first_of(attributes, OUTPUTS) or _in_two(attributes)
    if asked is None and answered is None:
        return []
    prompt = first_of(attributes, PROMPTS)
    given = [*spoken(_instructions(prompt), "system"), *spoken(_unwrapped(asked), "user")]
    return exchanged(given, spoken(_unwrapped(answered), "assistant"))


def values(attributes: Mapping[str, Any]) -> list[Message]:
    """
    Return what went into a step and came out of it, where that is all that is recorded.

    Raises:
        UnreadableError: As `model_call`.
    """
    asked, answered = (found(attributes, path) for path in VALUES)
    return exchanged(spoken(asked, "user"), spoken(answered, "assistant"))


def _in_two(attributes: Mapping[str, Any]) -> Any:
    """Return the text and the calls of an answer as one message; None if there is neither."""
    text, calls = attributes.get(TEXT) or None, container(attributes.get(CALLS)) or None
    if text is None and calls is None:
        return None
    return {"role": "assistant", "content": text, "tool_calls": calls}


def _instructions(value: Any) -> Any:
    """Return a prompt's parts as one message."""
    parts = container(value)
    is_parts = isinstance(parts, list) and not any(
        isinstance(part, dict) and "role" in part for part in parts
    )
    return {"role": "system", "parts": parts} if is_parts else parts


def _unwrapped(value: Any) -> Any:
    """Return messages without OpenInference's wrapping around each and around its parts."""
    entries = container(value)
    return [_message(entry) for entry in entries] if isinstance(entries, list) else value


def _message(entry: Any) -> Any:
    message = entry.get("message") if isinstance(entry, dict) else None
    if not isinstance(message, dict):
        return entry
    calls, blocks = message.get("tool_calls"), message.get("contents")
    plain = dict(message)
    if isinstance(calls, list):
        plain["tool_calls"] = [_inner(call, "tool_call") for call in calls]
    if isinstance(blocks, list) and not message.get("content"):
        plain["content"] = [_inner(block, "message_content") for block in blocks]
    return {"content": None} | plain


def _inner(value: Any, name: str) -> Any:
    return value.get(name, value) if isinstance(value, dict) else value


def _gathered(attributes: Mapping[str, Any], prefix: str) -> Any:
    tree: dict[str, Any] = {}
    for name, value in attributes.items():
        parts = name.removeprefix(prefix).split(".") if name.startswith(prefix) else []
        if not parts or len(parts) > DEEPEST:
            continue
        at = tree
        for part in parts[:-1]:
            inner = at.setdefault(part, {})
            if not isinstance(inner, dict):
                break
            at = inner
        else:
            at.setdefault(parts[-1], value)
    return _with_lists(tree, DEEPEST)


def _with_lists(value: Any, depth: int) -> Any:
    if not isinstance(value, dict) or not depth:
        return value
    inner = {name: _with_lists(item, depth - 1) for name, item in value.items()}
    if not inner or not all(n.isdecimal() and len(n) <= LONGEST_INDEX for n in inner):
        return inner
    return [inner[name] for name in sorted(inner, key=int)]
