"""What a model judge is made to answer in, and what it answered."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, create_model

from judging.judges.chat_reply import chat_message
from judging.judges.message import Message, counts

STRICT = ConfigDict(extra="forbid")
Category = Literal[
    "contradiction", "reasking", "ignored_correction", "tool_error", "unsupported_claim", "other"
]
# No database takes a NUL in a text.
Text = Annotated[str, AfterValidator(lambda text: text.replace("\0", "\N{REPLACEMENT CHARACTER}"))]


class Given(BaseModel):
    """
    The answer to one criterion.

    The fields are generated in this order, so that the verdict comes after its reasons.
    """

    model_config = STRICT
    reason: Text
    cited_turns: list[int]
    quote: Text
    verdict: Literal["pass", "fail", "not_applicable", "cannot_tell"]


class Noted(BaseModel):
    """Something that the judge points at beside its answers."""

    model_config = STRICT
    category: Category
    turn: int
    quote: Text
    note: Text


@dataclass(frozen=True, slots=True)
class Answer:
    """
    A whole reply; `given` has each criterion that was asked, and no other.

    Attributes:
        summary: What was asked for in the place of criteria; empty where these were asked.
    """

    given: Mapping[str, Given]
    noted: tuple[Noted, ...]
    turns_seen: int
    injection_suspected: bool
    summary: str = ""


class Summarised(BaseModel):
    """The answer where no criterion is asked: what some turns come to."""

    model_config = STRICT
    summary: Text
    turns_seen: int


@lru_cache(maxsize=256)
def answer_model(keys: tuple[str, ...]) -> type[BaseModel]:
    """
    Return the model whose JSON schema has the criteria `keys` as its fields; of a summary if none.

    An object by key is complete as soon as it is valid, which a list would not be.
    """
    if not keys:
        return Summarised
    # A key may be any word, and some words are taken in a model: fields go by number.
    fields: dict[str, Any] = {
        f"criterion_{number}": (Given, Field(alias=key)) for number, key in enumerate(keys)
    }
    criteria = create_model("Criteria", __config__=STRICT, **fields)
    return create_model(
        "Answer",
        __config__=STRICT,
        turns_seen=(int, ...),
        criteria=(criteria, ...),
        findings=(list[Noted], ...),
        injection_suspected=(bool, ...),
    )


def read(text: str, keys: tuple[str, ...]) -> Answer | None:
    """Return the answer that `text` is; None if it is none, or not to these criteria."""
    try:
        valid: Any = answer_model(keys).model_validate_json(text)
        json.loads(text, object_pairs_hook=_unambiguous)
    except (ValidationError, _TwiceError, RecursionError):
        return None
    if not keys:
        is_one = bool(valid.summary.strip())
        return Answer({}, (), valid.turns_seen, False, valid.summary) if is_one else None  # noqa: FBT003  (a summary suspects nothing)
    given = {key: getattr(valid.criteria, f"criterion_{n}") for n, key in enumerate(keys)}
    return Answer(given, tuple(valid.findings), valid.turns_seen, valid.injection_suspected)


class _TwiceError(Exception):
    """A field that is given twice: which of the two is the answer, nobody can tell."""


def _unambiguous(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise _TwiceError
    return fields


class _Block(BaseModel):
    type: str = ""
    text: str | None = None


class _StopDetails(BaseModel):
    category: Text | None = None


class _Body(BaseModel):
    content: list[_Block] = []
    stop_reason: str | None = None
    stop_details: _StopDetails | None = None
    usage: dict[str, Any] | None = None


def message(body: str) -> Message:
    """Return the message that the HTTP body `body` is, and an empty one if it is none."""
    return chat_message(body) or _blocks(body)


def _blocks(body: str) -> Message:
    """Return the message made of blocks, as Anthropic sends it, that `body` is."""
    try:
        sent = _Body.model_validate_json(body)
    except ValidationError:
        return Message()
    return Message(
        text="".join(block.text or "" for block in sent.content if block.type == "text"),
        stop_reason=sent.stop_reason or "",
        category=(sent.stop_details and sent.stop_details.category) or "",
        usage=counts(sent.usage or {}),
    )
