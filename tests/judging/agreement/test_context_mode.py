import numpy as np
import pytest
from scipy.stats import t

from judging.agreement import PairedVerdicts, context_mode_check
from judging.agreement.bias import BiasState
from judging.agreement.context_mode import recall_change

GROUPED = [((0, 3, 0, 0), 3), ((1, 0, 1, 2), 5), ((0, 1, 0, 6), 12)]


@pytest.mark.parametrize(
    ("verdicts", "expected"),
    [
        (PairedVerdicts(both_pass=5, erased=20, found=1, both_fail=74), BiasState.FLAGGED),
        (PairedVerdicts(both_pass=20, erased=60, found=60, both_fail=260), BiasState.FLAGGED),
        (PairedVerdicts(both_pass=20, erased=4, found=4, both_fail=172), BiasState.CLEARED),
        (PairedVerdicts(both_pass=2, erased=2, found=1, both_fail=25), BiasState.INCONCLUSIVE),
        (PairedVerdicts(both_pass=2, erased=1, found=1, both_fail=5), BiasState.INSUFFICIENT),
        (PairedVerdicts(both_pass=0, erased=0, found=0, both_fail=0), BiasState.INSUFFICIENT),
    ],
)
def test_flags_what_shortening_erases(verdicts: PairedVerdicts, expected: BiasState) -> None:
    assert context_mode_check(verdicts).state is expected


def test_failures_found_elsewhere_do_not_excuse_those_erased() -> None:
    found = context_mode_check(PairedVerdicts(both_pass=20, erased=60, found=60, both_fail=260))

    assert found.estimate.value == 0
    assert found.state is BiasState.FLAGGED


def test_compares_the_two_modes_on_the_same_sessions() -> None:
    verdicts = PairedVerdicts(both_pass=5, erased=20, found=1, both_fail=74)
    found = context_mode_check(verdicts)

    assert [(group.x, group.n) for group in found.groups] == [(25, 100), (6, 100)]
    assert found.estimate.value == pytest.approx(0.19)
    assert verdicts.test.p_exact < 0.001


def test_the_change_of_recall_is_that_of_a_mean_over_groups() -> None:
    groups = [(PairedVerdicts(*counts), n) for counts, n in GROUPED]

    found = recall_change(groups)

    # Found less erased, over failures, with a quarter more in each of the four cells.
    rows = np.repeat([c for c, _ in GROUPED], [n for _, n in GROUPED], axis=0)
    moved, n, k = rows[:, 2] - rows[:, 1], rows.sum(axis=1), len(rows)
    centre = moved.sum() / (n.sum() + 1)
    pulls = (moved - centre * n) / (n.sum() + 1)
    reach = t.ppf(0.975, k - 1) * np.sqrt(k / (k - 1) * ((pulls - pulls.mean()) ** 2).sum())
    assert found.value == pytest.approx(moved.sum() / n.sum())
    assert (found.low, found.high) == pytest.approx((centre - reach, centre + reach))


def test_without_failures_recall_cannot_change() -> None:
    assert recall_change([]).value is None
    assert recall_change([(PairedVerdicts(0, 0, 0, 0), 3)]).value is None


def test_one_group_gives_no_interval() -> None:
    found = recall_change([(PairedVerdicts(0, 5, 0, 5), 1)])

    assert (found.value, found.low) == (-0.5, None)
