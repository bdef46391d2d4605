"""What there is to choose from before a run: judges, and models for them."""

import os

from judging.errors import JudgeError
from judging.judges import service
from judging.judges.prices import prices
from storage import Project
from storage.engine import file_of

RULES, CLAUDE = "rules", "claude"
MODEL = "JUDGE_MODEL"


def usual_judge() -> str:
    """Return the judge to offer first: a model where it can be asked, else the rules."""
    return RULES if _objection() else CLAUDE


def usual_model() -> str:
    """Return the model that the environment names; empty if it names none."""
    return os.environ.get(MODEL, "").strip()


def models() -> list[str]:
    """
    Return models to choose from: the usual one, then those whose price is known.

    Raises:
        JudgeError: If a file of prices is named that is none.
    """
    named = [usual_model(), *(model for model, _ in prices().entries)]
    return list(dict.fromkeys(filter(None, named)))


def objection(project: Project, word: str) -> JudgeError | None:
    """
    Return why the judge `word` could not be asked by the work that this server would hand out.

    Returns:
        None where nothing is known against it: workers on other machines, which a server of
        PostgreSQL has, may hold a key that this process does not.
    """
    is_here = file_of(project.store.url) is not None
    return _objection() if is_here and word != RULES else None


def _objection() -> JudgeError | None:
    try:
        service.key()
        service.place()
    except JudgeError as error:
        return error
    return None
