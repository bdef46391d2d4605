"""What was made of the parts of long sessions, and paid for before."""

from calibration.runs.sitting import cache_key
from judging.judges.accounts import account
from judging.judges.attempts import replayed
from judging.judges.model_judge import ModelJudge
from judging.judges.question import Question
from judging.judges.shortening import Account
from judging.sessions import Session
from storage import Project


def of(project: Project, judge: ModelJudge, part: Question, session: Session) -> Account | None:
    """Return what a judge was told of a part; None where it was not asked for, or in vain."""
    request = judge.request(part, session)
    paid = project.ledger.reusable(cache_key(request, part.sample))
    return account(replayed(request, paid.reply, part.keys), part, session) if paid else None
