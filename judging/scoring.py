"""One criterion in plain English, as a number: for tools that want a score and not a rubric."""

from dataclasses import dataclass

from judging.errors import RubricError
from judging.judges import Judge
from judging.ratings import Outcome, Verdict
from judging.rubrics import Criterion, RubricVersion, Sees
from judging.sessions import Session

KEY = "criterion"


@dataclass(frozen=True, slots=True)
class Score:
    """
    What a session scores on one criterion.

    Attributes:
        value: The scale where it passes and 0 where it fails; None where nothing is decided: not
            scored, not applicable, or the judge cannot tell.

        reason: The verdict, the criterion, and why.

        verdict: What it rests on, with the turns that are cited.
    """

    value: float | None
    reason: str
    verdict: Verdict

    def passes(self, threshold: float) -> bool | None:
        """
        Tell whether the value is at least `threshold`; None where there is none.

        Where a session scores the scale or 0, every threshold above 0 says the same.
        """
        return None if self.value is None else self.value >= threshold


def single(criterion: str, *, sees: Sees = Sees.ASSISTANT_ONLY) -> RubricVersion:
    """
    Return a rubric with one criterion, said in a sentence, about the whole session.

    Args:
        criterion: What has to be so: `The agent never asks twice for the same thing.`

        sees: Which turns are read: what the assistant says alone, unless said otherwise.

    Raises:
        RubricError: If it says nothing.

    Example:
        >>> single("It apologises once at most.").criteria[0].question
        'Is it so that: It apologises once at most.'
    """
    said = " ".join(criterion.split())
    if not said:
        raise RubricError("The criterion says nothing.", fix="Say in a sentence what has to be so.")
    question = f"Is it so that: {said}"
    only = Criterion(KEY, question, "It is.", "It is not.", name=said[:60], sees=sees)
    return RubricVersion("single", 1, (only,))


def score(judge: Judge, criterion: str, session: Session, *, scale: float = 1.0) -> Score:
    """
    Have `judge` say whether `session` meets one criterion, and return that as a number.

    Args:
        judge: Who answers: a model, since no rule knows the sentence.

        criterion: What has to be so, in a sentence.

        session: All of what the assistant says in it is read, in order.

        scale: What a pass scores.

    Raises:
        JudgeError: If the judge cannot be asked.
        RubricError: If the criterion says nothing.
        ValueError: If the scale is not above 0.
    """
    if not scale > 0:
        raise ValueError(f"The scale is above 0, unlike {scale}.")
    (verdict,) = judge.verdicts(session, single(criterion))
    values = {Outcome.PASS: scale, Outcome.FAIL: 0.0}
    word = str(verdict.outcome).replace("_", " ").capitalize()
    said = " ".join(criterion.split())
    reason = f"{word} on {said!r}: {verdict.rationale}"
    return Score(values.get(verdict.outcome), reason, verdict)
