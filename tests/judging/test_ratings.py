"""Labels and verdicts."""

import pytest

from judging.ratings import Label, Outcome, Problem, Verdict


@pytest.mark.parametrize(
    ("outcome", "problem"), [(Outcome.NOT_SCORED, None), (Outcome.PASS, Problem.REFUSED)]
)
def test_a_verdict_has_a_problem_exactly_when_it_is_not_scored(
    outcome: Outcome, problem: Problem | None
) -> None:
    with pytest.raises(ValueError, match="exactly when"):
        Verdict(session="s", criterion="c", outcome=outcome, problem=problem)


def test_a_label_is_never_not_scored() -> None:
    with pytest.raises(ValueError, match="cannot_tell"):
        Label(session="s", criterion="c", outcome=Outcome.NOT_SCORED, reviewer="maya")
