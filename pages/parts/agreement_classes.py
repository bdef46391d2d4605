"""The two classes of a criterion, counted in words."""

from calibration.agreement.reporting import CriterionReport
from judging.agreement import Cells
from judging.rubrics import Criterion, Kind, Level
from judging.wording import counted


def names(criterion: Criterion) -> tuple[str, str]:
    """Return what many units of either class are called, the positive class first."""
    return ("absent", "present") if criterion.kind is Kind.CONDITION else ("fails", "passes")


def counts(criterion: Criterion, cells: Cells) -> str:
    """Return how many units the reference puts in either class."""
    fails, passes = round(cells.reference_fails), round(cells.reference_passes)
    if criterion.kind is Kind.CONDITION:
        return f"{fails:,} absent, {passes:,} present"
    return f"{counted(fails, 'fail')}, {'1 pass' if passes == 1 else f'{passes:,} passes'}"


def unit(entry: CriterionReport) -> str:
    """Return what is answered: a session, or one of its turns."""
    return "turn" if entry.criterion.level is Level.TURN else "session"
