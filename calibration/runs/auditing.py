"""How a verdict came about: what the judge was sent, and what it replied."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from calibration import settings
from calibration.redaction import redacted
from calibration.visitors import access
from calibration.visitors.access import Right
from judging.rubrics import RubricVersion
from judging.sessions import Session
from storage import (
    CallRecord,
    Project,
    StoredJudge,
    StoredVerdict,
    StoredVersion,
    looks,
    splits,
)

# Judges that no model is asked for: there is nothing behind their verdicts.
WITHOUT_CALLS = frozenset({"rules", "recorded", "scripted"})


@dataclass(frozen=True, slots=True)
class Audit:
    """
    What a judge was asked about one session, and what came of it.

    Attributes:
        verdicts: The run's verdicts on the session that stand; of one of them, that alone.

        calls: The attempts, oldest first; none of a session of the sealed test. They can be
            another run's, where an equal request had been answered before. What is to be blotted
            out of their replies is.
    """

    judge: StoredJudge
    rubric: RubricVersion
    verdicts: tuple[StoredVerdict, ...]
    calls: tuple[CallRecord, ...]


@access.needs(Right.RUN)
def audit(
    project: Project, run: int, session: str, verdict: int | None = None, *, viewer: str = ""
) -> Audit:
    """
    Hand out the calls behind one verdict, or behind all that a run asked about a session.

    A reply holds verdicts, so whoever sees it is written down like one who sees them.

    Raises:
        StoreError: If the project has no such run.
        JudgeError: If what is to be blotted out cannot be found in a text.
    """
    work = project.runs.work(run)
    judge = project.judges.numbered(work.judge)
    version = project.rubrics.numbered(work.rubric_version)
    stood = _standing(project, session, version, judge)
    if stood:
        number = project.sessions.numbers([session])[session].id
        reader = access.who(project, viewer)
        project.exposures.record(reader.id, number, verdicts=[one.id for one in stood])
    calls = _calls(project, run, session, verdict)
    shown = [one for one in stood if one.run == run and verdict in (None, one.id)]
    kinds = settings.redacted_kinds()
    replies = (replace(call, reply=redacted(call.reply, kinds)) for call in calls)
    return Audit(judge, version.rubric, tuple(shown), tuple(replies))


def _calls(project: Project, run: int, session: str, verdict: int | None) -> Sequence[CallRecord]:
    """Return the calls that may be seen: what a model replied about the sealed test may not."""
    found = project.sessions.numbers([session])
    is_test = session in found and splits.of(project).has_test(found[session].id)
    work = project.runs.work(run)
    if is_test and not looks.of(project).have_opened(work.rubric_version, work.judge):
        return ()
    return project.calls.behind(verdict) if verdict else project.calls.of_session(run, session)


@access.needs(Right.RUN)
def audited(
    project: Project, session: Session, version: StoredVersion | None, judge: StoredJudge | None
) -> Mapping[tuple[str, int], StoredVerdict]:
    """
    Return the standing verdicts on a session that have calls behind them, by criterion and turn.

    They are handed out elsewhere: here, only to point at what is behind them.
    """
    if version is None or judge is None or judge.identity.provider in WITHOUT_CALLS:
        return {}
    stood = _standing(project, session.external_id, version, judge)
    return {(one.verdict.criterion, one.verdict.turn): one for one in stood}


def _standing(
    project: Project, session: str, version: StoredVersion, judge: StoredJudge
) -> list[StoredVerdict]:
    found = project.sessions.numbers([session])
    if session not in found:
        return []
    stood = project.verdicts.standing(
        [found[session].id], rubric_version=version.id, judge=judge.id
    )
    return list(stood.values())
