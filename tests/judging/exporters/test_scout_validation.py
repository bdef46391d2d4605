"""A validation set from labels."""

from dataclasses import replace

from judging.exporters import MeantLabel
from judging.exporters.scout_validation import ScoutValidation
from judging.ratings import Label, Maker, Outcome
from tests.judging.exporters.examples import FAIL, SETTLED
from tests.judging.exporters.written import text

PASSED = replace(FAIL, reviewer="ben", outcome=Outcome.PASS)


def rows(*labels: Label) -> list[str]:
    return text(ScoutValidation(), [MeantLabel(label) for label in labels], ".csv").splitlines()


def test_one_criterion_is_the_target_and_several_have_a_column_each() -> None:
    other = replace(FAIL, criterion="consistent", outcome=Outcome.PASS, session="008")

    assert rows(FAIL) == ["id,target", "007,false"]
    assert rows(FAIL, other) == [
        "id,target_goal_met,target_consistent",
        "007,false,",
        "008,,true",
    ]


def test_a_tie_has_no_target_until_it_is_settled() -> None:
    assert rows(FAIL, PASSED) == ["id,target"]
    assert rows(FAIL, PASSED, SETTLED) == ["id,target", "007,false"]


def test_models_turns_and_undecided_answers_are_no_targets() -> None:
    for label in (
        replace(FAIL, made_by=Maker.MODEL),
        replace(FAIL, turn=2),
        replace(FAIL, outcome=Outcome.CANNOT_TELL),
    ):
        assert rows(label) == ["id,target"]
