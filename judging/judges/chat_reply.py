"""What a service says that speaks as OpenAI's does: its messages, and its words for errors."""

import json
import re
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, Field, ValidationError

from judging.judges.message import Message, counts

STOPS = {"stop": "end_turn", "length": "max_tokens", "content_filter": "refusal"}
THOUGHT = "</think>"
# Few services have a word of their own for it; all of them say it in one of these ways.
TOO_LONG = re.compile(r"\bcontext[ _](?:length|size|window)", re.IGNORECASE)


class _Part(BaseModel):
    type: str = "text"
    text: Any = ""


class _Said(BaseModel):
    content: str | list[_Part] | None = None
    refusal: str | None = None


class _Choice(BaseModel):
    message: _Said
    finish_reason: str | None = None


class _Body(BaseModel):
    choices: Annotated[list[_Choice], Field(min_length=1)]
    usage: dict[str, Any] | None = None


def chat_message(body: str) -> Message | None:
    """
    Return the first message of a chat completion; None if `body` is none.

    Of its text that is returned which can be an answer: what stands between the first brace and
    the last, without the thinking before it. Text without any is returned as it is.
    """
    try:
        sent = _Body.model_validate_json(body)
    except ValidationError:
        return None
    choice = sent.choices[0]
    stop = choice.finish_reason or ""
    refused = choice.message.refusal or stop == "content_filter"
    return Message(
        text=_answer(_text(choice.message.content)),
        stop_reason="refusal" if refused else STOPS.get(stop, stop),
        category=stop if stop == "content_filter" else "",
        usage=_usage(sent.usage or {}),
    )


def error_word(body: str) -> object:
    """
    Return the word for the kind of error that `body` tells of, if there is one.

    Returns:
        `context_length_exceeded` however the service says so, else its code or its type, which
        may be anything; None where there is neither.
    """
    error = _error(body)
    if TOO_LONG.search(str(error.get("message", ""))):
        return "context_length_exceeded"
    code, kind = error.get("code"), error.get("type")
    return code if isinstance(code, str) else kind


def _error(body: str) -> Mapping[str, Any]:
    """Return the error in `body`: an object of its own, a sentence, or the body itself."""
    try:
        told = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    if not isinstance(told, dict):
        return {}
    error = told.get("error", told)
    return error if isinstance(error, dict) else {"message": error}


def _text(content: str | list[_Part] | None) -> str:
    if isinstance(content, list):
        return "".join(str(part.text) for part in content if part.type == "text")
    return content or ""


def _answer(text: str) -> str:
    # Not all thinking has its own place, or a mark where it begins.
    is_thought = THOUGHT in text and not text.lstrip().startswith("{")
    said = text.partition(THOUGHT)[2] if is_thought else text
    begin, end = said.find("{"), said.rfind("}")
    return said[begin : end + 1] if 0 <= begin < end else text


def _usage(usage: Mapping[str, Any]) -> dict[str, int]:
    """Return the counts by Anthropic's names, where tokens from the cache are no part of input."""
    found = counts(usage)
    if not {"prompt_tokens", "completion_tokens"} <= found.keys():
        return {}
    prompt, read = found["prompt_tokens"], _read(found)
    if read > prompt:
        read = 0  # no count of a part
    return {
        "input_tokens": prompt - read,
        "cache_read_input_tokens": read,
        "output_tokens": found["completion_tokens"],
        "thinking_tokens": found.get("reasoning_tokens", 0),
    }


def _read(found: Mapping[str, int]) -> int:
    return found.get("cached_tokens", found.get("prompt_cache_hit_tokens", 0))
