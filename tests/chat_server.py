"""What services answer that speak as OpenAI's does, and how they differ."""

import json
from collections.abc import Collection
from dataclasses import dataclass

from tests import chat
from tests.model_server import Request, Step, answer

SENT = {"x-request-id": "chat_req_1"}


def chats(text: str | None, finish: str = "stop", **message: object) -> Step:
    """Answer with `text`; `message` is what else stands beside it."""
    return Step(chat.said(text, finish, **message), headers=SENT)


def chat_answers(*keys: str, turns_seen: int = 4, **changes: object) -> Step:
    """Answer `keys` in due form with a pass each; `changes` are to the answer as a whole."""
    return chats(json.dumps(answer(*keys, turns_seen=turns_seen) | changes))


def chat_fails(status: int, code: object = None, message: str = "No.", **headers: str) -> Step:
    """Answer with an error; underscores in the names of headers stand for hyphens."""
    error = {"message": message, "type": "invalid_request_error", "param": None, "code": code}
    told = {name.replace("_", "-"): value for name, value in headers.items()}
    return Step({"error": error}, status, SENT | told)


@dataclass(frozen=True)
class Endpoint:
    """
    A service that takes some forms of asking for JSON, and not the others.

    Attributes:
        forms: The types of `response_format` that it takes; without one, it takes a request
            whatever they are.

        refuses: The status of its answer to another form.

        parameters: What it takes no request with, by name.

        turns_seen: How many turns it counts in every session.
    """

    forms: Collection[str] = ("json_schema", "json_object")
    refuses: int = 400
    parameters: Collection[str] = ()
    turns_seen: int = 4

    def __call__(self, request: Request, before: int) -> Step:
        """Answer in due form, or say what it does not take."""
        _ = before
        for name in self.parameters:
            if name in request.body:
                return chat_fails(400, "unsupported_parameter", f"Unsupported: '{name}'.")
        form = request.body.get("response_format", {}).get("type")
        if form is not None and form not in self.forms:
            return chat_fails(self.refuses, message="This form is not taken.")
        return chat_answers(*request.keys, turns_seen=self.turns_seen)
