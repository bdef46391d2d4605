import pytest
from scipy.stats import ttest_1samp

from judging.agreement import RatedUnit, alternative_annotator_test
from judging.ratings import Outcome

FAIL, PASS = Outcome.FAIL, Outcome.PASS


def unit(marks: str, judge: str, group: str) -> RatedUnit:
    outcomes = {"f": FAIL, "p": PASS}
    ratings = {str(i): outcomes[mark] for i, mark in enumerate(marks) if mark in outcomes}
    return RatedUnit(ratings, group, outcomes.get(judge))


def units(*rows: tuple[str, str, int]) -> list[RatedUnit]:
    flat = [(marks, judge) for marks, judge, times in rows for _ in range(times)]
    return [unit(marks, judge, str(i)) for i, (marks, judge) in enumerate(flat)]


def test_a_judge_that_always_sides_with_the_others_may_replace_anybody() -> None:
    found = alternative_annotator_test(units(("fff", "f", 20), ("ppp", "p", 20)))

    assert (found.winning_rate, found.advantage_probability) == (1, 1)
    assert found.passes
    assert not found.few_reviewers


def test_a_judge_that_never_does_may_replace_nobody() -> None:
    found = alternative_annotator_test(units(("fff", "p", 20), ("ppp", "f", 20)))

    assert (found.winning_rate, found.advantage_probability) == (0, 0)
    assert not found.passes
    assert {each.p_value for each in found.replacements} == {1.0}


def test_the_p_value_is_that_of_a_one_sided_t_test() -> None:
    rows = units(("ffp", "f", 8), ("pfp", "p", 15), ("ppp", "f", 5), ("fff", "f", 12))
    first = alternative_annotator_test(rows, margin=0.2).replacements[0]
    scores = [0] * 35 + [1] * 5
    expected = ttest_1samp(scores, 0.2, alternative="less").pvalue

    assert first.units == 40
    assert first.judge_wins == pytest.approx(35 / 40)
    assert first.p_value == pytest.approx(expected)


def test_units_of_a_group_count_once() -> None:
    alike = [unit("ffp", "f", str(i // 10)) for i in range(40)]
    mixed = [unit("pff", "f", str(i // 10)) for i in range(40)]
    found = alternative_annotator_test([*alike, *mixed])
    third = found.replacements[2]

    assert third.units == 80
    assert 0 <= third.p_value <= 1


def test_reviewers_with_few_units_are_left_out() -> None:
    found = alternative_annotator_test([*units(("ff-", "f", 30)), *units(("--f", "f", 9))])

    assert found.left_out == ("2",)
    assert found.few_reviewers


def test_says_nothing_without_reviewers_to_test() -> None:
    found = alternative_annotator_test(units(("ff", "f", 5), ("ff", "-", 60)))

    assert found.winning_rate is found.advantage_probability is None
    assert not found.passes
    assert found.left_out == ("0", "1")


def test_one_group_proves_nothing() -> None:
    found = alternative_annotator_test([unit("ff", "f", "one") for _ in range(40)])

    assert {each.p_value for each in found.replacements} == {1.0}
