"""The Claude judge: a model of Anthropic's, asked through its SDK."""

import os
import random
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any

from judging.errors import JudgeError
from judging.families import family
from judging.judges import request, service
from judging.judges.answers import conditioned, verdicts
from judging.judges.attempts import Body, Call, Line, ask
from judging.judges.judge import JudgeIdentity
from judging.judges.outcomes import Fate, Reply
from judging.judges.reply import answer_model
from judging.ratings import Verdict
from judging.rubrics import Level, RubricVersion
from judging.rubrics.prompt import TEMPLATE as RUBRIC_TEMPLATE
from judging.sessions import Session

if TYPE_CHECKING:
    from anthropic import Anthropic, APIError

TEMPLATE = f"{RUBRIC_TEMPLATE}.{request.TEMPLATE}"


@dataclass(frozen=True, slots=True)
class Answered:
    """
    A judge's verdicts on a session, with the calls behind them.

    Attributes:
        verdicts: One for each criterion, in the rubric's order.

        calls: What was asked and came back, each attempt with its tokens and its time.
    """

    verdicts: tuple[Verdict, ...]
    calls: tuple[Call, ...]


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

        sleep: Waits so many seconds.

    Raises:
        JudgeError: If no model is named.
    """

    model: str = ""
    secret: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)
    effort: str | None = "low"
    max_tokens: int = 8192
    criteria_per_call: request.CriteriaPerCall = "all"
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
            "context": "full",
        }
        name = f"claude:{self.model}"
        relatives = family(self.model) or "claude"
        return JudgeIdentity(name, "claude", self.model, relatives, settings, TEMPLATE)

    def verdicts(self, session: Session, rubric: RubricVersion) -> tuple[Verdict, ...]:
        """Return a verdict on every criterion; all of them have to be session-level."""
        return self.asked(session, rubric).verdicts

    def asked(self, session: Session, rubric: RubricVersion) -> Answered:
        """
        Return the verdicts on `session`, and what it took to get them.

        Raises:
            JudgeError: If there is no key, no such model or no way to the service, if the key
                is not accepted, or if a criterion is turn-level.
        """
        _check_level(rubric)
        calls: list[Call] = []
        given: list[Verdict] = []
        for question in request.questions(rubric, self.criteria_per_call):
            call = self._call(question, session)
            if call.last.fate in {Fate.FORBIDDEN, Fate.UNREACHABLE}:
                raise service.unaskable(call.last.reply, self.model)
            calls.append(call)
            given += verdicts(call, question, session)
        order = rubric.keys.index
        in_order = sorted(given, key=lambda verdict: order(verdict.criterion))
        return Answered(conditioned(in_order, rubric), tuple(calls))

    def close(self) -> None:
        """Let go of the connections; asked again, the judge makes new ones."""
        client = self.__dict__.pop("_client", None)
        if client is not None:
            client.close()

    def _call(self, question: request.Question, session: Session) -> Call:
        from anthropic import transform_schema  # noqa: PLC0415  (takes seconds)

        form = request.Form(self.model, self.max_tokens, self.effort, self.secret)
        schema = transform_schema(answer_model(question.keys))
        body = request.body(question, session, form, schema)
        return ask(Line(self._send, self.sleep, random.random), body, question.keys)

    def _send(self, body: Body) -> Reply:
        """Send `body` once. What the SDK raises knows the key, and does not leave this method."""
        from anthropic import APIError  # noqa: PLC0415  (takes seconds)

        client, began = self._client, time.perf_counter()
        try:
            raw = client.messages.with_raw_response.create(**body)
        except APIError as error:
            failure = error
        else:
            seconds = time.perf_counter() - began
            reply = Reply(raw.status_code, raw.text(), "", raw.request_id or "", None, seconds)
            return reply.without(client.api_key or "")
        return _failed(failure, time.perf_counter() - began).without(client.api_key or "")

    @cached_property
    def _client(self) -> "Anthropic":
        from anthropic import Anthropic, Timeout  # noqa: PLC0415  (takes seconds)

        return Anthropic(
            api_key=service.key(),
            base_url=service.place(),
            # Waiting and trying again are ours to count.
            max_retries=0,
            timeout=Timeout(self.timeout, connect=5.0),
            open_telemetry=False,
        )


def _check_level(rubric: RubricVersion) -> None:
    turns = [criterion.key for criterion in rubric.criteria if criterion.level is Level.TURN]
    if turns:
        raise JudgeError(
            f"The Claude judge answers for sessions, and {', '.join(turns)} is asked of turns.",
            where=f"the rubric {rubric.label}",
            fix="Choose a rubric whose criteria are session-level.",
        )


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
