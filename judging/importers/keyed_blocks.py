"""Blocks of content that a key names, not a type: those of Bedrock's Converse and of Haystack."""

from collections.abc import Mapping
from typing import Any

from judging.importers.fields import as_dict

ATTACHED = ("image", "document", "video")
KEYS = (*ATTACHED, "toolUse", "toolResult", "reasoningContent", "tool_call", "tool_call_result")


def typed(block: Any) -> Any:
    """Return a block with its type, in the shape of others; one that has it stays as it is."""
    if not isinstance(block, dict) or "type" in block or len(block) != 1:
        return block
    ((key, value),) = block.items()
    if key == "json":
        return value
    return _typed(key, value) if key in KEYS and isinstance(value, dict) else block


def _typed(key: str, value: Mapping[str, Any]) -> dict[str, Any]:
    if key == "toolUse":
        return {"type": "tool_use", **value, "id": value.get("toolUseId")}
    if key == "toolResult":
        content = value.get("content")
        told = list(map(typed, content)) if isinstance(content, list) else content
        return _result(value.get("toolUseId"), told, value.get("status") == "error")
    if key == "tool_call":
        return {"type": "tool_use", **value, "name": value.get("tool_name")}
    if key == "tool_call_result":
        call = as_dict(value.get("origin"))
        answer = _result(call.get("id"), value.get("result"), bool(value.get("error")))
        return {**answer, "name": call.get("tool_name")}
    if key == "reasoningContent":
        return {"type": "reasoning", **as_dict(value.get("reasoningText"))}
    return {"type": key, **value}


def _result(call: Any, content: Any, failed: bool) -> dict[str, Any]:  # noqa: FBT001  (a field)
    return {"type": "tool_result", "tool_use_id": call, "content": content, "is_error": failed}
