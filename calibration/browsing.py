"""Looking at sessions, with what a judge said of them; whoever looks is written down."""

from collections.abc import Sequence
from dataclasses import dataclass

from calibration.labels import blindness
from calibration.visitors import access
from calibration.visitors.access import Right
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
    exports,
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

        covered: Those whose outcomes are kept from the visitor.
    """

    lines: tuple[SessionLine, ...]
    outcomes: dict[str, dict[int, Outcome]]
    found: int
    labelled: frozenset[int]
    covered: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Opened:
    """
    A session with the verdicts that its reader was shown, and the facts found by code.

    Attributes:
        is_sealed: Whether it is one of the test, so that verdicts on it are not shown.

        is_covered: Whether verdicts on it and facts are kept from this reader, who is yet to label
            it or is never shown them.
    """

    session: Session
    verdicts: tuple[Verdict, ...]
    facts: tuple[Fact, ...]
    is_sealed: bool = False
    is_covered: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """
    What is behind one cell of a two-by-two table.

    Attributes:
        count: How many units there are.

        units: The first of them, each a session and a turn; 0 for the session as a whole. Empty
            for those who see what was counted, and not of which sessions.
    """

    count: int
    units: tuple[tuple[SessionLine, int], ...]


@access.needs(Right.READ_SESSIONS)
def listed(
    project: Project,
    wanted: SessionFilter,
    version: StoredVersion | None,
    judge: StoredJudge | None,
    *,
    page: int = 0,
    size: int = 200,
) -> Listed:
    """
    Return one page of sessions with the chosen judge's outcomes beside each that may be seen.

    Raises:
        AccessError: If sessions are asked for by outcome, by somebody who may not see all.
    """
    if wanted.answered:
        access.check(project, Right.SEE_ALL)
    lines = project.sessions.listed(wanted, offset=page * size, limit=size)
    found, labelled = project.sessions.count(wanted), frozenset(project.labels.labelled())
    if version is None or judge is None:
        return Listed(tuple(lines), {}, found, labelled)
    seen = blindness.uncovered(project, version)
    covered = frozenset(line.id for line in lines if seen is not None and line.id not in seen)
    open_ = [line.id for line in lines if line.id not in covered]
    outcomes = _outcomes(project, open_, version, judge)
    return Listed(tuple(lines), outcomes, found, labelled, covered)


def _outcomes(
    project: Project, asked: Sequence[int], version: StoredVersion, judge: StoredJudge
) -> dict[str, dict[int, Outcome]]:
    """Hand out the outcomes on these sessions, and write down who saw them."""
    keys = [c.key for c in version.rubric.criteria if c.level is Level.SESSION]
    stored = project.verdicts.standing(asked, rubric_version=version.id, judge=judge.id)
    shown = {unit: found for unit, found in stored.items() if unit[1] in keys and not unit[2]}
    if shown and project.visitor:
        given = [(session, found.id) for (session, *_), found in shown.items()]
        exports.of(project).expose(access.who(project).id, verdicts=given)
    outcomes: dict[str, dict[int, Outcome]] = {key: {} for key in keys}
    for (session, key, _), found in shown.items():
        outcomes[key][session] = found.verdict.outcome
    return outcomes


@access.needs(Right.READ_SESSIONS)
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
    if not access.may(project, Right.SEE_ALL) and (
        version is None or blindness.covers(project, version, session.id)
    ):
        return Opened(session, (), (), is_covered=True)
    if version is None or judge is None:
        return Opened(session, (), facts(session))
    stored = project.verdicts.standing([session.id], rubric_version=version.id, judge=judge.id)
    if stored:
        reader = access.who(project, viewer)
        project.exposures.record(reader.id, session.id, verdicts=[v.id for v in stored.values()])
    verdicts = tuple(found.verdict for found in stored.values())
    is_sealed = not verdicts and splits.of(project).has_test(session.id)
    return Opened(session, verdicts, facts(session), is_sealed)


@access.needs(Right.READ_REPORTS)
def in_cell(project: Project, compared: Compared, human: Outcome, judged: Outcome) -> Cell:
    """Return the sessions, or turns, behind one cell of a table: how many, and the first."""
    return behind(project, project.agreement.units(compared, human, judged))


@access.needs(Right.READ_REPORTS)
def behind(project: Project, places: Sequence[tuple[int, int]], *, most: int = 1_000) -> Cell:
    """Return the sessions at these places, to be opened at their turn: how many, and the first."""
    if not access.may(project, Right.SEE_ALL):
        return Cell(len(places), ())
    numbers = tuple(sorted({session for session, _ in places[:most]}))
    lines = project.sessions.listed(SessionFilter(ids=numbers), limit=max(1, len(numbers)))
    by_number = {line.id: line for line in lines}
    return Cell(len(places), tuple((by_number[s], turn) for s, turn in places[:most]))
