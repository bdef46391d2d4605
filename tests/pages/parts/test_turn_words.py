"""What answers on turns come to, in words."""

import pytest

from judging.ratings import Outcome, Problem, Verdict
from judging.rubrics import Criterion, Kind, Level
from pages.parts.marks import Answer
from pages.parts.turn_words import headline

SOUND = Criterion("sound", "Is it?", level=Level.TURN)
LETTERS = {
    "p": Outcome.PASS,
    "f": Outcome.FAIL,
    "?": Outcome.CANNOT_TELL,
    "x": Outcome.NOT_SCORED,
    "-": Outcome.NOT_APPLICABLE,
}


def verdict(outcome: Outcome, turn: int = 0) -> Verdict:
    problem = Problem.PARSE_FAILED if outcome is Outcome.NOT_SCORED else None
    return Verdict(session="s", criterion="sound", outcome=outcome, turn=turn, problem=problem)


def answers(letters: str, criterion: Criterion = SOUND) -> list[Answer]:
    """Return an answer on every second turn."""
    return [
        Answer(criterion, verdict(LETTERS[letter], 2 * n))
        for n, letter in enumerate(letters, start=1)
    ]


@pytest.mark.parametrize(
    ("letters", "said"),
    [
        ("pppp", "No turn fails. 0 of 4 decided turns fail."),
        ("ppfp", "First fails at #6. 1 of 4 decided turns fails."),
        ("-pff", "First fails at #6. 2 of 3 decided turns fail."),
        ("p?ff", "First fails at #6, unless #4 does. 2 of 3 decided turns fail, 1 undecided."),
        ("pf?", "First fails at #4. 1 of 2 decided turns fails, 1 undecided."),
        ("p?x", "No turn fails, but #4 or #6 could. 0 of 1 decided turn fail, 2 undecided."),
        ("?????", "No turn is passed or failed: 5 are undecided."),
        (
            "ppppppp??????f",
            (
                "First fails at #28, unless #16, #18, #20 or 3 more do. "
                "1 of 8 decided turns fails, 6 undecided."
            ),
        ),
    ],
)
def test_the_first_failing_turn_is_told_with_what_it_leaves_open(letters: str, said: str) -> None:
    assert headline(reversed(answers(letters))) == said


def test_a_condition_never_fails() -> None:
    condition = Criterion("sound", "Is it?", level=Level.TURN, kind=Kind.CONDITION)

    assert headline(answers("pf", condition)) == ""


def test_an_answer_on_the_whole_session_is_none_on_a_turn() -> None:
    whole = Answer(SOUND, verdict(Outcome.FAIL))

    assert headline([whole]) == ""
