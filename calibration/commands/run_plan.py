"""What `judging run --dry-run` prints."""

from typing import TYPE_CHECKING, Any

from calibration.commands import printing
from calibration.runs.money import dollars, usd

if TYPE_CHECKING:
    from calibration.runs.estimating import Estimate
    from calibration.runs.planning import RunPlan


def show(
    planned: "RunPlan", estimate: "Estimate", advice: str, *, in_batches: bool, is_json: bool
) -> None:
    """Say what a run would do, and at what price, in batches or not."""
    cost = estimate.in_batches().cost if in_batches else estimate.cost
    if is_json:
        printing.document(_document(planned, estimate, cost, advice))
        return
    _print_units(planned, advice)
    if estimate.reused:
        print(f"{estimate.reused:,} answers of before still hold and are not paid again.")
    if not estimate.calls:
        print("No model is asked: no calls, no cost.")
        return
    about, usage = "" if cost is None else "about ", estimate.usage
    print(f"{estimate.calls:,} calls, {about}{dollars(cost)}.")
    print(
        f"About {usage.input:,} tokens in and {usage.output:,} out, "
        f"reckoned from {estimate.looked_at:,} of the sessions."
    )
    if estimate.cost is not None:
        print(_variants(estimate, in_batches=in_batches))


def _document(
    planned: "RunPlan", estimate: "Estimate", cost: int | None, advice: str
) -> dict[str, Any]:
    return {
        "run": None,
        "status": "planned",
        "units": planned.units,
        "runs": planned.runs,
        "cached": planned.cached,
        "replayed": planned.replayed,
        "unfinished": planned.unfinished,
        "advice": advice,
        "calls": estimate.calls,
        "reused": estimate.reused,
        "usage": {"input": estimate.usage.input, "output": estimate.usage.output},
        "cost_usd": usd(cost),
        "variants": {
            "plain": usd(estimate.cost),
            "cached": usd(estimate.cached),
            "batch": usd(estimate.batch),
        },
    }


def _print_units(planned: "RunPlan", advice: str) -> None:
    from calibration.runs.planning import left_out

    often = f", each to be asked {planned.runs} times" if planned.runs > 1 else ""
    print(f"{planned.units:,} units{often}, of which {planned.cached:,} are judged already.")
    for sentence in filter(None, [*left_out(planned), advice]):
        print(sentence)


def _variants(estimate: "Estimate", *, in_batches: bool) -> str:
    """Return which price the run will pay, and what else there is."""
    from calibration.runs import batch_waiting

    if in_batches:
        one_by_one = f"one by one, without a cache, they would be {dollars(estimate.cost)}"
        return (
            f"That is in batches, which are answered {batch_waiting.USUALLY} hours; {one_by_one}."
        )
    if estimate.cached is None:
        said = "The requests ask for no cache: expect that price."
    else:
        said = (
            "The requests ask the service to keep what comes again: expect "
            f"{dollars(estimate.cached)} by that, somewhat more where many are sent at once."
        )
    if estimate.batch is None:
        return said
    return f"{said} In batches, without a cache, they would be {dollars(estimate.batch)}."
