"""How far a project is on its way from sessions to a judge that can be relied on."""

from dataclasses import dataclass

from calibration.browsing import UNNAMED
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
    sessions, labelled = project.sessions.count(), len(project.labels.labelled())
    judges = [judge.identity.name for judge in project.judges.listed()]
    come_in = f"{_counted(sessions, 'session')} in."
    return [
        Step("Sessions", come_in, sessions > 0, "import_.py", "Import more"),
        _rubric(project),
        _labels(project, labelled, sessions),
        _judge(project, judges),
        _agreement(is_possible=bool(labelled and judges)),
    ]


def _rubric(project: Project) -> Step:
    versions = [version.rubric for version in project.rubrics.versions()]
    newest = sorted({version.name: version.label for version in versions}.values())
    state = f"{_listed(newest)}, in {_counted(len(versions), 'version')}."
    return Step("Rubric", state, bool(versions), "rubric.py", "Read or edit it")


def _labels(project: Project, labelled: int, sessions: int) -> Step:
    named = [r.name for r in project.reviewers.listed() if not r.is_slot and r.name != UNNAMED]
    whose = f" by {_listed(named)}" if named else ""
    state = f"{labelled:,} of {_counted(sessions, 'session')} labelled{whose}."
    return Step("Labels", state, labelled > 0, "label.py", "Label sessions")


def _judge(project: Project, names: list[str]) -> Step:
    state = f"Verdicts of {_listed(names)}." if names else "No judge has answered yet."
    return Step("Judge", state + _last_run(project), bool(names), "run.py", "Run a judge")


def _last_run(project: Project) -> str:
    live = [run for run in project.runs.listed(limit=10) if run.mode == "live"]
    if not live:
        return ""
    run = live[0]
    return f" Last run: {run.judge}, {run.status}, {run.scored:,} of {run.units:,} scored."


def _agreement(*, is_possible: bool) -> Step:
    state = "Labels and verdicts can be compared." if is_possible else "Needs labels and verdicts."
    return Step("Agreement", state, is_possible, "agreement.py", "Read agreement")


def _counted(n: int, noun: str) -> str:
    return f"{n:,} {noun}" if n == 1 else f"{n:,} {noun}s"


def _listed(names: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))
