"""Looking at sessions, with what a judge said of them; whoever looks is written down."""

from collections.abc import Sequence
from dataclasses import dataclass

from calibration.identity import UNNAMED
from judging.facts import Fact, facts
from judging.ratings import Outcome, Verdict
from judging.rubrics import Level
from judging.sessions import Session
from storage import (
    Compared,
    Project,
    SessionFilter,
    SessionLine,
    StoredJudge,
    StoredVersion,
    splits,
)


@dataclass(frozen=True, slots=True)
class Listed:
    """
    A page of the list of sessions.

    Attributes:
        lines: The sessions on it.

        outcomes: Each session-level criterion's outcomes by session number; empty where no
            judge is chosen.

        found: How many sessions the filter leaves, on all pages.

        labelled: The numbers of the sessions that somebody has labelled.
    """

    lines: tuple[SessionLine, ...]
    outcomes: dict[str, dict[int, Outcome]]
    found: int
    labelled: frozenset[int]


@dataclass(frozen=True, slots=True)
class Opened:
    """
    A session with the verdicts that its reader was shown, and the facts found by code.

    Attributes:
        is_sealed: Whether it is one of the test, so that verdicts on it are not shown.
    """

    session: Session
    verdicts: tuple[Verdict, ...]
    facts: tuple[Fact, ...]
    is_sealed: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """
    What is behind one cell of a two-by-two table.

    Attributes:
        count: How many units there are.

        units: The first of them, each a session and a turn; 0 for the session as a whole.
    """

    count: int
    units: tuple[tuple[SessionLine, int], ...]


def listed(
    project: Project,
    wanted: SessionFilter,
    version: StoredVersion | None,
    judge: StoredJudge | None,
    *,
    page: int = 0,
    size: int = 200,
) -> Listed:
    """Return one page of sessions with the chosen judge's outcomes beside each."""
    lines = project.sessions.listed(wanted, offset=page * size, limit=size)
    outcomes = (
        {
            c.key: project.verdicts.outcomes(c.key, rubric_version=version.id, judge=judge.id)
            for c in version.rubric.criteria
            if c.level is Level.SESSION
        }
        if version and judge
        else {}
    )
    found = project.sessions.count(wanted)
    return Listed(tuple(lines), outcomes, found, frozenset(project.labels.labelled()))


def opened(
    project: Project,
    external_id: str,
    version: StoredVersion | None,
    judge: StoredJudge | None,
    *,
    viewer: str = "",
) -> Opened:
    """
    Hand out one session with the judge's verdicts, and record who saw which of them.

    Raises:
        StoreError: If the project has no such session.
    """
    session = project.sessions.get(external_id)
    assert session.id is not None
    if version is None or judge is None:
        return Opened(session, (), facts(session))
    stored = project.verdicts.standing([session.id], rubric_version=version.id, judge=judge.id)
    if stored:
        reader = project.reviewers.named(viewer or UNNAMED)
        project.exposures.record(reader.id, session.id, verdicts=[v.id for v in stored.values()])
    verdicts = tuple(found.verdict for found in stored.values())
    is_sealed = not verdicts and splits.of(project).has_test(session.id)
    return Opened(session, verdicts, facts(session), is_sealed)


def in_cell(project: Project, compared: Compared, human: Outcome, judged: Outcome) -> Cell:
    """Return the sessions, or turns, behind one cell of a table: how many, and the first."""
    return behind(project, project.agreement.units(compared, human, judged))


def behind(project: Project, places: Sequence[tuple[int, int]], *, most: int = 1_000) -> Cell:
    """Return the sessions at these places, to be opened at their turn: how many, and the first."""
    numbers = tuple(sorted({session for session, _ in places[:most]}))
    lines = project.sessions.listed(SessionFilter(ids=numbers), limit=max(1, len(numbers)))
    by_number = {line.id: line for line in lines}
    return Cell(len(places), tuple((by_number[s], turn) for s, turn in places[:most]))
