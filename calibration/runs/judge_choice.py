"""What there is to choose from before a run: judges, models for them, and where these are."""

import os

from calibration.runs.judges import marks
from judging.errors import JudgeError
from judging.families import family
from judging.judges import openai_service, service
from judging.judges.prices import prices
from storage import Project
from storage.engine import file_of

RULES, CLAUDE, OPENAI = "rules", "claude", "openai"
# Those behind which a model is asked.
ASKED = (CLAUDE, OPENAI)
MODEL = "JUDGE_MODEL"


def usual_judge() -> str:
    """Return the judge to offer first: a model where it can be asked, else the rules."""
    return next((word for word in (CLAUDE, OPENAI) if not _objection(word)), RULES)


def usual_model(word: str = CLAUDE) -> str:
    """Return the model that the environment names; empty if it names none, or another judge's."""
    named = os.environ.get(MODEL, "").strip()
    return named if _is_for(word, named) or not family(named) else ""


def models(word: str = CLAUDE) -> list[str]:
    """
    Return models to choose from for a judge: the usual one, then those whose price is known.

    Raises:
        JudgeError: If a file of prices is named that is none.
    """
    known = (model for model, _ in prices().entries if _is_for(word, model))
    return list(dict.fromkeys(filter(None, [usual_model(word), *known])))


def usual_address() -> str:
    """Return where models other than Claude are asked, unless said otherwise."""
    try:
        return openai_service.place()
    except JudgeError:
        return openai_service.OFFICIAL


def objection(project: Project, word: str) -> JudgeError | None:
    """
    Return why the judge `word` could not be asked by the work that this server would hand out.

    Args:
        project: Whose work.

        word: The judge's name, or its provider's.

    Returns:
        None where nothing is known against it: workers on other machines, which a server of
        PostgreSQL has, may hold a key that this process does not; and `openai` alone says
        nothing of where it is asked.
    """
    is_here = file_of(project.store.url) is not None
    provider, _, name = marks(word)[0].partition(":")
    if not is_here or provider not in {CLAUDE, OPENAI} or word == OPENAI:
        return None
    return _objection(provider, openai_service.split(name)[1])


def _is_for(word: str, model: str) -> bool:
    return (family(model) == CLAUDE) == (word == CLAUDE)


def _objection(provider: str, address: str = "") -> JudgeError | None:
    try:
        if provider == OPENAI:
            openai_service.key(openai_service.place(address))
        else:
            service.key()
            service.place()
    except JudgeError as error:
        return error
    return None
