"""Estimates as commands print them, and as every document has them."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from judging.agreement import Estimate


def estimate_as_json(estimate: "Estimate") -> dict[str, Any]:
    """Return an estimate as every document has it."""
    return {
        "value": estimate.value,
        "low": estimate.low,
        "high": estimate.high,
        "confidence": estimate.confidence,
        "method": estimate.method,
        "status": str(estimate.status),
    }


def interval(estimate: "Estimate") -> str:
    """Return an estimate with its interval, or why there is none."""
    if estimate.value is None:
        return f"n/a ({estimate.status.words})"
    if estimate.low is None or estimate.high is None:
        return f"{estimate.value:z.2f} ({estimate.status.words})"
    return f"{estimate.value:z.2f} [{estimate.low:z.2f}, {estimate.high:z.2f}]"
