"""The OpenAI judge: any model behind a service that speaks as OpenAI's chat completions do."""

import random
from dataclasses import dataclass, field
from typing import Literal, get_args

from pydantic import BaseModel

from judging.errors import JudgeError
from judging.families import family
from judging.judges import chat_request, openai_service, service
from judging.judges import request as requests
from judging.judges.attempts import Body, Call, Line, Watch, ask
from judging.judges.capability import Fitting
from judging.judges.chat_client import ChatClient
from judging.judges.chat_shape import Form, Shape, shaped
from judging.judges.judge import JudgeIdentity
from judging.judges.outcomes import Fate, Reader, Reply
from judging.judges.question import Question
from judging.judges.request import Told
from judging.judges.served import ServedJudge
from judging.rubrics.prompt import TEMPLATE as RUBRIC_TEMPLATE
from judging.sessions import Session

TEMPLATE = f"{RUBRIC_TEMPLATE}.{requests.TEMPLATE}.{chat_request.TEMPLATE}"
Structure = Literal["auto", "json_schema", "json_object", "prompt"]
PINNED = {
    "json_schema": Form.JSON_SCHEMA,
    "json_object": Form.JSON_OBJECT,
    "prompt": Form.PROMPT,
}


@dataclass(frozen=True)
class OpenAIJudge(ServedJudge):
    """
    Asks a model at OpenAI's or any compatible service: see `ServedJudge`.

    The key is read from `OPENAI_API_KEY`; a service other than OpenAI's may need none.

    Attributes:
        base_url: Where the service is; else that in `OPENAI_BASE_URL`, else OpenAI's. It is a
            part of the judge: another host may serve another model under the same name.

        effort: For a service that takes it; None leaves it to the model, as do `temperature` and
            `seed`.

        structure: How the form of the answer is asked for: `auto` finds out what the service
            takes. What it answers is checked here all the same.

    Raises:
        JudgeError: If no model is named, or an address that is none.
    """

    base_url: str = ""
    effort: str | None = field(default=None, kw_only=True)
    temperature: float | None = field(default=None, kw_only=True)
    seed: int | None = field(default=None, kw_only=True)
    structure: Structure = field(default="auto", kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.structure not in get_args(Structure):
            raise ValueError("structure is auto, json_schema, json_object or prompt.")
        object.__setattr__(self, "base_url", openai_service.place(self.base_url))

    @property
    def identity(self) -> JudgeIdentity:
        """Named `openai:MODEL`, with `@BASE_URL` behind it where the service is not OpenAI's."""
        settings = self._settings() | {
            "base_url": self.base_url,
            "temperature": self.temperature,
            "seed": self.seed,
            "structure": self.structure,
        }
        at = "" if self.base_url == openai_service.OFFICIAL else f"@{self.base_url}"
        name, template = self._named(f"openai:{self.model}{at}"), self._template(TEMPLATE)
        return JudgeIdentity(name, "openai", self.model, family(self.model), settings, template)

    def request(self, question: Question, session: Session) -> Body:
        """
        Return what asks `question` of `session`; it holds no key.

        It is sent in the shape that the service takes, and is the same question in each.
        """
        return self._shaped(chat_request.body(question, session, self._form))

    def request_of(self, told: Told, answer: type[BaseModel]) -> Body:
        """Return what tells the model anything else and asks for an answer of that form."""
        schema = chat_request.plain_schema(answer)
        return self._shaped(chat_request.body_of(told, self._form, schema))

    def ask(self, question: Question, request: Body, watch: Watch) -> Call:
        """
        Put one question to the model, and let `watch` see each attempt.

        Raises:
            JudgeError: If there is no key where one is needed, or none that could be one.
        """
        return self._asked(request, watch, question.keys, None)

    def send(self, request: Body, watch: Watch, reads: Reader) -> Call:
        """Send what `request_of` made, until `reads` finds an answer in what comes back."""
        return self._asked(request, watch, (), reads)

    def objection(self, call: Call) -> JudgeError | None:
        """Return why no request of this judge can be answered; None where `call` does not say."""
        if call.last.fate not in {Fate.FORBIDDEN, Fate.UNREACHABLE}:
            return None
        at = service.host(self.base_url) or ""
        return service.refused(call.last.reply, self.model, at, openai_service.NAMED)

    @property
    def _form(self) -> chat_request.ChatForm:
        is_official = self.base_url == openai_service.OFFICIAL
        return chat_request.ChatForm(
            place=self.base_url,
            model=self.model,
            max_tokens=self.max_tokens,
            room="max_completion_tokens" if is_official else "max_tokens",
            secret=self.secret,
            effort=self.effort,
            temperature=self.temperature,
            seed=self.seed,
        )

    def _shaped(self, body: Body) -> Body:
        pinned = PINNED.get(self.structure, Form.JSON_SCHEMA)
        return shaped(body, Shape(pinned, self._form.room))

    def _asked(
        self, request: Body, watch: Watch, keys: tuple[str, ...], reads: Reader | None
    ) -> Call:
        self._client()  # without a key there is nothing that a watch should see
        fitting = Fitting(request, lowers=self.structure == "auto")
        line = Line(self._send, watch, random.random, fitting.reshape)
        return ask(line, fitting.body, keys, reads)

    def _send(self, body: Body) -> Reply:
        return self._client().send(body)

    def _client(self) -> ChatClient:
        return self._connected(lambda: ChatClient(self.base_url, self.timeout))

    def _unnamed(self) -> JudgeError:
        return JudgeError(
            "No model is named for the OpenAI judge.",
            where="JUDGE_MODEL",
            fix="Name the judge as openai:MODEL or openai:MODEL@BASE_URL, or set JUDGE_MODEL.",
        )
