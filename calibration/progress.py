"""How far a project is on its way from sessions to a judge that can be relied on."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from calibration.agreement import comparing
from calibration.agreement.reporting import AgreementReport
from calibration.revision.disagreeing import CELLS
from calibration.visitors import access
from calibration.visitors.access import Right
from judging.wording import counted, listed
from storage import Project, Split, StoredVersion, looks, splits

NEEDS_BOTH = "Needs labels and verdicts."
UNREVISED = "A second version of the rubric, judged as the first was, can be held against it."
UNSEALED = "No session is kept for a test that nobody sees."
RUN, REVISE = (False, "run.py", "Run a judge"), (False, "rubric.py", "Revise the rubric")


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


@access.needs(Right.READ_REPORTS)
def steps(project: Project, report: AgreementReport | None) -> list[Step]:
    """
    Return the steps of the loop in order, each with its state.

    Args:
        project: Whose loop.

        report: How its judge agrees, as `reporting.newest` says; None while none has answered.

    Returns:
        All of them. The last, which takes the judge along, is never done: a loop that has been
        walked once begins anew.
    """
    sessions, labelled = project.sessions.count(), len(project.labels.labelled())
    judges = [judge.identity.name for judge in project.judges.listed()]
    come_in = f"{counted(sessions, 'session')} in."
    return [
        Step("Sessions", come_in, sessions > 0, "import_.py", "Import more"),
        _rubric(project),
        _labels(labelled, sessions),
        _judge(judges),
        _agreement(report),
        _disagreements(project, report),
        _compare(project),
        _gate(project),
        _export(judges),
    ]


def following(steps: Sequence[Step]) -> Step:
    """Return the step to do next: the first that is not done."""
    return next((step for step in steps if not step.is_done), steps[-1])


def _rubric(project: Project) -> Step:
    versions = [version.rubric for version in project.rubrics.versions()]
    newest = sorted({version.name: version.label for version in versions}.values())
    state = f"{listed(newest)}, in {counted(len(versions), 'version')}."
    return Step("Rubric", state, bool(versions), "rubric.py", "Read or edit it")


def _labels(labelled: int, sessions: int) -> Step:
    state = f"{labelled:,} of {counted(sessions, 'session')} labelled."
    return Step("Labels", state, labelled > 0, "label.py", "Label sessions")


def _judge(names: list[str]) -> Step:
    state = f"Verdicts of {listed(names)}." if names else "No judge has answered yet."
    return Step("Judge", state, bool(names), "run.py", "Run a judge")


def _agreement(report: AgreementReport | None) -> Step:
    n = report.decided if report else 0
    state = f"{counted(n, 'verdict')} can be held against a label." if n else NEEDS_BOTH
    return Step("Agreement", state, n > 0, "agreement.py", "Read agreement")


def _disagreements(project: Project, report: AgreementReport | None) -> Step:
    name, page, action = "Disagreements", "disagreements.py", "Look at them"
    if report is None or not report.decided:
        return Step(name, NEEDS_BOTH, is_done=False, page=page, action=action)
    judge, looked = report.judge.identity.name, _looked_at(project, report)
    again = f"{looked:,}" if looked else "none"
    state = f"{judge} and the labels differ on {report.differing:,}; {again} looked at again."
    return Step(name, state, looked > 0 or not report.differing, page, action)


def _looked_at(project: Project, report: AgreementReport) -> int:
    """Count the disagreements of a report that somebody has looked at again."""
    found = 0
    for entry in report.criteria:
        key = entry.criterion.key
        if looks := project.second_looks.newest(key, entry.criterion.meaning):
            cells = (project.agreement.units(entry.compared, *cell) for cell in CELLS.values())
            found += sum((session, key, turn) in looks for cell in cells for session, turn in cell)
    return found


def _compare(project: Project) -> Step:
    """Return the step of comparing versions; another judge is no revision of the rubric."""
    sides = comparing.answered(project)
    if waiting := _unjudged(project, {side.version for side in sides}):
        return Step("Compare", f"{listed(waiting)} waits for a judge.", *RUN)
    pairs = [two for two in comparing.comparable(sides) if two[0].version != two[1].version]
    if not pairs:
        return Step("Compare", UNREVISED, *REVISE)
    first, second = pairs[0]
    both = f"{first.version.rubric.label} and {second.version.rubric.label}"
    state = f"{both}, both judged by {second.judge.identity.name}."
    return Step("Compare", state, is_done=True, page="compare.py", action="Compare versions")


def _unjudged(project: Project, judged: Collection[StoredVersion]) -> list[str]:
    """Return the newest versions of rubrics that were revised since a judge answered one."""
    newest = {version.rubric.name: version for version in project.rubrics.versions()}
    return [v.rubric.label for v in newest.values() if v.rubric.parent and v not in judged]


def _gate(project: Project) -> Step:
    test, looked = splits.of(project).counts().get(Split.TEST), looks.of(project).listed()
    if test is None:
        return Step("Gate", UNSEALED, is_done=False, page="gate.py", action="Seal a test")
    many = counted(len(looked), "look") if looked else "nobody has looked"
    state = f"{counted(test.sessions, 'session')} sealed; {many}."
    return Step("Gate", state, bool(looked), "gate.py", "Go to the gate")


def _export(judges: list[str]) -> Step:
    state = "The rubric and its judge, to take along." if judges else "Needs a judge."
    return Step("Export", state, is_done=False, page="export.py", action="Take it along")
