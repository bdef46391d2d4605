"""What conditions decide."""

import pytest

from calibration.labels.label_conditions import settled
from judging.ratings import Outcome
from judging.rubrics import Criterion, Kind, RubricVersion

RUBRIC = RubricVersion(
    "rubric",
    1,
    (
        Criterion("honoured", "And kept?", applies_when="present"),
        Criterion("present", "Is there one?", kind=Kind.CONDITION),
        Criterion("thanked", "And thanked for?", applies_when="honoured"),
    ),
)
PASS, FAIL, NONE = Outcome.PASS, Outcome.FAIL, Outcome.NOT_APPLICABLE


@pytest.mark.parametrize(
    ("present", "honoured", "expected"),
    [
        (PASS, FAIL, FAIL),
        (PASS, NONE, None),
        (PASS, None, None),
        (FAIL, PASS, NONE),
        (FAIL, None, NONE),
        (NONE, PASS, NONE),
        (None, NONE, None),
        (Outcome.CANNOT_TELL, NONE, NONE),
        (Outcome.CANNOT_TELL, PASS, PASS),
    ],
)
def test_what_hangs_on_a_condition_follows_it(
    present: Outcome | None, honoured: Outcome | None, expected: Outcome | None
) -> None:
    answers = {"present": present, "honoured": honoured}

    assert settled(RUBRIC, answers) == {"present": present, "honoured": expected}


def test_a_chain_is_followed_to_its_end() -> None:
    answers = {"present": FAIL, "honoured": PASS, "thanked": PASS}

    assert settled(RUBRIC, answers) == {"present": FAIL, "honoured": NONE, "thanked": NONE}


def test_what_is_not_asked_decides_nothing() -> None:
    assert settled(RUBRIC, {"honoured": PASS}) == {"honoured": PASS}
