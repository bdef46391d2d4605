import pytest

from judging.agreement import Status, self_consistency

RUNS: list[list[int | None]] = [
    [1, 1, 1],
    [0, 0, 0],
    [1, 0, 1],
    [0, 0, 0],
    [1, 1, 1],
    [0, 1, 0],
    [0, 0, 0],
    [0, 0, None],
    [1, 1, 1],
    [0, 0, 0],
]


def test_runs_that_differ_are_flips() -> None:
    found = self_consistency(RUNS)

    assert found.units == 10
    assert found.flip_probability.value == pytest.approx(4 / 30)
    assert found.pairwise_agreement.value == pytest.approx(26 / 30)
    assert found.unanimous_share.value == pytest.approx(0.8)
    assert found.alpha.value == pytest.approx(0.725490196078)
    assert found.fleiss.value == pytest.approx(0.722222222222)
    assert found.ac1.value == pytest.approx(0.74358974359)


def test_runs_that_were_not_scored_are_counted_and_are_no_flips() -> None:
    found = self_consistency([[1, None, None], [0, 0, None], [1, 1, 1]])

    assert found.not_scored.value == pytest.approx(3 / 9)
    assert (found.units, found.flip_probability.value) == (2, 0)


def test_a_judge_that_never_flips_may_still_flip() -> None:
    assert (self_consistency([[1, 1]] * 30).flip_probability.high or 0) > 0.05


def test_units_of_a_group_widen_the_interval() -> None:
    runs = [[1, 0]] * 10 + [[1, 1]] * 30
    apart = self_consistency(runs).flip_probability
    together = self_consistency(runs, [i // 5 for i in range(40)]).flip_probability

    assert together.value == apart.value
    assert (together.high or 0) > (apart.high or 0)


def test_is_undefined_where_nothing_ran_twice() -> None:
    found = self_consistency([[1], [0, None]])

    assert found.units == 0
    assert found.flip_probability.status is Status.UNDEFINED_EMPTY
    assert self_consistency([]).not_scored.status is Status.UNDEFINED_EMPTY
