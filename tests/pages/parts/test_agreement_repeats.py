"""What is said of a judge that was asked the same again."""

import pytest

from calibration.agreement import consistency, reporting
from calibration.agreement.consistency import Consistency
from judging.ratings import Outcome
from pages.parts import agreement_repeats
from storage import Compared, Project
from tests import keeping, repeating

PASS, FAIL, NOT_SCORED = Outcome.PASS, Outcome.FAIL, Outcome.NOT_SCORED


def found(project: Project, compared: Compared, criterion: str = "goal_met") -> Consistency:
    version = project.rubrics.numbered(compared.rubric_version)
    judge = project.judges.numbered(compared.judge)
    report = reporting.agreement(project, version, judge, compared.reference)
    entry = next(one for one in report.criteria if one.criterion.key == criterion)
    measured = consistency.of(project, entry)
    assert measured is not None
    return measured


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    keeping.add(project, *(keeping.session(f"s{n}") for n in range(60)))


def test_the_number_comes_first_then_what_the_gate_says_to_it(project: Project) -> None:
    said = {f"s{n}": [PASS, PASS, FAIL if n < 6 else PASS] for n in range(24)}
    compared = repeating.judge(project, said)

    first, second = agreement_repeats.sentences(found(project, compared), "people")

    assert first == (
        "Asked 3 times about 24 sessions, the judge contradicted itself in 17% [7%, 36%] of the "
        "pairs of answers."
    )
    assert second == "Whether it is below the 10% that the gate allows would be told with 50."


@pytest.mark.parametrize(
    ("flips", "said"),
    [
        (0, "That is below the 10% that the gate allows."),
        (60, "That is more than the 10% that the gate allows: word the criterion sharper."),
        (9, "Whether it is below the 10% that the gate allows would be told with more of them."),
    ],
)
def test_the_interval_decides(project: Project, flips: int, said: str) -> None:
    answers = {f"s{n}": [PASS, FAIL if n < flips else PASS] for n in range(60)}

    sentences = agreement_repeats.sentences(
        found(project, repeating.judge(project, answers)), "people"
    )

    assert sentences[1] == said


def test_failures_and_what_was_left_out_are_told_apart(project: Project) -> None:
    for n in range(4):
        keeping.label(project, f"s{n}", FAIL if n < 2 else PASS)
    answers = {"s0": [FAIL, PASS], "s1": [FAIL, FAIL], "s2": [PASS, NOT_SCORED], "s3": [PASS] * 2}

    said = agreement_repeats.sentences(found(project, repeating.judge(project, answers)), "people")

    assert said[2].startswith("On 2 sessions called fail by people: 50% [")
    assert said[3] == "Left out: 1 of 8 answers, which are not scored."


def test_what_has_no_two_answers_that_can_be_read_has_no_number(project: Project) -> None:
    measured = found(project, repeating.judge(project, {"s0": [PASS, NOT_SCORED]}))

    assert measured.sentence == (
        "Asked 2 times, it has no session with two answers that can be read."
    )
    assert agreement_repeats.line(measured).value is None


def test_sessions_stand_behind_the_answers_that_they_got(project: Project) -> None:
    answers = {
        "s0": [FAIL, PASS, FAIL],
        "s1": [PASS, FAIL, FAIL],
        "s2": [PASS, Outcome.CANNOT_TELL, NOT_SCORED],
        "s3": [PASS, PASS, PASS],
    }

    places = agreement_repeats.places(found(project, repeating.judge(project, answers)))

    assert {words: len(units) for words, units in places.items()} == {
        "2 fail, 1 pass": 2,
        "1 pass, 1 cannot tell, 1 not scored": 1,
    }


def test_of_turns_it_speaks_of_turns(project: Project) -> None:
    compared = repeating.judge(project, {"s0": [PASS, FAIL]}, criterion="turn_pass", turn=2)

    measured = found(project, compared, "turn_pass")

    assert measured.sentence.startswith("Asked 2 times about 1 turn, ")
    assert agreement_repeats.line(measured).counts == "1 turn, 1 differ"
