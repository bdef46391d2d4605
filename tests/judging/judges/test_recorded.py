"""Verdicts that were given before."""

from judging.judges import RecordedJudge
from judging.ratings import Outcome, Problem, Verdict
from judging.rubrics import ready_made
from tests.judging.said import session

RUBRIC = ready_made("conversation")


def verdict(criterion: str, external_id: str = "s-1") -> Verdict:
    """Return a pass on `criterion`."""
    return Verdict(session=external_id, criterion=criterion, outcome=Outcome.PASS)


def test_hands_out_what_was_recorded_for_the_session_in_order() -> None:
    recorded = [verdict("consistent"), verdict("goal_met"), verdict("goal_met", "s-2")]
    judge = RecordedJudge.of("old", recorded)

    assert judge.verdicts(session(), RUBRIC) == (recorded[0], recorded[1])


def test_has_no_verdict_on_a_session_without_a_record() -> None:
    judge = RecordedJudge.of("old", [verdict("goal_met")])

    assert judge.verdicts(session(external_id="other"), RUBRIC) == ()


def test_leaves_out_criteria_that_the_rubric_does_not_ask() -> None:
    judge = RecordedJudge.of("old", [verdict("politeness"), verdict("goal_met")])

    assert [v.criterion for v in judge.verdicts(session(), RUBRIC)] == ["goal_met"]


def test_recorded_problems_stay_problems() -> None:
    unread = Verdict(
        session="s-1",
        criterion="goal_met",
        outcome=Outcome.NOT_SCORED,
        problem=Problem.PARSE_FAILED,
    )

    assert RecordedJudge.of("old", [unread]).verdicts(session(), RUBRIC) == (unread,)


def test_another_name_is_another_judge() -> None:
    first, second = RecordedJudge("first").identity, RecordedJudge("second").identity

    assert first.provider == second.provider == "recorded"
    assert first.fingerprint != second.fingerprint


def test_the_family_is_known_where_the_name_is_a_models_id() -> None:
    known = RecordedJudge("openai/gpt-4o").identity

    assert (known.name, known.model, known.family) == ("openai/gpt-4o", "openai/gpt-4o", "gpt")


def test_a_name_of_ones_own_has_neither_model_nor_family() -> None:
    own = RecordedJudge("our judge").identity

    assert (own.model, own.family) == ("", "")
