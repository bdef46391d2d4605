"""Which sessions a run covers: by what was said of them, by the split, or named one by one."""

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum

from calibration.visitors import access
from calibration.visitors.access import Right
from judging.errors import JudgeError, StoreError
from judging.splitting import Part
from storage import Project, label_queues, splits


class Which(StrEnum):
    """Sessions by what was said of them: some are worth a look turn by turn."""

    ALL = "all"
    LABELLED = "labelled"
    FAILED = "failed"
    DISPUTED = "disputed"
    DRAWN = "drawn"


@dataclass(frozen=True, slots=True)
class Scope:
    """
    Which sessions a run covers.

    Attributes:
        only: These external ids, each once however often it is named; None for all.

        which: Which of the others to leave out.

        part: Of which part of the split; a session in none is one to look at.

        limit: At most so many of them, the first; None for no limit.
    """

    only: Sequence[str] | None = None
    which: Which = Which.ALL
    part: Part = Part.ALL
    limit: int | None = None


@access.needs(Right.RUN)
def of(project: Project, which: Which) -> AbstractSet[int]:
    """Return the sessions of which something was said, by number."""
    found: Mapping[Which, Callable[[], AbstractSet[int]]] = {
        Which.ALL: lambda: set(project.sessions.ids()),
        Which.LABELLED: project.labels.labelled,
        Which.FAILED: project.verdicts.failed,
        Which.DISPUTED: project.verdicts.disputed,
        Which.DRAWN: label_queues.of(project).drawn,
    }
    return found[which]()


def within(project: Project, scope: Scope) -> list[int]:
    """
    Return the sessions of a scope, by number, in order.

    Raises:
        StoreError: If the test is asked for, and there is none.

        JudgeError: If a session named is not in the project.
    """
    if scope.only is not None:
        names = list(dict.fromkeys(scope.only))
        found = project.sessions.numbers(names)
        if missing := [name for name in names if name not in found]:
            raise JudgeError(
                f"{len(missing)} of the sessions named are not in this project: {missing[0]!r}…",
                fix="Import them first, or take them out of the list.",
            )
        sessions = [found[name].id for name in names]
    else:
        sessions = project.sessions.ids()
    if scope.which is not Which.ALL:
        some = of(project, scope.which)
        sessions = [session for session in sessions if session in some]
    if scope.part is not Part.ALL:
        sessions = _of_part(project, scope.part, sessions)
    return sessions[: scope.limit]


def _of_part(project: Project, part: Part, sessions: Sequence[int]) -> list[int]:
    """
    Return those of `sessions` that are in a part of the split.

    Raises:
        StoreError: If the test is asked for, and there is none.
    """
    tests = splits.of(project).test()
    if part is Part.TEST and not tests:
        raise StoreError("There is no sealed test yet.", fix="judging split makes one.")
    return [session for session in sessions if (session in tests) is (part is Part.TEST)]
