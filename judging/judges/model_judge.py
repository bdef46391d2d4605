"""What a judge is that asks a model: one whose calls cost, and can be watched."""

from collections.abc import Iterable
from typing import Protocol, runtime_checkable

from judging.errors import JudgeError
from judging.judges.attempts import Body, Call, Watch
from judging.judges.judge import Judge
from judging.judges.question import Question
from judging.ratings import Verdict
from judging.rubrics import RubricVersion
from judging.sessions import Session


@runtime_checkable
class ModelJudge(Judge, Protocol):
    """A judge whose verdicts come of calls, each of which is paid for. Threads may share one."""

    def questions(self, rubric: RubricVersion) -> tuple[Question, ...]:
        """Return the calls that it takes to have all of `rubric` answered, of a session or turn."""
        ...

    def request(self, question: Question, session: Session) -> Body:
        """Return what is sent, without the key: the same question is the same request."""
        ...

    def ask(self, question: Question, request: Body, watch: Watch) -> Call:
        """
        Put one question to the model, and let `watch` see each attempt.

        Raises:
            JudgeError: If there is no key.
        """
        ...

    def read(self, call: Call, question: Question, session: Session) -> tuple[Verdict, ...]:
        """Return a verdict on each criterion of `question`: what was answered, or the problem."""
        ...

    def together(self, given: Iterable[Verdict], rubric: RubricVersion) -> tuple[Verdict, ...]:
        """Return the judge's verdicts on one session, of all that was read of its answers."""
        ...

    def objection(self, call: Call) -> JudgeError | None:
        """Return why no request of this judge can be answered; None where `call` does not say."""
        ...

    def close(self) -> None:
        """Let go of the connections."""
        ...
