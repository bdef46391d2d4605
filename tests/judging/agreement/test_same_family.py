import pytest
from scipy.stats import ttest_ind

from judging.agreement import Cells, Clusters, Status, newcombe, same_family
from judging.agreement.bias import BiasState
from judging.agreement.same_family import only_family, second_judge

OWN = Cells(13, 9, 1, 57)
OTHERS = Cells(26, 4, 6, 84)
NOTHING = Cells(0, 0, 0, 0)
ALONE, ALIKE = (1, 0, 0, 0, 0, 0), (0, 0, 1, 0, 0, 0)
OTHERS_ALONE, OTHERS_ALIKE = (0, 0, 0, 1, 0, 0), (0, 0, 0, 0, 0, 1)
UNITS = (Cells(1, 0, 0, 0), Cells(0, 1, 0, 0), Cells(0, 0, 1, 0), Cells(0, 0, 0, 1))


def apart(own: Cells, others: Cells) -> list[tuple[Cells, Cells, int]]:
    """Take every session as its own group."""
    rows = [(unit, NOTHING, int(n)) for unit, n in zip(UNITS, own.counts, strict=True)]
    return rows + [(NOTHING, unit, int(n)) for unit, n in zip(UNITS, others.counts, strict=True)]


def leniencies(cells: Cells) -> list[int]:
    return [0] * int(cells.tp + cells.tn) + [1] * int(cells.fn) + [-1] * int(cells.fp)


def test_compares_passes_among_what_people_fail() -> None:
    found = same_family(apart(OWN, OTHERS))
    expected = newcombe(9, 22, 4, 30)

    assert found.check.estimate.value == pytest.approx(expected.value)
    assert found.check.estimate.low == pytest.approx(expected.low)
    assert found.check.state is BiasState.FLAGGED
    assert found.fisher_p == pytest.approx(0.049172894355)


def test_compares_failures_among_what_the_judge_passes() -> None:
    found = same_family(apart(OWN, OTHERS)).fails_among_passed
    expected = newcombe(9, 66, 4, 88)

    assert (found.value, found.low) == pytest.approx((expected.value, expected.low))


def test_leniency_is_compared_by_welchs_test() -> None:
    found = same_family(apart(OWN, OTHERS))
    expected = ttest_ind(leniencies(OWN), leniencies(OTHERS), equal_var=False)
    interval = expected.confidence_interval(0.95)

    assert found.leniency_p == pytest.approx(expected.pvalue)
    assert (found.leniency.low, found.leniency.high) == pytest.approx((interval.low, interval.high))


def test_sessions_of_one_group_are_compared_by_group() -> None:
    rows = [(Cells(1, 1, 0, 6), Cells(2, 0, 1, 9), 5), (Cells(2, 0, 0, 4), Cells(1, 1, 0, 5), 6)]
    found = same_family(rows)

    assert found.leniency.method == "linearised_t"
    assert found.leniency_p is None
    assert found.leniency.value == pytest.approx(5 / 76 - (6 - 5) / 102)


@pytest.mark.parametrize(
    ("own", "others"), [(Cells(5, 0, 0, 20), Cells(5, 0, 0, 20)), (Cells(0, 1, 0, 0), OTHERS)]
)
def test_no_spread_to_go_by_still_gives_a_width(own: Cells, others: Cells) -> None:
    found = same_family(apart(own, others)).leniency

    assert found.method == "dirichlet"
    assert (found.low or 0) < (found.value or 0) + 1e-12
    assert (found.high or 0) - (found.low or 0) > 0.05


@pytest.mark.parametrize(("own", "others"), [(NOTHING, OTHERS), (OWN, NOTHING)])
def test_one_family_alone_compares_with_nothing(own: Cells, others: Cells) -> None:
    found = same_family(apart(own, others))

    assert found.check.state is BiasState.INSUFFICIENT
    assert found.leniency.status is Status.UNDEFINED_EMPTY
    assert found.fisher_p is found.leniency_p is None


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        (Cells(9, 3, 0, 57), BiasState.CLEARED),
        (Cells(9, 5, 0, 55), BiasState.INCONCLUSIVE),
        (Cells(9, 25, 0, 35), BiasState.FLAGGED),
        (Cells(9, 0, 0, 19), BiasState.INSUFFICIENT),
    ],
)
def test_one_family_alone_is_held_against_a_limit(cells: Cells, expected: BiasState) -> None:
    assert only_family(Clusters.independent(cells.counts)).state is expected


def test_one_family_alone_is_bounded_by_groups() -> None:
    alone = only_family(Clusters.independent((9, 3, 0, 57)))
    grouped = only_family(Clusters.counted([((3, 0, 0, 19), 3), ((0, 3, 0, 0), 1)]))

    assert alone.estimate.value == grouped.estimate.value
    assert (grouped.estimate.high or 0) > (alone.estimate.high or 1)
    assert only_family(Clusters.of([(9, 3, 0, 57)])).sentence.endswith(
        "nothing follows for others."
    )


def test_leniency_of_groups_without_an_error_keeps_a_width() -> None:
    right = Cells(2, 0, 0, 2)
    found = same_family([(right, NOTHING, 6), (NOTHING, right, 6)]).leniency

    assert found.value == 0
    assert (found.high or 0) - (found.low or 0) > 0.05


def test_a_second_judge_takes_out_how_hard_the_sessions_were() -> None:
    rows = [(ALONE, 12), (ALIKE, 28), (OTHERS_ALONE, 5), (OTHERS_ALIKE, 35)]
    found = second_judge(Clusters.counted(rows, width=6))
    expected = ttest_ind([1] * 12 + [0] * 28, [1] * 5 + [0] * 35, equal_var=False)
    interval = expected.confidence_interval(0.95)

    assert found.value == pytest.approx(12 / 40 - 5 / 40)
    assert found.method == "linearised_t"
    assert (found.low, found.high) == pytest.approx((interval.low, interval.high), abs=0.01)
    assert second_judge(Clusters.counted(rows[:2], width=6)).value is None


@pytest.mark.parametrize("size", [1, 4])
def test_two_judges_who_never_differ_leave_the_difference_a_width(size: int) -> None:
    rows = [(tuple(size * n for n in row), 8) for row in (ALIKE, OTHERS_ALIKE)]
    found = second_judge(Clusters.counted(rows, width=6))

    assert (found.value, found.method) == (0, "dirichlet")
    assert (found.low or 0) < -0.05
    assert (found.high or 0) > 0.05


def test_second_judges_of_one_group_of_a_family_have_no_interval() -> None:
    rows = [((0, 0, 9, 0, 0, 0), 1), (OTHERS_ALIKE, 9)]
    found = second_judge(Clusters.counted(rows, width=6))

    assert (found.value, found.low, found.status) == (0, None, Status.TOO_FEW_CLUSTERS)
