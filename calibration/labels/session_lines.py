"""Sessions by their numbers, as lists show them."""

from collections.abc import Sequence

from storage import Project, SessionFilter, SessionLine

BATCH = 500


def of(project: Project, numbers: Sequence[int]) -> dict[int, SessionLine]:
    """Return the sessions of these numbers; no more at once than a query takes."""
    return {
        line.id: line
        for start in range(0, len(numbers), BATCH)
        for line in project.sessions.listed(
            SessionFilter(ids=tuple(numbers[start : start + BATCH])), limit=BATCH
        )
    }
