"""What a model judge is asked in a run."""

from dataclasses import dataclass, field

from calibration.runs.call_texts import Kept, as_sent
from judging.judges.model_judge import ModelJudge
from judging.judges.prices import Prices, prices
from judging.rubrics import RubricVersion
from storage import Answer, CallLimit, Ledger


@dataclass(frozen=True, slots=True)
class Task:
    """
    What a judge is asked, and where the answers go.

    Attributes:
        is_limited: Whether the run has a ceiling.

        kept: Makes of a request what is written down of it.
    """

    judge: ModelJudge
    rubric: RubricVersion
    answer: Answer
    ledger: Ledger
    limit: CallLimit
    prices: Prices = field(default_factory=prices)
    is_limited: bool = False
    kept: Kept = as_sent
