"""The other common form of a model's service: chat completions with a JSON schema."""

import json
from collections.abc import Mapping
from typing import Any

PATH = "/chat/completions"
USAGE = {"prompt_tokens": 100, "completion_tokens": 40, "total_tokens": 140}
PLAIN: Mapping[str, object] = {"string": "It is so.", "boolean": True, "integer": 1, "number": 1.0}


def schema(body: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema that a chat request asks its answer to follow."""
    found: dict[str, Any] = body["response_format"]["json_schema"]["schema"]
    return found


def completion(body: Mapping[str, Any]) -> dict[str, Any]:
    """Return the whole answer to a chat request: one choice, which follows the schema."""
    message = {"role": "assistant", "content": json.dumps(example(schema(body)))}
    return {
        "id": "chat_1",
        "object": "chat.completion",
        "created": 0,
        "model": body["model"],
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
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
