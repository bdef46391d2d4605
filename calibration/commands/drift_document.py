"""What `judging gate --drift` prints."""

from typing import TYPE_CHECKING, Any

from calibration.commands import printing
from calibration.commands.estimates import estimate_as_json, interval
from calibration.commands.exit_codes import INSUFFICIENT, NO

if TYPE_CHECKING:
    from calibration.gate.drifting import CriterionDrift, DriftReport
    from judging.agreement.drift import Drift

COLUMNS = ("rate", "certified", "n", "since then", "n", "difference", "state", "what is missing")


def code(report: "DriftReport") -> int:
    """Return how the command ends: 0 where all has held, 1 where something has not."""
    from judging.agreement.drift import DriftState

    states = {one.state for one in report.criteria}
    if DriftState.DRIFTED in states:
        return NO
    return 0 if states == {DriftState.HELD} else INSUFFICIENT


def document(report: "DriftReport") -> dict[str, Any]:
    """Return the report as JSON."""
    return {
        "rubric": report.held.version.rubric.label,
        "judge": report.held.judge.identity.name,
        "reference": report.held.reference.word,
        "state": _word(report.state),
        "criteria": [_criterion(one) for one in report.criteria],
    }


def show(report: "DriftReport") -> None:
    """Print the report for people."""
    from calibration.gate.gate_words import since

    print(since(report))
    for one in report.criteria:
        print(f"\n{one.criterion.key}: {_heading(one)}")
        if one.labels:
            printing.table(COLUMNS, [_cells(rate) for rate in one.rates])


def _heading(one: "CriterionDrift") -> str:
    if one.state is None:
        return one.reason
    assert one.certified_at is not None
    left_out = f" {one.left_out} more do not count." if one.left_out else ""
    counted = f"{one.labels} labels since look {one.look} at {one.certified_at:%Y-%m-%d}."
    state = one.state.replace("_", " ")
    return f"{state}. {counted}{left_out} {one.reason}".rstrip()


def _cells(rate: "Drift") -> tuple[object, ...]:
    certified = rate.certified
    return (
        str(rate.metric),
        "" if certified.value is None else f"{certified.value:.3g}",
        certified.n or "",
        interval(rate.rate),
        rate.n,
        interval(rate.difference),
        rate.state.replace("_", " "),
        rate.needed,
    )


def _criterion(one: "CriterionDrift") -> dict[str, Any]:
    return {
        "criterion": one.criterion.key,
        "state": _word(one.state),
        "look": one.look,
        "certified_at": one.certified_at.isoformat() if one.certified_at else None,
        "labels": one.labels,
        "left_out": one.left_out,
        "reason": one.reason,
        "rates": [_rate(rate) for rate in one.rates],
    }


def _rate(rate: "Drift") -> dict[str, Any]:
    certified = rate.certified
    return {
        "rate": str(rate.metric),
        "state": str(rate.state),
        "n": rate.n,
        "since": estimate_as_json(rate.rate),
        "certified": {"value": certified.value, "bound": certified.bound, "n": certified.n},
        "threshold": certified.threshold,
        "difference": estimate_as_json(rate.difference),
        "needed": rate.needed,
    }


def _word(state: object) -> str | None:
    return None if state is None else str(state)
