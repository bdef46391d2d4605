"""The Claude judge: a model of Anthropic's, asked through its SDK."""

import random
import time
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from judging.errors import JudgeError
from judging.families import family
from judging.judges import request as requests
from judging.judges import service
from judging.judges.attempts import Body, Call, Line, Watch, ask
from judging.judges.claude_errors import failed
from judging.judges.judge import JudgeIdentity
from judging.judges.message_batches import MessageBatches
from judging.judges.outcomes import Fate, Reader, Reply
from judging.judges.question import Question
from judging.judges.reply import answer_model
from judging.judges.request import Told
from judging.judges.served import ServedJudge
from judging.rubrics.prompt import TEMPLATE as RUBRIC_TEMPLATE
from judging.sessions import Session

if TYPE_CHECKING:
    from anthropic import Anthropic

TEMPLATE = f"{RUBRIC_TEMPLATE}.{requests.TEMPLATE}"


@dataclass(frozen=True)
class ClaudeJudge(ServedJudge):
    """
    Asks a Claude model: see `ServedJudge`.

    The key is read from `ANTHROPIC_API_KEY`, and `ANTHROPIC_BASE_URL` names another service;
    neither is a part of the judge.
    """

    @property
    def identity(self) -> JudgeIdentity:
        """Named `claude:MODEL`; the template is raised whenever a word of the prompt changes."""
        return JudgeIdentity(
            self._named(f"claude:{self.model}"),
            "claude",
            self.model,
            family(self.model) or "claude",
            self._settings(),
            self._template(TEMPLATE),
        )

    def request(self, question: Question, session: Session) -> Body:
        """Return what is sent to ask `question` of `session`; it holds no key."""
        return requests.body(question, session, self._form, _schema(question.keys))

    def request_of(self, told: Told, answer: type[BaseModel]) -> Body:
        """Return what tells the model anything else and asks for an answer of that form."""
        return requests.body_of(told, self._form, _schema_of(answer))

    def ask(self, question: Question, request: Body, watch: Watch) -> Call:
        """
        Put one question to the model, and let `watch` see each attempt.

        Raises:
            JudgeError: If there is no key, or no address that could be one.
        """
        self._client()  # without a key there is nothing that a watch should see
        return ask(Line(self._send, watch, random.random), request, question.keys)

    def send(self, request: Body, watch: Watch, reads: Reader) -> Call:
        """Send what `request_of` made, until `reads` finds an answer in what comes back."""
        self._client()
        return ask(Line(self._send, watch, random.random), request, (), reads)

    def objection(self, call: Call) -> JudgeError | None:
        """Return why no request of this judge can be answered; None where `call` does not say."""
        if call.last.fate not in {Fate.FORBIDDEN, Fate.UNREACHABLE}:
            return None
        return service.unaskable(call.last.reply, self.model)

    def batches(self) -> MessageBatches:
        """
        Return the way to the account's batches.

        Raises:
            JudgeError: If there is no key, or no address that could be one.
        """
        return MessageBatches(self._client())

    @property
    def _form(self) -> requests.Form:
        return requests.Form(self.model, self.max_tokens, self.effort, self.secret)

    def _send(self, body: Body) -> Reply:
        """Send `body` once. What the SDK raises knows the key, and does not leave this method."""
        from anthropic import APIError  # noqa: PLC0415  (takes seconds)

        client, began = self._client(), time.perf_counter()
        try:
            raw = client.messages.with_raw_response.create(**body)
        except APIError as error:
            failure = error
        else:
            seconds = time.perf_counter() - began
            reply = Reply(raw.status_code, raw.text(), "", raw.request_id or "", None, seconds)
            return reply.without(client.api_key or "")
        return failed(failure, time.perf_counter() - began).without(client.api_key or "")

    def _client(self) -> "Anthropic":
        return self._connected(lambda: _connection(self.timeout))

    def _unnamed(self) -> JudgeError:
        return JudgeError(
            "No model is named for the Claude judge.",
            where="JUDGE_MODEL",
            fix="Set JUDGE_MODEL to a model's id, or name the judge as claude:MODEL.",
        )


def _connection(timeout: float) -> "Anthropic":
    from anthropic import Anthropic, Timeout  # noqa: PLC0415  (takes seconds)

    return Anthropic(
        api_key=service.key(),
        base_url=service.place(),
        # Waiting and trying again are ours to count.
        max_retries=0,
        timeout=Timeout(timeout, connect=5.0),
        open_telemetry=False,
    )


@lru_cache(maxsize=256)
def _schema(keys: tuple[str, ...]) -> dict[str, Any]:
    return _schema_of(answer_model(keys))


def _schema_of(answer: type[BaseModel]) -> dict[str, Any]:
    from anthropic import transform_schema  # noqa: PLC0415  (takes seconds)

    return transform_schema(answer)
