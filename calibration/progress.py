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
    whose = f" by {', '.join(named)}" if named else ""
    return [
        Step(
            "Sessions",
            f"{sessions:,} sessions are in.",
            sessions > 0,
            "import_.py",
            "Import more",
        ),
        Step(
            "Rubric",
            f"{len(versions)} versions, the newest {versions[-1].rubric.label}."
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
            f"{len(judges)} judges have answered: {', '.join(j.identity.name for j in judges)}."
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
