"""What holds of every interval, whatever the counts: it holds its value, and it has a width."""

import math
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judging.agreement import (
    Cells,
    Clusters,
    Estimate,
    Metric,
    Share,
    compare_versions,
    corrected_rates,
    estimated,
    failing_share_agreement,
    first_failing_agreement,
    rogan_gladen,
    same_family,
)
from judging.agreement.length import MeasuredUnit, length_effect
from judging.agreement.leniency import leniency_shift
from judging.agreement.same_family import only_family, second_judge

COUNT = st.sampled_from([0, 0, 0, 1, 2, 5, 12])
WIDEST = 20
# A point estimate by design, which nothing shows without its counts.
ALONE = "error_correlation"
PLACES = st.lists(st.sampled_from([None, 1, 2, 5]), min_size=WIDEST, max_size=WIDEST)


def groups(width: int) -> st.SearchStrategy[list[tuple[int, ...]]]:
    """Return few or many groups of such counts, many of them empty."""
    return st.lists(st.tuples(*[COUNT] * width), min_size=1, max_size=WIDEST)


def estimates(found: object, name: str = "") -> Iterator[tuple[str, Estimate]]:
    """Yield every estimate in a result, with the name of its field."""
    if isinstance(found, Estimate):
        yield name, found
    elif is_dataclass(found) and not isinstance(found, type):
        for field in fields(found):
            yield from estimates(getattr(found, field.name), field.name)


def holds(found: object) -> None:
    for name, estimate in estimates(found):
        numbers = [n for n in (estimate.value, estimate.low, estimate.high) if n is not None]

        assert all(math.isfinite(number) for number in numbers), name
        if estimate.value is None or name == ALONE:
            assert estimate.low is estimate.high is None, name
        elif estimate.low is None or estimate.high is None:
            assert estimate.status.words.startswith("no interval"), name
        else:
            assert estimate.low - 1e-9 <= estimate.value <= estimate.high + 1e-9, name
            assert estimate.high - estimate.low > 1e-9, name


@settings(max_examples=60, deadline=None)
@given(rows=groups(4), metric=st.sampled_from([Metric.KAPPA, Metric.F1, Metric.TPR, Metric.AC1]))
def test_of_a_metric(rows: list[tuple[int, ...]], metric: Metric) -> None:
    holds(estimated(Clusters.of(rows), metric))


@settings(max_examples=60, deadline=None)
@given(rows=groups(8))
def test_of_two_versions(rows: list[tuple[int, ...]]) -> None:
    holds(compare_versions([(row, 1) for row in rows]))


@settings(max_examples=60, deadline=None)
@given(rows=groups(8))
def test_of_a_family(rows: list[tuple[int, ...]]) -> None:
    holds(same_family([(Cells(*row[:4]), Cells(*row[4:]), 1) for row in rows]))


@pytest.mark.parametrize(
    ("width", "statistic"),
    [
        (4, lambda rows: leniency_shift([(row, 1) for row in rows])),
        (4, lambda rows: only_family(Clusters.of(rows))),
        (6, lambda rows: second_judge(Clusters.of(rows, width=6))),
    ],
)
def test_of_a_difference(width: int, statistic: Callable[[list[tuple[int, ...]]], object]) -> None:
    @settings(max_examples=60, deadline=None)
    @given(rows=groups(width))
    def always(rows: list[tuple[int, ...]]) -> None:
        holds(statistic(rows))

    always()


@settings(max_examples=60, deadline=None)
@given(rows=groups(6))
def test_of_a_corrected_rate(rows: list[tuple[int, ...]]) -> None:
    labelled = Clusters.of(row[:4] for row in rows)
    holds(corrected_rates(labelled, Clusters.of((row[4:] for row in rows), width=2)))


@settings(max_examples=100, deadline=None)
@given(counts=st.tuples(*[COUNT] * 6))
def test_of_a_rate_by_errors_from_elsewhere(counts: tuple[int, ...]) -> None:
    shares = [Share(x, x + rest) for x, rest in zip(counts[::2], counts[1::2], strict=True)]
    found = rogan_gladen(shares[0], shares[1], shares[2])

    holds(found.pass_rate)


@settings(max_examples=60, deadline=None)
@given(said=PLACES, found=PLACES, size=st.sampled_from([1, 2, 20]))
def test_of_first_failing_turns(said: list[int | None], found: list[int | None], size: int) -> None:
    names = [str(n % size) for n in range(WIDEST)]
    holds(first_failing_agreement(list(zip(said, found, strict=True)), names))
    shares = [(float(a is None), float(b is None)) for a, b in zip(said, found, strict=True)]
    holds(failing_share_agreement(shares, names))


@settings(max_examples=40, deadline=None)
@given(
    units=st.lists(
        st.builds(
            MeasuredUnit,
            st.sampled_from([1.0, 5.0, 80.0]),
            st.booleans(),
            st.booleans(),
            st.sampled_from("abcdefgh"),
        ),
        max_size=90,
    )
)
def test_of_what_length_does(units: list[MeasuredUnit]) -> None:
    holds(length_effect(units))
