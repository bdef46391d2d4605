"""What conditions decide about the criteria that hang on them."""

from collections.abc import Mapping

from judging.ratings import Outcome
from judging.rubrics import RubricVersion

ABSENT = frozenset({Outcome.FAIL, Outcome.NOT_APPLICABLE})
Answers = dict[str, Outcome | None]


def settled(
    rubric: RubricVersion, answers: Mapping[str, Outcome | None]
) -> dict[str, Outcome | None]:
    """
    Return `answers`, by criterion, with what conditions settle.

    Where a condition is absent, what hangs on it is not applicable, whatever was answered; where
    it is present or unanswered, "not applicable" is no answer.
    """
    found: Answers = dict(answers)
    # As often as a chain of conditions can be long.
    for _ in rubric.criteria:
        for criterion in rubric.criteria:
            condition = criterion.applies_when
            if condition in found and criterion.key in found:
                found[criterion.key] = _following(found[condition], found[criterion.key])
    return found


def _following(condition: Outcome | None, answer: Outcome | None) -> Outcome | None:
    if condition in ABSENT:
        return Outcome.NOT_APPLICABLE
    is_stale = answer is Outcome.NOT_APPLICABLE and condition is not Outcome.CANNOT_TELL
    return None if is_stale else answer
