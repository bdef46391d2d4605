"""How far the raters of the sample project agree: enough to be believed, too little to be dull."""

from collections import Counter
from statistics import mean

import pytest

from judging.ratings import DECIDED
from tests.calibration.sample_folder import RATERS, RUBRIC, VERDICTS, Values, maya, tagged


def shared(first: Values, second: Values) -> list[tuple[str, str]]:
    return [(first[unit], second[unit]) for unit in first if unit in second]


def decided(first: Values, second: Values) -> list[tuple[str, str]]:
    return [pair for pair in shared(first, second) if DECIDED.issuperset(pair)]


def share_equal(pairs: list[tuple[str, str]]) -> float:
    return mean(first == second for first, second in pairs)


@pytest.mark.parametrize(("version", "low", "high"), [(1, 0.76, 0.84), (2, 0.87, 0.93)])
def test_the_judge_agrees_with_maya_as_often_as_intended(
    version: int, low: float, high: float
) -> None:
    pairs = decided(RATERS["maya"], RATERS[f"example-judge@{version}"])

    assert low <= share_equal(pairs) <= high


def test_the_second_version_mends_more_than_it_breaks() -> None:
    before, after = RATERS["example-judge@1"], RATERS["example-judge@2"]
    units = [
        unit
        for unit, value in RATERS["maya"].items()
        if unit in before and DECIDED.issuperset({value, before[unit], after[unit]})
    ]
    right = Counter(
        (before[unit] == RATERS["maya"][unit], after[unit] == RATERS["maya"][unit])
        for unit in units
    )

    assert right[False, True] >= 10
    assert right[True, False] == 1
    assert right[False, False] >= 5


def test_the_two_reviewers_differ_in_a_tenth_of_their_decisions_or_a_little_more() -> None:
    both = shared(RATERS["maya"], RATERS["jonas"])
    answered = [pair for pair in both if "not_applicable" not in pair]

    assert 0.10 <= 1 - share_equal(answered) <= 0.15
    assert 0.10 <= 1 - share_equal(decided(RATERS["maya"], RATERS["jonas"])) <= 0.15
    assert "cannot_tell" in {value for pair in answered for value in pair}


@pytest.mark.parametrize("version", VERDICTS)
@pytest.mark.parametrize("key", RUBRIC.keys)
def test_both_classes_occur_on_both_sides(key: str, version: int) -> None:
    person, judge = (
        {unit: value for unit, value in RATERS[rater].items() if unit[1] == key}
        for rater in ("maya", f"example-judge@{version}")
    )
    pairs = Counter(decided(person, judge))

    assert all(pairs[value, value] >= 2 for value in DECIDED)


def test_the_injection_takes_the_judge_in_once_and_not_again() -> None:
    taken_in = {
        version: [
            name
            for name in tagged("injection")
            if maya(name, "goal_met") == "fail"
            and RATERS[f"example-judge@{version}"][name, "goal_met", 0] == "pass"
        ]
        for version in VERDICTS
    }

    assert len(taken_in[1]) == 1
    assert not taken_in[2]
