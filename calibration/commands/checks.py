"""A bundle on sessions, in CI: `check`."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from calibration.commands import options, printing
from calibration.commands.exit_codes import INSUFFICIENT, NO
from judging.errors import StoreError

if TYPE_CHECKING:
    from judging import Bundle
    from judging.bundle.checking import CriterionCheck
    from judging.sessions import Session

SHOWN = 20


def add_to(command: typer.Typer) -> None:
    """Register this module's commands."""
    command.command()(check)


def check(
    bundle: Annotated[Path, typer.Argument(help="As judging export bundle writes it.")],
    sessions: Annotated[list[Path], typer.Argument(help="Files, folders or archives.")],
    min_pass_rate: Annotated[
        list[str] | None, typer.Option(metavar="CRITERION=0.9", help="May be given several times.")
    ] = None,
    summary: Annotated[
        Path | None, typer.Option(help="Write a Markdown summary to this file, at its end.")
    ] = None,
    concurrency: Annotated[int, typer.Option(min=1, max=512, help="Sessions at once.")] = 8,
    *,
    uncertified: Annotated[bool, typer.Option(help="Whatever no gate has passed.")] = False,
    json: options.Json = False,
) -> int:
    """Judge sessions with a bundle, and say whether enough of them pass."""
    from judging import load
    from judging.bundle.checking import check as checked

    loaded = load(bundle, uncertified=uncertified)
    minimums = _minimums(min_pass_rate or [], loaded)
    _check_readable(sessions)
    if summary is not None:
        _add(summary, "")  # before anything is paid for
    with printing.progress("Sessions judged") as done:
        found = checked(loaded, _read(sessions), minimums, concurrency=concurrency, progress=done)
    if summary is not None:
        from calibration.gate.check_summary import markdown

        _add(summary, markdown(loaded, found))
    if json:
        printing.document(_document(loaded, found))
    else:
        _print(loaded, found)
    return _code(found)


def _minimums(given: list[str], bundle: "Bundle") -> dict[str, float]:
    found: dict[str, float] = {}
    for word in given:
        key, _, share = word.partition("=")
        if key not in bundle.rubric.keys:
            keys = ", ".join(bundle.rubric.keys)
            raise typer.BadParameter(f"The bundle has no criterion {key!r}: {keys}.")
        try:
            found[key] = float(share)
        except ValueError:
            raise typer.BadParameter(f"{word!r} is not like {key}=0.9.") from None
        if not 0 <= found[key] <= 1:
            raise typer.BadParameter(f"A share lies between 0 and 1, unlike {share}.")
    return found


def _check_readable(files: list[Path]) -> None:
    """Refuse files with a piece that cannot be read, before anything is paid for."""
    from judging.errors import SessionFileError
    from judging.importers import Found, Rejected, read_all, sources

    found = 0
    for item in read_all(sources(files)):
        found += isinstance(item, Found)
        if isinstance(item, Rejected):
            raise SessionFileError(
                f"This cannot be read as a session: {item.reason}",
                where=item.where,
                fix="Mend it, or leave it out: nothing was judged.",
            )
    if not found:
        raise SessionFileError(
            "There is no session in these files.", where=str(files[0]), fix="Name others."
        )


def _read(files: list[Path]) -> "Iterator[Session]":
    from judging.importers import Found, read_all, sources

    return (item.session for item in read_all(sources(files)) if isinstance(item, Found))


def _add(file: Path, text: str) -> None:
    try:
        with file.open("a", encoding="utf-8") as out:
            out.write(text)
    except OSError as problem:
        raise StoreError(
            f"The summary cannot be written: {problem.strerror}.",
            where=str(file),
            fix="Name a file in a folder that is there, with room, and open to you.",
        ) from problem


def _code(found: "tuple[CriterionCheck, ...]") -> int:
    if any(one.is_met is False for one in found):
        return NO
    undecided = any(one.minimum is not None and one.is_met is None for one in found)
    return INSUFFICIENT if undecided else 0


def _document(bundle: "Bundle", found: "tuple[CriterionCheck, ...]") -> dict[str, Any]:
    return {
        "rubric": bundle.rubric.label,
        "judge": bundle.identity.name,
        "fingerprint": bundle.identity.fingerprint,
        "certified": bundle.certified and not bundle.is_expired(),
        "passed": _code(found) == 0,
        "criteria": [_criterion(one) for one in found],
    }


def _criterion(found: "CriterionCheck") -> dict[str, Any]:
    from calibration.commands.estimates import estimate_as_json
    from judging.agreement import wilson
    from judging.ratings import Outcome

    passes = found.outcomes.get(Outcome.PASS, 0)
    return {
        "criterion": found.criterion,
        "outcomes": {str(outcome): n for outcome, n in sorted(found.outcomes.items())},
        "problems": {str(problem): n for problem, n in sorted(found.problems.items())},
        "pass_rate": estimate_as_json(wilson(passes, found.decided)),
        "minimum": found.minimum,
        "met": found.is_met,
        "failed": [
            {"session_id": one.session, "turn": one.turn, "reason": one.reason}
            for one in found.failed
        ],
    }


def _print(bundle: "Bundle", found: "tuple[CriterionCheck, ...]") -> None:
    from calibration.gate.check_summary import HEAD, rows, sentence

    print(sentence(bundle, found))
    print()
    printing.table(HEAD, rows(found))
    for one in found:
        for failed in one.failed[:SHOWN] if one.is_met is False else ():
            turn = f", turn {failed.turn}" if failed.turn else ""
            print(f"{one.criterion} fails {failed.session}{turn}: {failed.reason}")
