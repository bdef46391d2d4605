"""What both judges behind a service are asked, and how what comes of it is looked at."""

import pickle
import traceback

from judging.judges.answered import Answered
from judging.judges.attempts import Call
from judging.ratings import Verdict
from judging.rubrics import Criterion, RubricVersion

GOAL_MET = Criterion("goal_met", "Did it do it?", "It did.", "It did not.")
POLITE = Criterion("polite", "Was it polite?", "It was.", "It was not.")
RUBRIC = RubricVersion("mine", 1, (GOAL_MET, POLITE), instructions="Judge as a customer would.")
ONE = RubricVersion("one", 1, (GOAL_MET,))


def only(answered: Answered) -> tuple[Verdict, Call]:
    """Return the one verdict and the one call."""
    (verdict,), (call,) = answered.verdicts, answered.calls
    return verdict, call


def shown(error: BaseException) -> str:
    """Return all that may be printed or kept of `error`, local variables of every frame too."""
    told = traceback.TracebackException.from_exception(error, capture_locals=True)
    return f"{error!r} {error} {vars(error)} {''.join(told.format())} {pickle.dumps(error)!r}"
