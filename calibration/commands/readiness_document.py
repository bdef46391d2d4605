"""What `judging gate --readiness` prints."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from calibration.commands import printing
from calibration.commands.exit_codes import INSUFFICIENT, NO

if TYPE_CHECKING:
    from calibration.agreement.held import Held
    from calibration.gate.readiness import Row


def code(rows: "Sequence[Row]") -> int:
    """Return how the command ends: 0 where all is ready, 1 where something is not yet."""
    from calibration.gate.readiness import Ready, state

    return {Ready.READY: 0, Ready.NOT_YET: NO}.get(state(rows), INSUFFICIENT)


def document(held: "Held", rows: "Sequence[Row]") -> dict[str, Any]:
    """Return the rows as JSON."""
    from calibration.gate.readiness import state

    return {
        "rubric": held.version.rubric.label,
        "judge": held.judge.identity.name,
        "state": str(state(rows)),
        "rows": [
            {
                "trial": str(row.trial),
                "state": str(row.state),
                "done": row.done,
                "of": row.of,
                "sentence": row.sentence,
                "command": row.command,
            }
            for row in rows
        ],
    }


def show(rows: "Sequence[Row]") -> None:
    """Print the rows for people, and what would mend each that is not ready."""
    from calibration.gate.gate_words import readiness

    print(readiness(rows))
    columns = ("trial", "state", "counts", "what is known")
    printing.table(columns, [_cells(row) for row in rows])
    for row in rows:
        if row.command:
            print(f"{row.trial}: {row.command}")


def _cells(row: "Row") -> tuple[object, ...]:
    counts = "" if row.done is None else f"{row.done} of {row.of}"
    return str(row.trial), row.state.replace("_", " "), counts, row.sentence
