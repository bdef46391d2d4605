"""A judge of the same family as the agents that it judges."""

from functools import lru_cache

from judging.families import family
from judging.judges import JudgeIdentity
from storage import Project, Store


def of(judge: JudgeIdentity) -> str:
    """Return the family of a judge's model; empty where it is not known."""
    return judge.family or family(judge.model or judge.name)


def warning(project: Project, judge: JudgeIdentity) -> str:
    """Say how many sessions are of agents of the judge's own family; empty where none is."""
    own = of(judge)
    revision = project.agreement.revision() if own else ""
    n, total = _counted(project.store, project.name, own, revision) if own else (0, 0)
    if not n:
        return ""
    return (
        f"{n:,} of {total:,} sessions are of agents of the judge's own family, {own}: judges tend "
        "to favour their own. The Bias page tells whether this one does, and a judge of another "
        "family beside it tells more."
    )


@lru_cache(maxsize=32)
def _counted(store: Store, project: str, own: str, revision: str) -> tuple[int, int]:
    """Count once for all who ask while nothing has changed."""
    _ = revision
    sessions = store.project(project).sessions
    return sessions.count_family(own), sessions.count()
