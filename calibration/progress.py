"""How far a project is on its way from sessions to a judge that can be relied on."""

from dataclasses import dataclass

from storage import Project


@dataclass(frozen=True, slots=True)
class Step:
    """
    One step of the loop.

    Attributes:
        state: Where it stands, with counts, in a sentence.

        page: The page where it is done.

        action: What to do there.
    """

    title: str
    state: str
    is_done: bool
    page: str
    action: str


def steps(project: Project) -> list[Step]:
    """Return the steps of the loop in order, each with its state."""
    sessions = project.sessions.count()
    versions = project.rubrics.versions()
    labelled, reviewers = len(project.labels.labelled()), project.reviewers.listed()
    named = [r.name for r in reviewers if not r.is_slot and r.name != "unnamed visitor"]
    judges = project.judges.listed()
    newest = sorted({v.rubric.name: v.rubric.label for v in versions}.values())
    whose = f" by {_listed(named)}" if named else ""
    return [
        Step(
            "Sessions",
            f"{_counted(sessions, 'session')} in.",
            sessions > 0,
            "import_.py",
            "Import more",
        ),
        Step(
            "Rubric",
            f"{_listed(newest)}, in {_counted(len(versions), 'version')}."
            if versions
            else "No rubric yet.",
            bool(versions),
            "rubric.py",
            "Read or edit it",
        ),
        Step(
            "Labels",
            f"{labelled:,} of {sessions:,} sessions are labelled{whose}.",
            labelled > 0,
            "import_.py",
            "Import labels",
        ),
        Step(
            "Judge",
            f"Verdicts of {_listed([judge.identity.name for judge in judges])}."
            if judges
            else "No judge has answered yet.",
            bool(judges),
            "run.py",
            "Run a judge",
        ),
        Step(
            "Agreement",
            "Labels and verdicts can be compared."
            if labelled and judges
            else "It needs labels and verdicts.",
            bool(labelled and judges),
            "agreement.py",
            "Read agreement",
        ),
    ]


def _counted(n: int, noun: str) -> str:
    return f"{n:,} {noun}" if n == 1 else f"{n:,} {noun}s"


def _listed(names: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
