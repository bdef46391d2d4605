"""The OpenAI judge: any model behind a service that speaks as OpenAI's chat completions do."""

import os
import random
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Literal, get_args

from judging.errors import JudgeError
from judging.families import family
from judging.judges import answered, chat_request, openai_service, service, shortening
from judging.judges import request as requests
from judging.judges.answered import Answered
from judging.judges.answers import verdicts
from judging.judges.attempts import Body, Call, Line, Watch, ask
from judging.judges.capability import Fitting
from judging.judges.chat_client import ChatClient
from judging.judges.chat_shape import Form, Shape, shaped
from judging.judges.fitting import Context, Limits
from judging.judges.judge import JudgeIdentity
from judging.judges.outcomes import Fate, Reply
from judging.judges.request import Question
from judging.ratings import Verdict
from judging.rubrics import RubricVersion
from judging.rubrics.prompt import TEMPLATE as RUBRIC_TEMPLATE
from judging.sessions import Session

TEMPLATE = f"{RUBRIC_TEMPLATE}.{requests.TEMPLATE}.{chat_request.TEMPLATE}"
Structure = Literal["auto", "json_schema", "json_object", "prompt"]
PINNED = {
    "json_schema": Form.JSON_SCHEMA,
    "json_object": Form.JSON_OBJECT,
    "prompt": Form.PROMPT,
}
# Of the module, since a judge with a lock in it could not be pickled.
CONNECTING = threading.Lock()


@dataclass(frozen=True)
class OpenAIJudge:
    """
    Asks a model at OpenAI's or any compatible service, and holds what it answers to one form.

    The key is read from `OPENAI_API_KEY` when first asked, and is no part of the judge. A service
    other than OpenAI's may need none. The address is a part of it: another host may serve another
    model under the same name. Several threads may ask one judge.

    Attributes:
        model: The model's id; where it is empty, that in `JUDGE_MODEL`.

        base_url: The service's address; where it is empty, that in `OPENAI_BASE_URL`, else
            OpenAI's.

        secret: What the fence around a session is keyed with. By chance unless given, which is
            as safe; one and the same lets equal requests be known as equal later.

        effort: How much the model may think, for a service that takes it; None leaves it to the
            model, as do `temperature` and `seed`.

        max_tokens: The room for thinking and answer together.

        criteria_per_call: `all`, or `one`: dearer, but an edited criterion leaves the verdicts
            on the others valid.

        hindsight: Whether a turn is judged with the turns after it in view: to learn how much
            that changes, and not to judge turns by.

        context: `full`, or `fit`: a session above the `limits` is judged as a whole by its
            beginning, its end, and a summary of the rest by the same model.

        structure: How the form of the answer is asked for: `auto` finds out what the service
            takes. What it answers is checked here all the same.

        sleep: Waits so many seconds.

    Raises:
        JudgeError: If no model is named, or an address that is none.
    """

    model: str = ""
    base_url: str = ""
    secret: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)
    effort: str | None = None
    max_tokens: int = 8192
    criteria_per_call: requests.CriteriaPerCall = "all"
    hindsight: bool = False
    context: Context = "full"
    limits: Limits = field(default_factory=Limits)
    temperature: float | None = None
    seed: int | None = None
    structure: Structure = "auto"
    timeout: float = 180.0
    sleep: Callable[[float], None] = field(default=time.sleep, repr=False, compare=False)

    def __post_init__(self) -> None:
        model = self.model or os.environ.get("JUDGE_MODEL", "").strip()
        if not model:
            raise JudgeError(
                "No model is named for the OpenAI judge.",
                where="JUDGE_MODEL",
                fix="Name the judge as openai:MODEL or openai:MODEL@BASE_URL, or set JUDGE_MODEL.",
            )
        if self.criteria_per_call not in {"all", "one"}:
            raise ValueError("criteria_per_call is all or one.")
        if self.context not in get_args(Context):
            raise ValueError("context is full or fit.")
        if self.structure not in get_args(Structure):
            raise ValueError("structure is auto, json_schema, json_object or prompt.")
        object.__setattr__(self, "model", model)
        object.__setattr__(self, "base_url", openai_service.place(self.base_url))

    def __getstate__(self) -> dict[str, Any]:
        # The client knows the key, and stays behind.
        return {part.name: getattr(self, part.name) for part in fields(self)}

    @property
    def identity(self) -> JudgeIdentity:
        """Named `openai:MODEL`, with `@BASE_URL` behind it where the service is not OpenAI's."""
        settings = {
            "base_url": self.base_url,
            "effort": self.effort,
            "max_tokens": self.max_tokens,
            "criteria_per_call": self.criteria_per_call,
            "temperature": self.temperature,
            "seed": self.seed,
            "structure": self.structure,
            "context": self.context,
            **({"limits": asdict(self.limits)} if self.context == "fit" else {}),
            **({"hindsight": True} if self.hindsight else {}),
        }
        at = "" if self.base_url == openai_service.OFFICIAL else f"@{self.base_url}"
        is_fit = self.context == "fit"
        name = requests.judge_name(f"openai:{self.model}{at}", hindsight=self.hindsight, fit=is_fit)
        template = f"{TEMPLATE}.{shortening.TEMPLATE}" if is_fit else TEMPLATE
        return JudgeIdentity(name, "openai", self.model, family(self.model), settings, template)

    def verdicts(self, session: Session, rubric: RubricVersion) -> tuple[Verdict, ...]:
        """Return a verdict on every criterion, of a turn-level one for each assistant turn."""
        return self.asked(session, rubric).verdicts

    def asked(self, session: Session, rubric: RubricVersion) -> Answered:
        """
        Return the verdicts on `session`, and what it took to get them.

        Raises:
            JudgeError: If a key is needed and missing or not accepted, or if there is no such
                model or no way to the service.
        """
        return answered.asked(self, session, rubric, self.sleep)

    def questions(self, rubric: RubricVersion) -> tuple[Question, ...]:
        """Return the calls that it takes to have all of `rubric` answered, of a session or turn."""
        fit = self.limits if self.context == "fit" else None
        return requests.questions(rubric, self.criteria_per_call, hindsight=self.hindsight, fit=fit)

    def request(self, question: Question, session: Session) -> Body:
        """
        Return what asks `question` of `session`; it holds no key.

        It is sent in the shape that the service takes, and is the same question in each.
        """
        is_official = self.base_url == openai_service.OFFICIAL
        form = chat_request.ChatForm(
            place=self.base_url,
            model=self.model,
            max_tokens=self.max_tokens,
            room="max_completion_tokens" if is_official else "max_tokens",
            secret=self.secret,
            effort=self.effort,
            temperature=self.temperature,
            seed=self.seed,
        )
        body = chat_request.body(question, session, form)
        pinned = PINNED.get(self.structure, Form.JSON_SCHEMA)
        return shaped(body, Shape(pinned, form.room))

    def ask(self, question: Question, request: Body, watch: Watch) -> Call:
        """
        Put one question to the model, and let `watch` see each attempt.

        Raises:
            JudgeError: If there is no key where one is needed, or none that could be one.
        """
        self._client()  # without a key there is nothing that a watch should see
        fitting = Fitting(request, lowers=self.structure == "auto")
        line = Line(self._send, watch, random.random, fitting.reshape)
        return ask(line, fitting.body, question.keys)

    def read(self, call: Call, question: Question, session: Session) -> tuple[Verdict, ...]:
        """Return a verdict on each criterion of `question`: what was answered, or the problem."""
        return verdicts(call, question, session)

    def objection(self, call: Call) -> JudgeError | None:
        """Return why no request of this judge can be answered; None where `call` does not say."""
        if call.last.fate not in {Fate.FORBIDDEN, Fate.UNREACHABLE}:
            return None
        at = service.host(self.base_url) or ""
        return service.refused(call.last.reply, self.model, at, openai_service.NAMED)

    def close(self) -> None:
        """Let go of the connections; asked again, the judge makes new ones."""
        with CONNECTING:
            client = self.__dict__.pop("_connection", None)
        if client is not None:
            client.close()

    def _send(self, body: Body) -> Reply:
        return self._client().send(body)

    def _client(self) -> ChatClient:
        """Return the one client of all threads, whose connections they share."""
        with CONNECTING:
            client: ChatClient | None = self.__dict__.get("_connection")
            if client is None:
                client = self.__dict__["_connection"] = ChatClient(self.base_url, self.timeout)
            return client
