"""What a model judge sends to a service that speaks as OpenAI's does."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pydantic import BaseModel

from judging.judges import request as requests
from judging.judges.chat_shape import EFFORT, FORMAT
from judging.judges.question import Question
from judging.judges.reply import answer_model
from judging.judges.request import Told
from judging.sessions import Session

TEMPLATE = "1"
# It stands in the request, so that equal questions to two services are two, and is not sent.
PLACE = "base_url"


@dataclass(frozen=True, slots=True)
class ChatForm:
    """
    What is the same in every request of a judge; what is None is left to the model.

    Attributes:
        room: The name that the service has for `max_tokens`.
    """

    place: str
    model: str
    max_tokens: int
    room: str
    secret: bytes
    effort: str | None = None
    temperature: float | None = None
    seed: int | None = None


def body(question: Question, session: Session, form: ChatForm) -> dict[str, Any]:
    """
    Return the request in the shape that tells the service most: with a schema to hold to.

    The session and the ask are one message, since there are models that cannot read two in
    succession.
    """
    told = requests.told(question, session, form.secret)
    return body_of(told, form, answer_schema(question.keys))


def body_of(told: Told, form: ChatForm, answer: dict[str, Any]) -> dict[str, Any]:
    """Return the request that tells a model this, and asks for an answer in the schema's form."""
    schema = {"name": "answer", "strict": True, "schema": answer}
    asked_for = {
        EFFORT: form.effort,
        "temperature": form.temperature,
        "seed": form.seed,
    }
    return {
        PLACE: form.place,
        "model": form.model,
        "messages": _messages(told),
        FORMAT: {"type": "json_schema", "json_schema": schema},
        form.room: form.max_tokens,
        **{name: value for name, value in asked_for.items() if value is not None},
    }


def sent(request: Mapping[str, Any]) -> dict[str, Any]:
    """Return what goes over the wire of `request`."""
    return {name: part for name, part in request.items() if name != PLACE}


@lru_cache(maxsize=256)
def answer_schema(keys: tuple[str, ...]) -> dict[str, Any]:
    """
    Return the schema of an answer to the criteria `keys`, which must not be changed.

    It has no references and no words for people: not every service follows the ones, and models
    take the others for a part of the task.
    """
    return plain_schema(answer_model(keys))


def plain_schema(model: type[BaseModel]) -> dict[str, Any]:
    """Return the schema of a model in the words that services follow: see `answer_schema`."""
    whole = model.model_json_schema()
    plain: dict[str, Any] = _plain(whole, whole.get("$defs", {}))
    return plain


def _messages(told: Told) -> list[dict[str, str]]:
    return [
        {"role": "system", "content": told.rules},
        {"role": "user", "content": f"{told.transcript}\n\n{told.ask}"},
    ]


def _plain(part: Any, known: Mapping[str, Any]) -> Any:
    """Return a part of a schema with its references followed, without titles and descriptions."""
    if isinstance(part, list):
        return [_plain(one, known) for one in part]
    if not isinstance(part, dict):
        return part
    if "$ref" in part:
        return _plain(known[part["$ref"].rpartition("/")[2]], known)
    return {
        name: _plain(one, known)
        for name, one in part.items()
        # A criterion may be called so too, and is then no text.
        if name != "$defs" and not (name in {"title", "description"} and isinstance(one, str))
    }
