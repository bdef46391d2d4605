"""The summary that a long session needs, asked for before the questions that rest on it."""

from collections.abc import Callable
from dataclasses import replace

from judging.judges.attempts import Call
from judging.judges.fitting import SUMMARY_ROOM
from judging.judges.request import Question
from judging.judges.shortening import Summary
from judging.rubrics import Sees
from judging.sessions import Session

LONGEST = Summary("x" * SUMMARY_ROOM, 0)


class Summaries:
    """
    Puts questions of one session, each after the summary that it needs.

    A summary is asked for once for all questions that see the same turns, and so is one that
    comes to nothing: then no question that needs it is put.
    """

    def __init__(self, session: Session, ask: Callable[[Question], Call]) -> None:
        self._session, self._ask = session, ask
        self._calls: dict[Sees, Call] = {}

    def put(self, question: Question) -> tuple[Question, Call]:
        """Return the question as it was put and its call; without a summary, the summary's call."""
        middle = question.of_middle(self._session)
        if middle is None:
            return question, self._ask(question)
        call = self._calls.get(question.sees)
        if call is None:
            call = self._calls[question.sees] = self._ask(middle)
        if call.answer is None:
            return question, call
        whole = replace(question, summary=summary(call))
        return whole, self._ask(whole)


def expected(question: Question, session: Session) -> tuple[Question, ...]:
    """Return what will be asked for `question`, with a summary as long as it may be."""
    middle = question.of_middle(session)
    if middle is None:
        return (question,)
    return middle, replace(question, summary=LONGEST)


def summary(call: Call) -> Summary | None:
    """Return the summary that was answered; None where there is none."""
    if call.answer is None:
        return None
    return Summary(call.answer.summary, call.answer.turns_seen)
