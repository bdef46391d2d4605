"""The shapes that one and the same request can have: not every service takes each."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any

from judging.judges.attempts import ROOMS, Body

EFFORT = "reasoning_effort"
FORMAT = "response_format"
ASK = """\
Answer with one JSON object, and with nothing before or after it. It has exactly the fields that \
this JSON schema names, in the same order:

{schema}"""


class Form(IntEnum):
    """How the form of the answer is asked for, from what binds a model most to what binds least."""

    JSON_SCHEMA = 0
    JSON_OBJECT_WITH_SCHEMA = 1
    JSON_OBJECT = 2
    PROMPT = 3


@dataclass(frozen=True, slots=True)
class Shape:
    """
    What of a request depends on what its service takes.

    Attributes:
        room: The name that the limit on the answer goes by; None to send no limit.

        effort: Whether the model may be told how much to think, if a judge says so.
    """

    form: Form
    room: str | None
    effort: bool = True

    @classmethod
    def of(cls, request: Body) -> "Shape":
        """Return the shape that `request` has."""
        return cls(_form(request), next((name for name in ROOMS if name in request), None))

    def lower(self) -> "Shape | None":
        """Return the next shape, which binds the model less; None below the last, the plainest."""
        if self.form is Form.PROMPT:
            return None
        form = Form(self.form + 1)
        return replace(self, form=form, effort=self.effort and form is not Form.PROMPT)


def shaped(request: Body, shape: Shape) -> dict[str, Any]:
    """Return `request`, which asks for its schema, in another shape; the same one as it is."""
    room = next((request[name] for name in ROOMS if name in request), None)
    kept = {name: part for name, part in request.items() if name not in ROOMS}
    if shape.room and room is not None:
        kept[shape.room] = room
    if not shape.effort:
        kept.pop(EFFORT, None)
    return kept if shape.form is _form(request) else _reformed(kept, shape.form)


def _form(request: Body) -> Form:
    asked = request.get(FORMAT, {})
    if asked.get("type") == "json_schema":
        return Form.JSON_SCHEMA
    if asked:
        return Form.JSON_OBJECT_WITH_SCHEMA if "schema" in asked else Form.JSON_OBJECT
    return Form.PROMPT


def _reformed(request: Mapping[str, Any], form: Form) -> dict[str, Any]:
    """Return `request` with its schema in the prompt, and asked for by `form`."""
    schema = request[FORMAT]["json_schema"]["schema"]
    rest = {name: part for name, part in request.items() if name not in {FORMAT, "messages"}}
    rules, *others = request["messages"]
    ask = ASK.format(schema=json.dumps(schema))
    told = {**rules, "content": f"{rules['content']}\n\n{ask}"}
    rest["messages"] = [told, *others]
    if form is Form.JSON_OBJECT_WITH_SCHEMA:
        rest[FORMAT] = {"type": "json_object", "schema": schema}
    elif form is Form.JSON_OBJECT:
        rest[FORMAT] = {"type": "json_object"}
    return rest
