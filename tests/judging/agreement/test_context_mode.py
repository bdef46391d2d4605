import pytest

from judging.agreement import PairedVerdicts, context_mode_check
from judging.agreement.bias import BiasState


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
