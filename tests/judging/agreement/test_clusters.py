import math

import numpy as np
import pytest
from scipy import stats

from judging.agreement import Cells, Clusters, Pattern
from judging.agreement.clusters import (
    design_effect,
    inflation,
    standard_error,
    student_quantile,
)
from judging.agreement.kappa_interval import kappa_influence, kappa_standard_error
from tests.judging.agreement.tables import SESSIONS

RATE = np.array([0.7, -0.3])


def test_collapses_equal_clusters() -> None:
    clusters = Clusters.of([(1, 0, 0, 2), (0, 0, 0, 3), (1, 0, 0, 2)])

    assert clusters.k == 3
    assert len(clusters.vectors) == 2
    assert clusters.cells == Cells(2, 0, 0, 7)


def test_clusters_without_units_do_not_count() -> None:
    patterns = [Pattern(Cells(0, 0, 0, 0), 5), Pattern(Cells(1, 0, 0, 0), 2)]

    assert Clusters.of_patterns(patterns).k == 2
    assert Clusters.of([]).k == 0


def test_a_pattern_stands_for_as_many_clusters_as_it_says() -> None:
    collapsed = Clusters.of_patterns([Pattern(Cells(1, 0, 0, 2), 2), Pattern(Cells(0, 1, 0, 0))])
    spelt_out = Clusters.of([(1, 0, 0, 2), (1, 0, 0, 2), (0, 1, 0, 0)])

    assert collapsed.totals.tolist() == spelt_out.totals.tolist()
    assert collapsed.k == spelt_out.k


def test_the_order_of_the_patterns_does_not_matter() -> None:
    rows = [((1, 0, 0, 2), 2), ((0, 1, 0, 0), 1), ((1, 0, 0, 2), 3)]
    here, there = Clusters.counted(rows), Clusters.counted(rows[::-1])

    assert here.vectors.tolist() == there.vectors.tolist()
    assert here.counts.tolist() == there.counts.tolist() == [1, 5]


def test_units_taken_apart_are_clusters_of_one() -> None:
    clusters = Clusters.independent([3, 0, 2, 5])

    assert clusters.k == 10
    assert clusters.are_single_units
    assert clusters.totals.tolist() == [3, 0, 2, 5]


def test_counts_the_groups_that_hold_a_class() -> None:
    clusters = Clusters.of([(1, 0, 0, 2), (0, 1, 0, 0), (0, 0, 1, 1)])

    assert clusters.groups_with((0, 1)) == 2
    assert clusters.groups_with((2, 3)) == 2


def test_projection_drops_clusters_that_no_longer_bear_on_it() -> None:
    clusters = Clusters.of([(1, 0, 0, 2), (0, 0, 0, 4)])
    fails = clusters.projected([[1, 0], [0, 1], [0, 0], [0, 0]])

    assert fails.k == 1
    assert fails.totals.tolist() == [1, 0]


def test_units_alone_in_their_cluster_are_worth_one_each() -> None:
    clusters = Clusters.independent([30, 70])

    assert design_effect(clusters, RATE, clusters.totals) == 1


def test_clusters_that_agree_with_themselves_are_worth_one_unit_each() -> None:
    clusters = Clusters.counted([((10, 0), 30), ((0, 10), 70)], width=2)
    quantile = stats.t.ppf(0.975, 99) / stats.norm.ppf(0.975)
    effect = design_effect(clusters, RATE, clusters.totals)

    assert inflation(clusters, RATE, clusters.totals) == pytest.approx(10 * 100 / 99)
    assert effect == pytest.approx(10 * 100 / 99 * quantile**2)


def test_clusters_more_mixed_than_chance_are_not_credited() -> None:
    clusters = Clusters.counted([((3, 7), 50)], width=2)
    quantile = stats.t.ppf(0.975, 49) / stats.norm.ppf(0.975)

    assert inflation(clusters, RATE, clusters.totals) == pytest.approx(0)
    assert design_effect(clusters, RATE, clusters.totals) == pytest.approx(quantile**2)


def test_nothing_is_inflated_where_no_unit_moves_the_statistic() -> None:
    clusters = Clusters.counted([((2, 0), 5)], width=2)

    assert inflation(clusters, np.array([0.0, 1.0]), clusters.totals) == 1


def test_one_cluster_tells_nothing_of_its_variance() -> None:
    clusters = Clusters.of([(3, 1, 0, 9)])

    assert design_effect(clusters, np.ones(4), clusters.totals) is None
    assert inflation(clusters, np.ones(4), clusters.totals) is None
    assert standard_error(clusters, np.ones(4)) is None


def test_the_error_of_single_units_is_the_large_sample_one() -> None:
    clusters = Clusters.independent([40, 9, 6, 45])
    error = standard_error(clusters, kappa_influence(clusters.totals))

    assert error == pytest.approx(kappa_standard_error([[40, 9], [6, 45]]) * math.sqrt(100 / 99))


def test_doubling_every_cluster_shrinks_the_error_by_the_root_of_two() -> None:
    once = Clusters.of(SESSIONS)
    twice = Clusters.of([*SESSIONS, *SESSIONS])
    pull = kappa_influence(once.totals)
    ratio = (standard_error(once, pull) or 0) / (standard_error(twice, pull) or 1)

    assert ratio == pytest.approx(math.sqrt(2) * math.sqrt((12 / 11) / (24 / 23)))


@pytest.mark.parametrize("degrees", [1, 7.5, 99])
def test_students_quantile_equals_scipys(degrees: float) -> None:
    assert student_quantile(0.95, degrees) == pytest.approx(stats.t.ppf(0.975, degrees))
