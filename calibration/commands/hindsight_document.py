"""What `judging audit hindsight` prints."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from calibration.commands import printing
from calibration.commands.estimates import estimate_as_json, interval
from judging.judges.fence import visible

if TYPE_CHECKING:
    from calibration.bias.hindsight import Hindsight
    from storage import StoredJudge
    from storage.twins import Twin


def show(rubric: str, judge: "StoredJudge", report: "Hindsight", *, is_json: bool) -> None:
    """Print which verdicts changed: one document, or sentences and a table."""
    if is_json:
        printing.document(_document(rubric, judge, report))
        return
    for sentence in _sentences(report):
        print(sentence)
    if report.changed:
        print()
        printing.table(("without", "with", "turns"), [(*c, n) for c, n in report.changes.items()])
    for key, twin in report.changed:
        print()
        print(f"{twin.session}, turn {twin.turn}, {key}: {twin.first}, then {twin.second}.")
        print(f"  without: {visible(twin.first_reason)}\n  with: {visible(twin.second_reason)}")


def _document(rubric: str, judge: "StoredJudge", report: "Hindsight") -> dict[str, Any]:
    return {
        "audit": "hindsight",
        "rubric": rubric,
        "judge": judge.identity.name,
        "units": len(report.units),
        "changed": len(report.changed),
        "rate": estimate_as_json(report.rate),
        "changes": [{"from": a, "to": b, "n": n} for (a, b), n in report.changes.items()],
        "mcnemar_p": report.p,
        "last_turns": len(report.last),
        "changed_by_chance": estimate_as_json(report.by_chance),
        "not_scored": report.not_scored,
        "cases": [_case(key, twin) for key, twin in report.changed],
    }


def _case(key: str, twin: "Twin") -> dict[str, Any]:
    return {
        "session_id": twin.session,
        "turn": twin.turn,
        "criterion": key,
        "from": str(twin.first),
        "to": str(twin.second),
        "detail": twin.second_reason,
        "reason_without": twin.first_reason,
    }


def _sentences(report: "Hindsight") -> Iterator[str]:
    yield (
        f"{len(report.changed)} of {len(report.units)} verdicts on turns change when later turns "
        f"are shown: {interval(report.rate)}."
    )
    if report.last:
        yield (
            f"Of {len(report.last)} turns with nothing after them, whose verdicts can change by "
            f"chance alone: {interval(report.by_chance)}."
        )
    if report.not_scored:
        yield f"{report.not_scored} more were not scored on one side, and do not count."
