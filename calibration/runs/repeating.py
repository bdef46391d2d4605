"""Asking a judge the same more than once, to see how far it agrees with itself."""

from calibration.runs import judges
from judging.errors import JudgeError
from judging.judges import Judge
from judging.judges.judge import MOST_SAMPLES
from judging.judges.model_judge import ModelJudge


def objection(judge: Judge, runs: int) -> JudgeError | None:
    """Return why `judge` cannot be asked so often, or why that would say nothing; else none."""
    if not 1 <= runs <= MOST_SAMPLES:
        return JudgeError(
            f"A judge can be asked from 1 to {MOST_SAMPLES} times, not {runs}.",
            where="--runs",
            fix="Three times on fifty sessions tell how far it agrees with itself.",
        )
    name = judge.identity.name
    if runs > 1 and not isinstance(judge, ModelJudge):
        return judges.unvarying(name)
    if runs > 1 and judge.identity.settings.get("majority"):
        return JudgeError(
            f"{name} asks its model several times already, and makes one verdict of the answers.",
            where="--runs",
            fix="To see how far the model agrees with itself, repeat the judge without a majority.",
        )
    return None


def check(judge: Judge, runs: int) -> None:
    """
    Let `judge` be asked so often.

    Raises:
        JudgeError: If there is an objection.
    """
    if found := objection(judge, runs):
        raise found
