"""The switch that sends a run as a batch, and the price beside it."""

from calibration.runs.estimating import Estimate
from judging.judges.usage import Usage
from pages.parts import run_batch

FOUND = Estimate(10, Usage(1000, output=100), 200_000, 10, cached=150_000, batch=100_000)


def test_the_switch_has_both_prices() -> None:
    assert run_batch.label(FOUND) == "Send as a batch: about $0.10 instead of $0.20"


def test_without_a_price_for_batches_it_has_none() -> None:
    for found in (Estimate(1, Usage(), None, 1, None, None), Estimate(1, Usage(), 5, 1, 5, None)):
        assert run_batch.label(found) == "Send as a batch"


def test_it_says_how_long_it_takes_and_whether_the_cache_is_cheaper_still() -> None:
    turns = Estimate(10, Usage(), 200_000, 10, cached=50_000, batch=100_000)

    assert "usually within an hour, at most 24 hours" in run_batch.words(FOUND)
    assert "cache" not in run_batch.words(FOUND)
    assert run_batch.words(turns).endswith("the service's cache may bring it to $0.050.")
