"""The other common form of a model's service: chat completions with a JSON schema."""

import json
from collections.abc import Mapping
from typing import Any

PATH = "/chat/completions"
USAGE = {"prompt_tokens": 100, "completion_tokens": 40, "total_tokens": 140}
PLAIN: Mapping[str, object] = {"string": "It is so.", "boolean": True, "integer": 1, "number": 1.0}


def schema(body: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema that a chat request asks its answer to follow, wherever it stands."""
    form = body.get("response_format", {})
    if "json_schema" in form:
        found: dict[str, Any] = form["json_schema"]["schema"]
    else:
        found = json.loads(rules(body).rpartition("\n\n")[2])
    return found


def keys(body: Mapping[str, Any]) -> tuple[str, ...]:
    """Return what is asked: the criteria of a judge of ours, or all properties of the schema."""
    asked = schema(body)["properties"]
    return tuple(asked["criteria"]["properties"] if "criteria" in asked else asked)


def rules(body: Mapping[str, Any]) -> str:
    """Return the system prompt."""
    text: str = body["messages"][0]["content"]
    return text


def completion(body: Mapping[str, Any]) -> dict[str, Any]:
    """Return the whole answer to a chat request: one choice, which follows the schema."""
    return said(json.dumps(example(schema(body)))) | {"model": body["model"]}


def said(text: str | None, finish: str = "stop", **message: object) -> dict[str, Any]:
    """Return a completion with `text` in its one choice; `message` is what else stands there."""
    spoken = {"role": "assistant", "content": text, **message}
    return {
        "id": "chat_1",
        "object": "chat.completion",
        "created": 0,
        "model": "test",
        "choices": [{"index": 0, "message": spoken, "finish_reason": finish}],
        "usage": USAGE,
    }


def example(schema: Mapping[str, Any]) -> object:
    """
    Return a value that follows `schema`: of an enumeration the first, of a list none.

    Raises:
        KeyError: If the schema is not made of types alone.
    """
    if "enum" in schema:
        return schema["enum"][0]
    if schema["type"] == "object":
        return {name: example(part) for name, part in schema["properties"].items()}
    return [] if schema["type"] == "array" else PLAIN[schema["type"]]
