"""Error rates from elsewhere, as `judging agreement` takes and tells them."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import typer

from calibration.commands.estimates import estimate_as_json

if TYPE_CHECKING:
    from collections.abc import Mapping

    from calibration.agreement.held import Held
    from calibration.agreement.reporting import AgreementReport
    from calibration.agreement.transported_rates import Source, Transported
    from judging.agreement.transport import Share
    from storage import Project

NUMBERS = re.compile(r"([^=]+)=(\d+)/(\d+),(\d+)/(\d+)")
EXAMPLE = "goal_met=85/100,180/200"


def source(project: "Project", held: "Held", place: str, numbers: Sequence[str]) -> "Source | None":
    """
    Return the errors that the options name; None where they name none.

    Raises:
        BadParameter: If both options are given, or numbers cannot be read.
        StoreError: If the place is not there, or is of another judge or rubric.
    """
    from calibration.agreement import transported_rates

    if place and numbers:
        raise typer.BadParameter("Give --errors-from or --known-errors, not both.")
    if place:
        return transported_rates.elsewhere(project, held, place)
    if not numbers:
        return None
    known = dict(map(_read, numbers))
    if unknown := sorted(set(known) - {c.key for c in held.version.rubric.criteria}):
        raise typer.BadParameter(f"{held.version.rubric.label} has no criterion {unknown[0]!r}.")
    return transported_rates.given(known)


def rates(
    project: "Project", report: "AgreementReport", source: "Source | None"
) -> "dict[str, Transported | None]":
    """Return each criterion's rate by errors from elsewhere; nothing where none are named."""
    from calibration.agreement import transported_rates

    if source is None:
        return {}
    return {
        entry.criterion.key: transported_rates.of(project, entry.compared, entry.criterion, source)
        for entry in report.criteria
    }


def show(found: "Mapping[str, Transported | None]") -> None:
    """Print each rate in sentences."""
    for key, rate in found.items():
        if rate is not None:
            print(f"{key}: {rate.sentence}")


def as_json(found: "Transported | None") -> dict[str, Any] | None:
    """Return a rate by errors from elsewhere as the document has it."""
    if found is None:
        return None
    return {
        "from": found.measured.where,
        "right_on_fails": _share(found.right_on_fails),
        "right_on_passes": _share(found.right_on_passes),
        "corrected": estimate_as_json(found.rate.pass_rate),
        "before_clipping": found.rate.raw,
        "sentence": found.sentence,
    }


def _share(share: "Share") -> dict[str, float]:
    return {"x": share.x, "n": share.n}


def _read(text: str) -> "tuple[str, tuple[Share, Share]]":
    from judging.agreement.transport import Share

    found = NUMBERS.fullmatch(text)
    if found:
        key, *counts = found.groups()
        a, b, c, d = map(int, counts)
        if a <= b and c <= d:
            return key, (Share(a, b), Share(c, d))
    raise typer.BadParameter(
        f"{text!r} is not CRITERION=RIGHT/FAILS,RIGHT/PASSES, such as {EXAMPLE}."
    )
