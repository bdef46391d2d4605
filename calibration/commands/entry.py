"""Where the command begins: global options out, errors as three lines, exit codes."""

import os
import sys
from typing import TYPE_CHECKING

import typer

from calibration import settings
from calibration.commands import (
    adjudications,
    audit,
    bias,
    checks,
    comparisons,
    disagreements,
    exports,
    files,
    gates,
    operations,
    people,
    plan,
    proposals,
    queues,
    ratings,
    reports,
    reviewers,
    rubrics,
    runs,
    turns,
)
from calibration.commands.exit_codes import COULD_NOT
from judging.errors import JudgingError

if TYPE_CHECKING:
    from storage.unopened import Fault

GLOBAL = {"--db": settings.DATABASE, "--project": settings.PROJECT}

judging = typer.Typer(
    help="Measure how far an LLM judge agrees with people.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    epilog="Global options, before or after the command: --db URL, --project NAME.",
)
for part in (
    files,
    runs,
    reports,
    turns,
    reviewers,
    adjudications,
    bias,
    disagreements,
    proposals,
    comparisons,
    plan,
    gates,
    checks,
    exports,
    operations,
):
    part.add_to(judging)
for name, group in (
    ("sessions", exports.sessions),
    ("labels", ratings.labels),
    ("verdicts", ratings.verdicts),
    ("queue", queues.queue),
    ("rubric", rubrics.rubric),
    ("audit", audit.audit),
    ("people", people.people),
    ("project", people.project),
    ("db", operations.db),
):
    judging.add_typer(group, name=name)


def run(arguments: list[str]) -> int:
    """Run one subcommand and return the exit code."""
    try:
        rest = _without_globals(arguments) or ["app"]
        outcome = judging(rest, standalone_mode=False, prog_name="judging")
    except JudgingError as error:
        print(error, file=sys.stderr)
        return COULD_NOT
    except typer.TyperException as error:
        print(_usage(error), file=sys.stderr)
        return COULD_NOT
    except (typer.Abort, BrokenPipeError):
        return COULD_NOT
    except OSError as error:
        print(_refused(error), file=sys.stderr)
        return COULD_NOT
    except _fault() as error:
        print(_broken_off(error), file=sys.stderr)
        return COULD_NOT
    return outcome if isinstance(outcome, int) else 0


def _without_globals(arguments: list[str]) -> list[str]:
    """Take the global options, wherever they stand, into the environment."""
    rest: list[str] = []
    words = iter(arguments)
    for word in words:
        option, is_joined, value = word.partition("=")
        if option in GLOBAL:
            given = value if is_joined else next(words, "")
            if not given:
                raise typer.BadParameter(f"Option '{option}' requires an argument.")
            os.environ[GLOBAL[option]] = given
        else:
            rest.append(word)
    return rest


def _refused(error: OSError) -> JudgingError:
    return JudgingError(
        f"The system does not allow it: {error.strerror or error}.",
        where=str(error.filename or ""),
        fix="Free or open to you what is named here, or name something else; then try again.",
    )


def _fault() -> "type[Fault]":
    """Return what databases raise: asked for only once something is raised, as it takes long."""
    from storage.unopened import Fault

    return Fault


def _broken_off(error: "Fault") -> JudgingError:
    from storage.unopened import unopened

    return unopened(settings.database_url(), error)


def _usage(error: typer.TyperException) -> str:
    message = getattr(error, "format_message", lambda: str(error))()
    return f"{message}\n  to fix: See judging --help, or judging COMMAND --help."
