"""Which sessions a visitor may see verdicts and others' labels on."""

from calibration.labels import labelling, revealing
from calibration.visitors import access
from calibration.visitors.access import Right
from judging.errors import AccessError
from storage import Project, Reveal, StoredVersion, splits


def uncovered(project: Project, version: StoredVersion) -> frozenset[int] | None:
    """
    Return the sessions on which the visitor may see what others said, by number.

    Returns:
        None for all of them, which is for leads and commands. Of a reviewer, those on which they
        have answered all that `version` asks, unless the project's policy keeps them blind there.
        What is sealed is for the store to keep back, from everybody.
    """
    if access.may(project, Right.SEE_ALL):
        return None
    settled = revealing.policy(project)
    if not settled.shows_anything:
        return frozenset()
    who = access.who(project)
    done = project.desk.complete(who.id, labelling.wanted(version))
    if settled.only is not None:
        return frozenset(done)
    drawn = project.reveal_draws.of(who.id)
    return frozenset(
        session
        for session in done
        if revealing.standing(settled, drawn.get(session, ())) is not Reveal.BLIND
    )


def covers(project: Project, version: StoredVersion, session: int) -> bool:
    """Tell whether what others said of a session is kept from the visitor, for now or for good."""
    seen = uncovered(project, version)
    if seen is None:
        return False
    return session not in seen or splits.of(project).has_test(session)


def check(project: Project, version: StoredVersion, session: int) -> None:
    """
    Make sure that the visitor may see what others said of a session.

    Raises:
        AccessError: If they may not.
    """
    if covers(project, version, session):
        raise AccessError(
            "What others said of this session is kept from you.",
            fix="Answer every question on it first, on the Label page.",
        )
