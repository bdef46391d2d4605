"""A model judge's verdicts on one session, asked for here and now."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from judging.judges.accounts import Accounts
from judging.judges.answers import wordless
from judging.judges.attempts import Call, Waiting, Watch
from judging.judges.model_judge import ModelJudge
from judging.judges.question import Question, put
from judging.ratings import Verdict
from judging.rubrics import RubricVersion
from judging.sessions import Session


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


def asked(
    judge: ModelJudge, session: Session, rubric: RubricVersion, sleep: Callable[[float], None]
) -> Answered:
    """
    Put every question of `judge`, and return the verdicts on `session` and what they took.

    Raises:
        JudgeError: If the judge cannot be asked at all.
    """
    questions = put(judge.questions(rubric), session)
    given, calls = answers(judge, session, questions, lambda: Waiting(sleep))
    return Answered(judge.together(given, rubric), calls)


def answers(
    judge: ModelJudge,
    session: Session,
    questions: Iterable[Question],
    watch: Callable[[], Watch],
) -> tuple[tuple[Verdict, ...], tuple[Call, ...]]:
    """
    Put `questions` of one session, each after the parts that it rests on.

    Args:
        judge: Whom to ask.

        session: What about.

        questions: As they are put of it: see `put`.

        watch: Makes what sees the attempts of one call.

    Returns:
        The verdicts as they were answered, for `together` yet, and the calls behind them.

    Raises:
        JudgeError: If the judge cannot be asked at all.
    """
    calls: list[Call] = []
    given: list[Verdict] = []

    def ask(question: Question) -> Call:
        call = judge.ask(question, judge.request(question, session), watch())
        if objection := judge.objection(call):
            raise objection
        calls.append(call)
        return call

    accounts = Accounts(session, ask)
    for question in questions:
        if not question.is_askable(session):
            given += wordless(question, session)
            continue
        whole, call = accounts.put(question)
        given += judge.read(call, whole, session)
    return tuple(given), tuple(calls)
