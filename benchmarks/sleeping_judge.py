"""
A model judge that sleeps where another would ask, and a worker that has it.

A client of a real service takes more of a processor than the engine does, and would hide what
the engine takes. This one's requests are as long as the sessions, its answers as long as a
model's, and both are kept and read like any; only nothing is sent.
"""

import json
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from unittest.mock import patch

from benchmarks.served import TEXT
from calibration import settings, worker
from calibration.runs import judges
from judging.errors import JudgeError
from judging.judges import JudgeIdentity, answers
from judging.judges.attempts import Body, Call, Waiting, Watch, replayed
from judging.judges.question import Question, questions
from judging.ratings import Verdict
from judging.rubrics import RubricVersion
from judging.sessions import Session
from tests.model_server import answer, says

WORKER = (sys.executable, "-m", "benchmarks.sleeping_judge", "worker")


@dataclass(frozen=True, slots=True)
class SleepingJudge:
    """Passes every session, each request after `seconds`."""

    seconds: float = 0.05
    sleep: Callable[[float], None] = time.sleep

    @property
    def identity(self) -> JudgeIdentity:
        """A judge of no model."""
        return JudgeIdentity("sleeping", "sleeping")

    def verdicts(self, session: Session, rubric: RubricVersion) -> tuple[Verdict, ...]:
        """Return a pass on every criterion, with what is cited for it looked up."""
        given: list[Verdict] = []
        for question in self.questions(rubric):
            asked = self.request(question, session)
            given += self.read(self.ask(question, asked, Waiting(self.sleep)), question, session)
        return tuple(given)

    def questions(self, rubric: RubricVersion) -> tuple[Question, ...]:
        """Return one call for all criteria that look at the same turns."""
        return questions(rubric, "all")

    def request(self, question: Question, session: Session) -> Body:
        """Return what would be sent."""
        said = [turn.content for turn in session.turns]
        return {"id": session.external_id, "criteria": list(question.keys), "said": said}

    def ask(self, question: Question, request: Body, watch: Watch) -> Call:
        """Sleep, and return an answer made beforehand."""
        watch.before(1, request)
        self.sleep(self.seconds)
        return replayed(request, _reply(question.keys, len(request["said"])), question.keys)

    def read(self, call: Call, question: Question, session: Session) -> tuple[Verdict, ...]:
        """Return the answer's verdicts."""
        return answers.verdicts(call, question, session)

    def together(self, given: Iterable[Verdict], rubric: RubricVersion) -> tuple[Verdict, ...]:
        """Return the answers' verdicts in order."""
        return answers.in_order(given, rubric)

    def objection(self, call: Call) -> JudgeError | None:
        """Object to nothing."""

    def close(self) -> None:
        """Let go of nothing."""


@lru_cache
def _reply(keys: tuple[str, ...], turns: int) -> str:
    quote = TEXT.partition(",")[0]
    passes = answer(*keys, turns_seen=turns, cited_turns=[1], quote=quote)
    return json.dumps(says(json.dumps(passes)).body)


def main() -> None:
    """Work like `judging worker`, with this judge in the place of any."""
    if sys.argv[1:] != ["worker"]:
        print("This is a part of other benchmarks, which start it as a worker.")
        return
    with patch.object(judges, "rebuilt", lambda _identity, _secret: SleepingJudge()):
        worker.work(settings.database_url(), with_parent=True)


if __name__ == "__main__":
    main()
