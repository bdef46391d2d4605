"""Where evidence stands in a session as the judge was shown it."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from calibration.bias.bias_audits import Subject
from calibration.runs import judges, kept_accounts
from judging.errors import JudgeError
from judging.judges import shortening
from judging.judges.fitting import Fitted, Limits
from judging.judges.model_judge import ModelJudge
from judging.judges.question import Question
from judging.judges.shortening import Account
from judging.ratings import DECIDED, Outcome
from judging.rubrics import Level
from judging.sessions import Session
from storage.bias_units import BiasUnit

# As long as the fewer than 200 words that a summary is asked to have.
USUAL = Account("x" * 1_200, 0)


@dataclass(frozen=True, slots=True)
class Seen:
    """
    Units with their evidence where the judge saw it.

    Attributes:
        remark: What else to know, in a sentence or two; empty where the judge saw all in full.
    """

    units: Sequence[BiasUnit]
    remark: str = ""


def of(subject: Subject, units: Sequence[BiasUnit]) -> Seen:
    """
    Move evidence to where it stood in what the judge read, of sessions that were shortened.

    Evidence in a part that was summarised, or judged on its own, stands where that is told. What
    was told and is not there any more is taken to be as long as a summary should.

    Args:
        subject: The judge and the criterion.

        units: All units; those without evidence stay as they are.
    """
    settings = subject.held.judge.identity.settings
    limits = Limits.of_json(settings.get("limits")) or Limits()
    if settings.get("context", "full") == "full" or subject.criterion.level is not Level.SESSION:
        return Seen(units)
    failed = {u.session: u for u in units if u.human is Outcome.FAIL and u.judged in DECIDED}
    cited = [number for number, unit in failed.items() if unit.cited is not None]
    view, moved = _View.of(subject, limits), {}
    for session in subject.project.sessions.whole(cited):
        number = session.id or 0
        for start, characters in view.place(session, failed[number].cited or 0):
            moved[number] = replace(failed[number], evidence=start, characters=characters)
    if not moved:
        return Seen(units)
    return Seen(
        [moved.get(unit.session, unit) for unit in units],
        f"The judge saw {len(moved):,} of them shortened: there the place is that in what it saw, "
        "and of what was told by a model that of its words.",
    )


@dataclass(frozen=True, slots=True)
class _View:
    """
    How a judge is shown sessions for one criterion.

    Attributes:
        judge: None where this release cannot ask it as it was asked.
    """

    subject: Subject
    question: Question
    judge: ModelJudge | None

    @classmethod
    def of(cls, subject: Subject, limits: Limits) -> "_View":
        rubric, criterion = subject.held.version.rubric, subject.criterion
        plain = Question(rubric, (criterion.key,), criterion.sees, fit=limits)
        try:
            found = judges.rebuilt(subject.held.judge.identity, subject.project.store.secret())
        except JudgeError:
            return cls(subject, plain, None)
        if not isinstance(found, ModelJudge):
            return cls(subject, plain, None)
        asked = (q for q in found.questions(rubric) if criterion.key in q.keys)
        return cls(subject, next(asked, plain), found)

    def place(self, session: Session, cited: int) -> Iterator[tuple[int, int]]:
        """Yield where a turn stood, and of how many characters, if the session was shortened."""
        found = self.question.fitted(session)
        if found is None:
            return
        told = [self._account(part, session) for part in self.question.of_parts(session)]
        lines = shortening.shortened(found, told, self.question.sees)
        sizes = [len(line) + 1 for line in lines]
        at = max(0, bisect_right(_numbers(found), cited) - 1)
        yield sum(sizes[:at]), sum(sizes)

    def _account(self, part: Question, session: Session) -> Account:
        if self.judge is None:
            return USUAL
        return kept_accounts.of(self.subject.project, self.judge, part, session) or USUAL


def _numbers(found: Fitted) -> list[int]:
    """Return the first turn that each line tells of."""
    shown = (found.head, *(part[:1] for part in found.parts), found.tail)
    return [turn.number for turns in shown for turn in turns]
