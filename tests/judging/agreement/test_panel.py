import pytest

from judging.agreement import Cells, RatedUnit
from judging.agreement.panel import fail_counts, judge_pairs, mean_kappa, pairs
from judging.ratings import Outcome

PASS, FAIL = Outcome.PASS, Outcome.FAIL


def units(*rows: tuple[str, str]) -> list[RatedUnit]:
    """Make units from (reviewers' marks, judge's mark): f, p, or - for no answer."""
    outcomes = {"f": FAIL, "p": PASS, "?": Outcome.CANNOT_TELL}
    return [
        RatedUnit(
            {name: outcomes[mark] for name, mark in zip("abc", marks, strict=False) if mark != "-"},
            group=str(position),
            judge=outcomes.get(judge),
        )
        for position, (marks, judge) in enumerate(rows)
    ]


PANEL = units(("ff-", "f"), ("fp-", "f"), ("pp-", "p"), ("ppp", "f"), ("?pf", "f"), ("-pf", "-"))


def test_compares_reviewers_on_the_units_that_both_decided() -> None:
    found = {(pair.a, pair.b): pair.cells for pair in pairs(PANEL)}

    assert found["a", "b"] == Cells(1, 1, 0, 2)
    assert found["a", "c"] == Cells(0, 0, 0, 1)
    assert found["b", "c"] == Cells(0, 0, 2, 1)


def test_pairs_that_share_nothing_are_left_out() -> None:
    assert pairs(units(("f--", "f"), ("-p-", "f"))) == ()


def test_few_shared_units_are_flagged() -> None:
    few, enough = pairs(PANEL)[0], pairs(units(*[("fp", "-")] * 20))[0]

    assert few.few_units
    assert not enough.few_units


def test_the_judge_is_compared_on_the_units_that_reviewers_share() -> None:
    found = {pair.a: pair.cells.n for pair in judge_pairs([*PANEL, *units(("p--", "p"))])}

    assert found == {"a": 4, "b": 5, "c": 2}


def test_averages_kappas_by_the_units_that_pairs_share() -> None:
    compared = pairs(PANEL)
    known = [(p.kappa.value, p.cells.n) for p in compared if p.kappa.value is not None]

    assert mean_kappa(compared) == pytest.approx(
        sum(k * n for k, n in known) / sum(n for _, n in known)
    )
    assert mean_kappa([]) is None


def test_counts_fails_before_passes_with_the_judge_as_one_more() -> None:
    assert fail_counts(PANEL).tolist() == [[2, 0], [1, 1], [0, 2], [0, 3], [1, 1], [1, 1]]
    assert fail_counts(PANEL, with_judge=True)[0].tolist() == [3, 0]
    assert fail_counts(PANEL, with_judge=True)[5].tolist() == [1, 1]
