import numpy as np
import pytest

from judging.agreement import Clusters, Share, Status, rogan_gladen, transported_rate

JUDGED, PASSES, FAILS = ([800, 200], [180, 20], [85, 15])


def independent(*counts: list[int]) -> list[Clusters]:
    return [Clusters.independent(some) for some in counts]


def test_units_that_stand_alone_give_the_published_interval() -> None:
    found = transported_rate(*independent(JUDGED, PASSES, FAILS))

    plain = rogan_gladen(Share(800, 1000), Share(180, 200), Share(85, 100))
    assert found.pass_rate.value == pytest.approx(plain.pass_rate.value)
    assert (found.pass_rate.low, found.pass_rate.high) == pytest.approx(
        (plain.pass_rate.low, plain.pass_rate.high)
    )


def test_groups_that_are_all_alike_count_as_one_unit_each() -> None:
    judged = Clusters.counted([([10, 0], 80), ([0, 10], 20)], width=2)
    found = transported_rate(judged, *independent(PASSES, FAILS))

    few = rogan_gladen(Share(80, 100), Share(180, 200), Share(85, 100)).pass_rate
    assert found.pass_rate.value == pytest.approx(few.value)
    # A little wider than of a hundred units: Student's quantile, and smoothing.
    assert (found.pass_rate.low, found.pass_rate.high) == pytest.approx(
        (few.low, few.high), abs=0.01
    )


def test_weights_leave_fewer_labels() -> None:
    found = transported_rate(*independent(JUDGED, PASSES, FAILS), weighting=(2.0, 4.0))

    fewer = rogan_gladen(Share(800, 1000), Share(90, 100), Share(21.25, 25)).pass_rate
    assert (found.pass_rate.low, found.pass_rate.high) == pytest.approx((fewer.low, fewer.high))


def test_the_interval_holds_the_rate_about_as_often_as_it_says() -> None:
    generator, hits = np.random.default_rng(3), 0
    for _ in range(300):
        x = generator.binomial([600, 150, 60], [0.75 * 0.9 + 0.25 * 0.2, 0.9, 0.8])
        counts = [[int(a), n - int(a)] for a, n in zip(x, (600, 150, 60), strict=True)]
        found = transported_rate(*independent(*counts)).pass_rate
        hits += (found.low or 0) <= 0.75 <= (found.high or 0)

    assert 0.92 <= hits / 300 <= 0.99


def test_one_group_gives_no_interval() -> None:
    found = transported_rate(Clusters.of([[800, 200]], width=2), *independent(PASSES, FAILS))

    assert found.pass_rate.value == pytest.approx(0.65 / 0.75)
    assert (found.pass_rate.low, found.pass_rate.status) == (None, Status.TOO_FEW_CLUSTERS)


@pytest.mark.parametrize("empty", [0, 1, 2])
def test_is_undefined_where_nothing_was_counted(empty: int) -> None:
    counts = [JUDGED, PASSES, FAILS]
    counts[empty] = [0, 0]

    assert transported_rate(*independent(*counts)).pass_rate.status is Status.UNDEFINED_EMPTY


def test_a_judge_no_better_than_chance_corrects_nothing() -> None:
    found = transported_rate(*independent(JUDGED, [5, 5], [4, 6]))

    assert found.pass_rate.status is Status.JUDGE_NOT_BETTER_THAN_CHANCE
