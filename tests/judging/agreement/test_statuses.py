import pytest

from judging.agreement import Cells, Status, StatusTable, cohen_kappa
from judging.ratings import Outcome

PASS, FAIL = Outcome.PASS, Outcome.FAIL
NA, LOST, UNSURE = Outcome.NOT_APPLICABLE, Outcome.NOT_SCORED, Outcome.CANNOT_TELL
PAIRS = [
    (FAIL, FAIL),
    (FAIL, PASS),
    (PASS, PASS),
    (PASS, LOST),
    (FAIL, LOST),
    (UNSURE, PASS),
    (NA, NA),
    (NA, FAIL),
    (PASS, NA),
    (PASS, FAIL),
    (PASS, PASS),
    (PASS, UNSURE),
]
TABLE = StatusTable.from_pairs(PAIRS)
EMPTY = StatusTable({})


def test_counts_what_either_side_left_undecided() -> None:
    assert TABLE.units == 12
    assert TABLE.cells == Cells(1, 1, 1, 2)
    assert TABLE.number(judge=LOST) == 2
    assert TABLE.number(reference=UNSURE) == 1
    assert TABLE.not_applicable == 3
    assert TABLE.number() == 12


def test_agrees_with_the_cells_of_its_pairs() -> None:
    assert TABLE.cells == Cells.from_pairs(PAIRS)


def test_an_undecided_verdict_on_a_failure_is_a_miss() -> None:
    assert TABLE.end_to_end_recall().value == pytest.approx(1 / 3)


def test_recall_without_a_design_effect_has_no_interval() -> None:
    found = TABLE.end_to_end_recall(None)

    assert found.low is None
    assert found.status is Status.TOO_FEW_CLUSTERS


def test_bounds_take_undecided_verdicts_for_all_wrong_and_for_all_right() -> None:
    assert TABLE.agreement_bounds == pytest.approx((3 / 9, 7 / 9))
    assert TABLE.coverage == pytest.approx(5 / 9)


def test_applicability_is_a_table_of_its_own() -> None:
    assert TABLE.applicability == Cells(1, 1, 1, 5)


def test_says_whether_verdicts_go_missing_among_failures() -> None:
    lost = {(FAIL, LOST): 30, (FAIL, FAIL): 30, (PASS, PASS): 60}
    found = StatusTable(lost).missingness()

    assert found.value == 0.5
    assert (found.low or 0) > 0


def test_a_tenth_of_cannot_tell_is_still_decidable() -> None:
    assert not StatusTable({(UNSURE, PASS): 1, (PASS, PASS): 9}).is_undecidable
    assert StatusTable({(UNSURE, PASS): 2, (PASS, PASS): 9}).is_undecidable


def test_nothing_is_known_without_units() -> None:
    assert EMPTY.coverage is None
    assert EMPTY.agreement_bounds is None
    assert EMPTY.not_scored_rate().status is Status.UNDEFINED_EMPTY
    assert EMPTY.end_to_end_recall().status is Status.UNDEFINED_EMPTY
    assert not EMPTY.is_undecidable


def test_undecided_verdicts_bound_kappa_from_either_side() -> None:
    low, high = TABLE.kappa_bounds or (0, 0)
    right = cohen_kappa(Cells(tp=2, fn=1, fp=1, tn=5)).value
    wrong = cohen_kappa(Cells(tp=1, fn=2, fp=4, tn=2)).value

    assert (low, high) == pytest.approx((wrong, right))
    assert EMPTY.kappa_bounds is None
    assert StatusTable({(PASS, PASS): 9, (PASS, LOST): 1}).kappa_bounds is None
