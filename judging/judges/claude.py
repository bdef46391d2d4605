"""The Claude judge: a model of Anthropic's, asked through its SDK."""

import os
import random
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, fields
from functools import lru_cache
from typing import TYPE_CHECKING, Any, get_args

from judging.errors import JudgeError
from judging.families import family
from judging.judges import answered, service, shortening
from judging.judges import request as requests
from judging.judges.answered import Answered
from judging.judges.answers import verdicts
from judging.judges.attempts import Body, Call, Line, Watch, ask
from judging.judges.fitting import Context, Limits
from judging.judges.judge import JudgeIdentity
from judging.judges.outcomes import Fate, Reply
from judging.judges.reply import answer_model
from judging.judges.request import Question
from judging.ratings import Verdict
from judging.rubrics import RubricVersion
from judging.rubrics.prompt import TEMPLATE as RUBRIC_TEMPLATE
from judging.sessions import Session

if TYPE_CHECKING:
    from anthropic import Anthropic, APIError

TEMPLATE = f"{RUBRIC_TEMPLATE}.{requests.TEMPLATE}"
# Of the module, since a judge with a lock in it could not be pickled.
CONNECTING = threading.Lock()


@dataclass(frozen=True)
class ClaudeJudge:
    """
    Asks a Claude model, and makes a verdict only of what it answers in due form.

    The key is read from `ANTHROPIC_API_KEY` when first asked, and `ANTHROPIC_BASE_URL` names
    another service; neither is a part of the judge. Several threads may ask one judge.

    Attributes:
        model: The model's id; where it is empty, that in `JUDGE_MODEL`.

        secret: What the fence around a session is keyed with. By chance unless given, which is
            as safe; one and the same lets equal requests be known as equal later.

        effort: How much the model may think; None for a model that does not take it.

        max_tokens: The room for thinking and answer together.

        criteria_per_call: `all`, or `one`: dearer, but an edited criterion leaves the verdicts
            on the others valid.

        hindsight: Whether a turn is judged with the turns after it in view: to learn how much
            that changes, and not to judge turns by.

        context: `full`, or `fit`: a session above the `limits` is judged as a whole by its
            beginning, its end, and a summary of the rest by the same model.

        sleep: Waits so many seconds.

    Raises:
        JudgeError: If no model is named.
    """

    model: str = ""
    secret: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)
    effort: str | None = "low"
    max_tokens: int = 8192
    criteria_per_call: requests.CriteriaPerCall = "all"
    hindsight: bool = False
    context: Context = "full"
    limits: Limits = field(default_factory=Limits)
    timeout: float = 180.0
    sleep: Callable[[float], None] = field(default=time.sleep, repr=False, compare=False)

    def __post_init__(self) -> None:
        model = self.model or os.environ.get("JUDGE_MODEL", "").strip()
        if not model:
            raise JudgeError(
                "No model is named for the Claude judge.",
                where="JUDGE_MODEL",
                fix="Set JUDGE_MODEL to a model's id, or name the judge as claude:MODEL.",
            )
        if self.criteria_per_call not in {"all", "one"}:
            raise ValueError("criteria_per_call is all or one.")
        if self.context not in get_args(Context):
            raise ValueError("context is full or fit.")
        object.__setattr__(self, "model", model)

    def __getstate__(self) -> dict[str, Any]:
        # The client knows the key, and stays behind.
        return {part.name: getattr(self, part.name) for part in fields(self)}

    @property
    def identity(self) -> JudgeIdentity:
        """Named `claude:MODEL`; the template is raised whenever a word of the prompt changes."""
        settings = {
            "effort": self.effort,
            "max_tokens": self.max_tokens,
            "criteria_per_call": self.criteria_per_call,
            "context": self.context,
            **({"limits": asdict(self.limits)} if self.context == "fit" else {}),
            **({"hindsight": True} if self.hindsight else {}),
        }
        is_fit = self.context == "fit"
        name = requests.judge_name(f"claude:{self.model}", hindsight=self.hindsight, fit=is_fit)
        relatives = family(self.model) or "claude"
        template = f"{TEMPLATE}.{shortening.TEMPLATE}" if is_fit else TEMPLATE
        return JudgeIdentity(name, "claude", self.model, relatives, settings, template)

    def verdicts(self, session: Session, rubric: RubricVersion) -> tuple[Verdict, ...]:
        """Return a verdict on every criterion, of a turn-level one for each assistant turn."""
        return self.asked(session, rubric).verdicts

    def asked(self, session: Session, rubric: RubricVersion) -> Answered:
        """
        Return the verdicts on `session`, and what it took to get them.

        Raises:
            JudgeError: If there is no key, no such model or no way to the service, or if the key
                is not accepted.
        """
        return answered.asked(self, session, rubric, self.sleep)

    def questions(self, rubric: RubricVersion) -> tuple[Question, ...]:
        """Return the calls that it takes to have all of `rubric` answered, of a session or turn."""
        fit = self.limits if self.context == "fit" else None
        return requests.questions(rubric, self.criteria_per_call, hindsight=self.hindsight, fit=fit)

    def request(self, question: Question, session: Session) -> Body:
        """Return what is sent to ask `question` of `session`; it holds no key."""
        form = requests.Form(self.model, self.max_tokens, self.effort, self.secret)
        return requests.body(question, session, form, _schema(question.keys))

    def ask(self, question: Question, request: Body, watch: Watch) -> Call:
        """
        Put one question to the model, and let `watch` see each attempt.

        Raises:
            JudgeError: If there is no key, or no address that could be one.
        """
        self._client()  # without a key there is nothing that a watch should see
        return ask(Line(self._send, watch, random.random), request, question.keys)

    def read(self, call: Call, question: Question, session: Session) -> tuple[Verdict, ...]:
        """Return a verdict on each criterion of `question`: what was answered, or the problem."""
        return verdicts(call, question, session)

    def objection(self, call: Call) -> JudgeError | None:
        """Return why no request of this judge can be answered; None where `call` does not say."""
        if call.last.fate not in {Fate.FORBIDDEN, Fate.UNREACHABLE}:
            return None
        return service.unaskable(call.last.reply, self.model)

    def close(self) -> None:
        """Let go of the connections; asked again, the judge makes new ones."""
        with CONNECTING:
            client = self.__dict__.pop("_connection", None)
        if client is not None:
            client.close()

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
        return _failed(failure, time.perf_counter() - began).without(client.api_key or "")

    def _client(self) -> "Anthropic":
        """Return the one client of all threads, whose connections they share."""
        with CONNECTING:
            client: Anthropic | None = self.__dict__.get("_connection")
            if client is None:
                client = self.__dict__["_connection"] = _connection(self.timeout)
            return client


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
    from anthropic import transform_schema  # noqa: PLC0415  (takes seconds)

    return transform_schema(answer_model(keys))


def _failed(error: "APIError", seconds: float) -> Reply:
    from anthropic import APIStatusError, APITimeoutError  # noqa: PLC0415  (takes seconds)
    from httpx2 import ConnectError, ConnectTimeout  # noqa: PLC0415  (comes with it)

    if isinstance(error, APIStatusError):
        return Reply(
            status=error.status_code,
            body=error.response.text,
            error=service.kind(error.type, error.status_code),
            request_id=error.request_id or "",
            retry_after=service.wait_asked(error.response.headers, time.time()),
            seconds=seconds,
        )
    if isinstance(error.__cause__, ConnectError | ConnectTimeout):
        return Reply(0, error=Fate.UNREACHABLE, seconds=seconds)
    what = "timeout" if isinstance(error, APITimeoutError) else "dropped"
    return Reply(0, error=what, seconds=seconds)
