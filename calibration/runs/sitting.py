"""One session before a model judge, with every request in the ledger."""

import hashlib
import json
import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from calibration.runs.record import TOO_MANY, Record
from calibration.runs.stopping import Traffic
from calibration.runs.task import Task
from judging.errors import JudgeError
from judging.judges.accounts import Accounts
from judging.judges.answers import wordless
from judging.judges.attempts import LONGEST_WAIT, Attempt, Body, Call, replayed
from judging.judges.question import Question, again, put
from judging.ratings import Problem, Verdict
from judging.rubrics import Level
from judging.sessions import Session
from storage import Asked, Judged, Place, Settled

# Stand before the criteria that need them, and are no criterion's key.
SUMMARY, PART = "(summary {})", "(part {})"


class Sitting:
    """One judge over one session: every question put, every verdict written, for each sample."""

    def __init__(
        self,
        task: Task,
        session: Session,
        samples: Sequence[int],
        before: Mapping[Place, int],
        traffic: Traffic,
    ) -> None:
        assert session.id is not None
        self._task, self._session, self._samples = task, session, samples
        self._number = session.id
        self._before, self._traffic = before, traffic
        self._has_slot = False
        self._calls: dict[tuple[int, str, int], int] = {}
        self._unwritten: list[Settled] = []
        self._accounts = Accounts(session, self._answer)

    def hold(self) -> None:
        """Put every question, and write down every verdict of all samples together."""
        try:
            judged = [self._judged(sample) for sample in self._samples]
            self._write(*judged)
        except JudgeError as objection:
            # Before another has the slot, and sends what is answered no better.
            self._traffic.stop.set(objection)
            raise
        finally:
            try:
                # Where an answer cannot be read, or no question answered: it was paid all the same.
                self._write()
            finally:
                self._leave()
            self._task.ledger.wait()

    def _judged(self, sample: int) -> Judged:
        """Put every question for one sample; what need not be asked is answered."""
        judge, given = self._task.judge, list[Verdict]()
        self._calls = {}
        for question in self._put(sample):
            if not question.is_askable(self._session):
                given += wordless(question, self._session)
                continue
            whole, call = self._accounts.put(question)
            given += judge.read(call, whole, self._session)
        kept = self._kept(judge.together(given, self._task.rubric))
        return Judged(self._task.answer, self._number, kept, self._behind(sample))

    def _put(self, sample: int) -> Iterator[Question]:
        """Yield what is put for one sample, turn after turn; not all of it need be asked."""
        questions = self._task.judge.questions(self._task.rubric)
        return put(again(questions, sample), self._session)

    def _behind(self, sample: int) -> Mapping[tuple[int, str, int], Sequence[int]]:
        """Return the calls behind each verdict of a sample, answer after answer."""
        calls: dict[tuple[int, str, int], list[int]] = defaultdict(list)
        for (turn, key, _), call in self._calls.items():
            calls[turn, key, sample].append(call)
        return calls

    def _write(self, *judged: Judged) -> None:
        """Write down what is not yet: the last answer together with the verdicts, if they come."""
        if self._unwritten or judged:
            self._task.ledger.commit(*self._unwritten, *judged)
            self._unwritten = []

    def _enter(self) -> None:
        """Take a slot once one is free, for all questions: no more sessions are begun than that."""
        if not self._has_slot:
            self._traffic.slots.acquire()
            self._has_slot = True

    def _leave(self) -> None:
        """Let go of the slot: an answer that is committed outlives this process."""
        if self._has_slot:
            self._traffic.slots.release()
            self._has_slot = False

    def _kept(self, verdicts: Sequence[Verdict]) -> Sequence[Verdict]:
        """
        Return those of a sample to be written down: not the deferred ones, to be asked for again.

        With these the session comes up again, and its answers are read anew from the ledger. So
        what a run could not write a second time waits: a problem, and what hangs on one.
        """
        if all(verdict.problem is not Problem.DEFERRED for verdict in verdicts):
            return verdicts
        unsure = {(verdict.criterion, verdict.turn) for verdict in verdicts if verdict.problem}
        condition = {c.key: c.applies_when for c in self._task.rubric.criteria}
        return [
            v
            for v in verdicts
            if not {(v.criterion, v.turn), (condition[v.criterion], v.turn)} & unsure
        ]

    def _answer(self, question: Question) -> Call:
        """Return what came of a question; the attempt that ended it is to be written down yet."""
        self._write()
        request = self._task.judge.request(question, self._session)
        key = cache_key(request, question.sample)
        if paid := self._task.ledger.reusable(key):
            self._came_of(paid.call, question)
            return replayed(request, paid.reply, question.keys)
        return self._sent(question, request, key)

    def _sent(self, question: Question, request: Body, key: str) -> Call:
        """Have the judge asked, since no equal request was answered before."""
        judge, asked = self._task.judge, self._asked(question, key)
        record = Record(self._task, asked, self._traffic)
        self._enter()
        call = judge.ask(question, request, record)
        settled = record.settled(call.last, is_last=True)
        self._unwritten = [settled]
        if objection := judge.objection(call) or self._hopeless(call.last):
            raise objection
        self._came_of(settled.call, question)
        return call

    def _asked(self, question: Question, key: str) -> Asked:
        """Return a question as it stands in the ledger, after the attempts that it took before."""
        number, turn, sample = self._number, question.turn, question.sample
        name = self._name(question)
        before = self._before.get((number, turn, name, sample), 0)
        return Asked(self._task.answer.run, number, turn, name, before, key, sample=sample)

    def _name(self, question: Question) -> str:
        """Return the criteria that a question goes by in the ledger."""
        if question.part:
            kind = PART if question.keys else SUMMARY
            return ",".join([kind.format(question.part), *self._waited_for(question)])
        return "" if question.keys == self._task.rubric.keys else ",".join(question.keys)

    def _came_of(self, call: int, question: Question) -> None:
        """Remember which call verdicts come of: where a part comes to nothing, of its."""
        keys = self._waited_for(question)
        self._calls |= {(question.turn, key, question.sample): call for key in keys}

    def _waited_for(self, question: Question) -> Sequence[str]:
        """Return the criteria that wait for a question: for a summary, all of its view."""
        if question.keys:
            return question.keys
        same = (Level.SESSION, question.sees)
        return [c.key for c in self._task.rubric.criteria if (c.level, c.sees) == same]

    def _hopeless(self, last: Attempt) -> JudgeError | None:
        """Return the error that ends the run where the service asks for more than it can wait."""
        seconds = last.reply.retry_after or 0.0
        is_limited = last.reply.status == TOO_MANY and seconds > LONGEST_WAIT
        if not is_limited or not self._traffic.respite.is_hopeless():
            return None
        return JudgeError(
            f"The service limits us, and asks to wait for {math.ceil(seconds / 60)} minutes.",
            where=f"HTTP {TOO_MANY}",
            fix="Resume the run after that: what is answered is kept.",
        )


def cache_key(request: Body, sample: int = 1) -> str:
    """Return the SHA-256 of a request and of which answer to it is asked for, beyond the first."""
    key = json.dumps(request, sort_keys=True)
    if sample > 1:
        key = json.dumps([key, sample])
    return hashlib.sha256(key.encode()).hexdigest()
