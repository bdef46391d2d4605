"""Which criteria of a rubric an audit is about."""

from judging.errors import RubricError
from judging.rubrics import Criterion, Level, RubricVersion

NOUNS = {Level.SESSION: "sessions", Level.TURN: "turns"}
EXAMPLES = {Level.SESSION: "conversation@1", Level.TURN: "turn@1"}
# What is audited of sessions alone is what is done to sessions alone.
ASIDES = {Level.SESSION: ", and turns are never shortened", Level.TURN: ""}


def at(rubric: RubricVersion, level: Level, key: str) -> list[Criterion]:
    """
    Return the criterion `key`, or where it is empty all, that are asked at this level.

    Raises:
        RubricError: If the rubric asks no such thing.
    """
    there = [criterion for criterion in rubric.criteria if criterion.level is level]
    chosen = [criterion for criterion in there if key in ("", criterion.key)]
    if not chosen:
        noun = NOUNS[level]
        what = f"asks no {key!r} of {noun}" if key else f"asks nothing of {noun}"
        raise RubricError(
            f"{rubric.label} {what}{ASIDES[level]}.",
            fix=f"Name one with --criterion: {', '.join(c.key for c in there)}."
            if there
            else f"Use a rubric that asks about {noun}, such as {EXAMPLES[level]}.",
        )
    return chosen
