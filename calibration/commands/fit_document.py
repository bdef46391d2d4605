"""What `judging audit fit` prints."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from calibration.bias import audit_words
from calibration.commands import printing
from calibration.commands.estimates import estimate_as_json, interval
from judging.judges.fence import visible

if TYPE_CHECKING:
    from calibration.agreement.held import Held
    from calibration.bias.shortened import Shortened
    from storage.twins import Twin


def show(held: "Held", report: "Shortened", *, is_json: bool) -> None:
    """Print which verdicts change when sessions are shortened: one document, or sentences."""
    if is_json:
        printing.document(_document(held, report))
        return
    for sentence in _sentences(held, report):
        print(sentence)
    for key, twin in report.pairs.changed:
        print()
        print(f"{twin.session}, {key}: {twin.first} in full, {twin.second} shortened.")
        print(f"  in full: {visible(twin.first_reason)}")
        print(f"  shortened: {visible(twin.second_reason)}")


def unjudged(held: "Held", report: "Shortened") -> str:
    """Return why there is nothing to compare, and the command that would change it."""
    name, rubric = held.judge.identity.name, held.version.rubric.label
    if report.whole:
        return (
            f"All {report.whole:,} verdicts of {name} under {rubric} that there are both ways are "
            "on sessions that fit as they are: nothing was shortened."
        )
    return (
        f"No session has been judged by {name} under {rubric} both in full and shortened. Have it "
        f"judge them shortened: {audit_words.run(rubric, held.judge.identity, '--context fit')}."
    )


def _document(held: "Held", report: "Shortened") -> dict[str, Any]:
    pairs = report.pairs
    return {
        "audit": "fit",
        "rubric": held.version.rubric.label,
        "judge": held.judge.identity.name,
        "reference": held.reference.word,
        "units": len(pairs.units),
        "changed": len(pairs.changed),
        "rate": estimate_as_json(pairs.rate),
        "changes": [{"from": a, "to": b, "n": n} for (a, b), n in pairs.changes.items()],
        "not_scored": pairs.not_scored,
        "not_shortened": report.whole,
        "criteria": [_criterion(report, key) for key in pairs.twins],
        "cases": [_case(report, key, twin) for key, twin in pairs.changed],
    }


def _criterion(report: "Shortened", key: str) -> dict[str, Any]:
    counted, check = report.verdicts(key), report.check(key)
    return {
        "criterion": key,
        "labelled_fail": counted.n,
        "erased": counted.erased,
        "found": counted.found,
        "mcnemar_p": counted.test.p_exact,
        "state": str(check.state),
        "difference": estimate_as_json(check.estimate),
        "sentence": check.sentence,
    }


def _case(report: "Shortened", key: str, twin: "Twin") -> dict[str, Any]:
    return {
        "session_id": twin.session,
        "criterion": key,
        "from": str(twin.first),
        "to": str(twin.second),
        "is_erased_failure": twin in report.erased(key),
        "reason_in_full": twin.first_reason,
        "reason_shortened": twin.second_reason,
    }


def _sentences(held: "Held", report: "Shortened") -> Iterator[str]:
    pairs = report.pairs
    yield (
        f"{len(pairs.changed)} of {len(pairs.units)} verdicts on long sessions change when these "
        f"are shortened: {interval(pairs.rate)}."
    )
    for key in pairs.twins:
        counted = report.verdicts(key)
        yield (
            f"{key}: of {counted.n} labelled fail by {held.reference.whose}, {counted.erased} "
            f"failed in full and pass shortened, {counted.found} the other way round "
            f"(McNemar's exact p {counted.test.p_exact:.2g})."
        )
        yield f"  {report.check(key).sentence}"
    if pairs.not_scored:
        yield f"{pairs.not_scored} more were not scored on one side, and do not count."
    if report.whole:
        yield f"{report.whole} more fit as they are, and do not count."
