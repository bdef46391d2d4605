"""What all judges share that ask a model behind a service."""

import os
import secrets
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import KW_ONLY, asdict, dataclass, field, fields
from typing import Any, Protocol, TypeVar, get_args

from pydantic import BaseModel

from judging.errors import JudgeError
from judging.judges import answered, majority, shortening
from judging.judges import question as asking
from judging.judges.answered import Answered
from judging.judges.answers import in_order, verdicts
from judging.judges.attempts import Body, Call, Watch
from judging.judges.fitting import Context, Limits
from judging.judges.judge import MOST_SAMPLES, JudgeIdentity
from judging.judges.outcomes import Reader
from judging.judges.question import CriteriaPerCall, Question
from judging.judges.request import Told
from judging.ratings import Verdict
from judging.rubrics import RubricVersion
from judging.sessions import Session

# Of the module, since a judge with a lock in it could not be pickled.
CONNECTING = threading.Lock()


class Closable(Protocol):
    """A client with connections to let go of."""

    def close(self) -> None:
        """Let go of them."""
        ...


Client = TypeVar("Client", bound=Closable)


@dataclass(frozen=True)
class ServedJudge(ABC):
    """
    Asks a model, and makes a verdict only of what it answers in due form.

    A key is read from the environment when first asked, and is no part of the judge. Several
    threads may ask one judge.

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

        context: `full`, or what is done with a session above the `limits`, which is judged as a
            whole by its beginning, its end, and what the same model says of each part of the
            rest: `fit`, a summary, or `chunks`, what it answers of that part alone.

        majority: How often it is asked for one verdict, up to 9: see `majority`.

        sleep: Waits so many seconds.

    Raises:
        JudgeError: If no model is named.
    """

    model: str = ""
    _: KW_ONLY
    secret: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)
    effort: str | None = "low"
    max_tokens: int = 8192
    criteria_per_call: CriteriaPerCall = "all"
    hindsight: bool = False
    context: Context = "full"
    limits: Limits = field(default_factory=Limits)
    majority: int = 1
    timeout: float = 180.0
    sleep: Callable[[float], None] = field(default=time.sleep, repr=False, compare=False)

    def __post_init__(self) -> None:
        model = self.model or os.environ.get("JUDGE_MODEL", "").strip()
        if not model:
            raise self._unnamed()
        if self.criteria_per_call not in get_args(CriteriaPerCall):
            raise ValueError("criteria_per_call is all or one.")
        if self.context not in get_args(Context):
            raise ValueError("context is full, fit or chunks.")
        if self.majority not in range(1, MOST_SAMPLES + 1):
            raise ValueError(f"majority is a number from 1 to {MOST_SAMPLES}.")
        object.__setattr__(self, "model", model)

    def __getstate__(self) -> dict[str, Any]:
        # The client knows the key, and stays behind.
        return {part.name: getattr(self, part.name) for part in fields(self)}

    @property
    @abstractmethod
    def identity(self) -> JudgeIdentity:
        """What makes it this judge; see `JudgeIdentity`."""

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
        once = asking.questions(
            rubric,
            self.criteria_per_call,
            hindsight=self.hindsight,
            context=self.context,
            limits=self.limits,
        )
        samples = range(1, self.majority + 1)
        return tuple(one for sample in samples for one in asking.again(once, sample))

    @abstractmethod
    def request(self, question: Question, session: Session) -> Body:
        """Return what asks `question` of `session`; it holds no key."""

    @abstractmethod
    def ask(self, question: Question, request: Body, watch: Watch) -> Call:
        """
        Put one question to the model, and let `watch` see each attempt.

        Raises:
            JudgeError: If there is no key where one is needed, or no address that could be one.
        """

    @abstractmethod
    def request_of(self, told: Told, answer: type[BaseModel]) -> Body:
        """Return what tells the model anything else and asks for an answer of that form."""

    @abstractmethod
    def send(self, request: Body, watch: Watch, reads: Reader) -> Call:
        """
        Send what `request_of` made, until `reads` finds an answer in what comes back.

        Raises:
            JudgeError: If there is no key where one is needed, or no address that could be one.
        """

    def read(self, call: Call, question: Question, session: Session) -> tuple[Verdict, ...]:
        """Return a verdict on each criterion of `question`: what was answered, or the problem."""
        return verdicts(call, question, session)

    def together(self, given: Iterable[Verdict], rubric: RubricVersion) -> tuple[Verdict, ...]:
        """Return the verdicts on one session in order, of several answers what most of them say."""
        ordered = in_order(given, rubric)
        return ordered if self.majority == 1 else majority.majority(ordered, self.majority)

    @abstractmethod
    def objection(self, call: Call) -> JudgeError | None:
        """Return why no request of this judge can be answered; None where `call` does not say."""

    def close(self) -> None:
        """Let go of the connections; asked again, the judge makes new ones."""
        with CONNECTING:
            client = self.__dict__.pop("_connection", None)
        if client is not None:
            client.close()

    @abstractmethod
    def _unnamed(self) -> JudgeError:
        """Return the error that says that no model is named."""

    def _connected(self, connect: Callable[[], Client]) -> Client:
        """Return the one client of all threads, whose connections they share."""
        with CONNECTING:
            client: Client | None = self.__dict__.get("_connection")
            if client is None:
                client = self.__dict__["_connection"] = connect()
            return client

    def _settings(self) -> dict[str, Any]:
        """Return what of the settings makes it another judge."""
        return {
            "effort": self.effort,
            "max_tokens": self.max_tokens,
            "criteria_per_call": self.criteria_per_call,
            "context": self.context,
            **({"limits": asdict(self.limits)} if self.context != "full" else {}),
            **({"hindsight": True} if self.hindsight else {}),
            **({"majority": self.majority} if self.majority > 1 else {}),
        }

    def _named(self, name: str) -> str:
        """Return a judge's name with what tells it from the same one in full and without."""
        context, of = self.context, self.majority
        return asking.judge_name(name, hindsight=self.hindsight, context=context, majority=of)

    def _template(self, template: str) -> str:
        """Return the version of all that is said to the model."""
        counted = f".{majority.TEMPLATE}" if self.majority > 1 else ""
        return template + counted + (f".{shortening.TEMPLATE}" if self.context != "full" else "")
