"""The parts of a request to a model, and of its reply, as they are read."""

import json
from collections.abc import Iterable, Mapping
from typing import Any


def said(request: Mapping[str, Any]) -> str:
    """Return what the model was told of the session."""
    messages = [m for m in request.get("messages", []) if m.get("role") != "system"]
    return "\n\n".join(text for m in messages for text in _texts(m.get("content", "")))


def rules(request: Mapping[str, Any]) -> str:
    """Return the rules and the criteria: the system prompt, also where it is a message."""
    messages = [m for m in request.get("messages", []) if m.get("role") == "system"]
    parts = [request.get("system", ""), *(m.get("content", "") for m in messages)]
    return "\n\n".join(text for part in parts for text in _texts(part))


def form(request: Mapping[str, Any]) -> str:
    """Return the rest: the model, its settings, and the form that the answer had to have."""
    rest = {name: part for name, part in request.items() if name not in {"system", "messages"}}
    return json.dumps(rest, ensure_ascii=False, indent=2)


def indented(text: str) -> str:
    """Return JSON with its lines broken; anything else as it is."""
    try:
        return json.dumps(json.loads(text), ensure_ascii=False, indent=2)
    except ValueError:
        return text


def _texts(content: str | Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the texts of a content, which is one text or blocks of them."""
    if isinstance(content, str):
        return [content] if content else []
    return [str(block.get("text", "")) for block in content]
