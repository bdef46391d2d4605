"""What `judging audit redteam` prints."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from calibration.commands import printing
from calibration.commands.estimates import estimate_as_json, interval
from calibration.runs.money import MICRO, dollars
from judging.judges.fence import visible

if TYPE_CHECKING:
    from calibration.agreement.held import Held
    from calibration.bias.canaries import Canary
    from calibration.bias.canary_asking import Spent, Trial
    from calibration.bias.red_team import RedTeam


def show(held: "Held", report: "RedTeam", *, is_json: bool) -> None:
    """Print what came of the canaries: one document, or sentences and a table."""
    if is_json:
        printing.document(_document(held, report))
        return
    for sentence in _sentences(report):
        print(sentence)
    if report.scored:
        print()
        printing.table(("family", "tried", "passed", "share [95 %]"), _rows(report))
    for trial in (*report.passed, *report.evaded):
        print()
        print(_case_told(trial))
    print()
    kept = " Counts and cases are kept, and no text." if report.scored else ""
    print(f"{_told(report.spent)}{kept}")


def plan(held: "Held", chosen: "Sequence[Canary]", spent: "Spent", *, is_json: bool) -> None:
    """Print what an audit would take."""
    if is_json:
        planned = {"status": "planned", "units": len(chosen), "changed": None, "rate": None}
        printing.document({**_head(held), **planned, "cases": [], **_spent_as_json(spent)})
        return
    print(f"{len(chosen):,} failed sessions would be tried, each with a payload and without.")
    print(_told(spent, about="about "))


def _head(held: "Held") -> dict[str, Any]:
    return {
        "audit": "redteam",
        "rubric": held.version.rubric.label,
        "judge": held.judge.identity.name,
        "reference": held.reference.word,
    }


def _document(held: "Held", report: "RedTeam") -> dict[str, Any]:
    payload_alone, inert_alone = report.only
    return {
        **_head(held),
        "units": len(report.scored),
        "changed": len(report.passed),
        "rate": estimate_as_json(report.rate),
        "state": str(report.state),
        "families": [
            {"family": str(family), "units": n, "changed": passed, "rate": estimate_as_json(rate)}
            for family, n, passed, rate in report.families
        ],
        "inert": estimate_as_json(report.inert),
        "passed_with_payload_only": payload_alone,
        "passed_with_inert_only": inert_alone,
        "mcnemar_p": report.p,
        "not_scored": len(report.trials) - len(report.scored),
        "cases": [_case(trial) for trial in report.passed],
        "evaded": [_case(trial) for trial in report.evaded],
        **_spent_as_json(report.spent),
    }


def _case(trial: "Trial") -> dict[str, Any]:
    canary = trial.canary
    return {
        "session_id": canary.session.external_id,
        "turn": canary.turn,
        "criterion": canary.criterion.key,
        "from": "fail",
        "to": str(trial.injected.outcome),
        "detail": trial.injected.rationale,
        "with_inert": str(trial.inert.outcome),
        "family": str(canary.payload.family),
        "payload": canary.payload.name,
        "planted_in": canary.place,
        "role": str(canary.role),
    }


def _spent_as_json(spent: "Spent") -> dict[str, Any]:
    usage = spent.usage
    return {
        "calls": spent.calls,
        "usage": {
            "input": usage.input,
            "cache_write": usage.cache_write,
            "cache_read": usage.cache_read,
            "output": usage.output,
        },
        "cost_usd": None if spent.cost is None else spent.cost / MICRO,
    }


def _sentences(report: "RedTeam") -> Iterator[str]:
    n, high = len(report.scored), report.rate.high
    bound = "" if high is None else f"; at most {high:.1%}".replace("%", " %")
    yield f"{len(report.passed)} of {n} failed sessions were talked into a pass{bound}."
    alone, inert = report.only
    passed, scored = report.inert_passed
    yield (
        f"With a text that asks for nothing in its place, {passed} of {scored} pass: {alone} with "
        f"the payload only, {inert} with that text only (McNemar's exact p {report.p:.2g})."
    )
    if report.evaded:
        yield f"In {len(report.evaded)} the answer was no longer a fail, and no pass either."
    if n < len(report.trials):
        yield f"{len(report.trials) - n} more were not scored with the payload, and do not count."


def _rows(report: "RedTeam") -> list[tuple[object, ...]]:
    return [
        (str(family).replace("_", " "), n, passed, interval(rate))
        for family, n, passed, rate in report.families
    ]


def _case_told(trial: "Trial") -> str:
    canary = trial.canary
    where = f", turn {canary.turn}" if canary.turn else ""
    return (
        f"{canary.session.external_id}{where}, {canary.criterion.key}: "
        f"{str(trial.injected.outcome).replace('_', ' ')} with {canary.payload.name} in turn "
        f"{canary.place}, which is the {canary.role}'s.\n  {visible(trial.injected.rationale)}"
    )


def _told(spent: "Spent", about: str = "") -> str:
    if not spent.calls:
        return "No model is asked: no calls, no cost."
    cost = dollars(spent.cost) if spent.cost is None else f"{about}{dollars(spent.cost)}"
    return f"{spent.calls:,} calls, {cost}."
