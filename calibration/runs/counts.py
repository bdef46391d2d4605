"""Counts made as soon as there is something to count, so that who looks does not wait for them."""

from storage import Compared, Project, Reference, pass_units


def of_run(project: Project, run: int) -> None:
    """Count the verdicts of a run's judge, with what its earlier runs gave, against all labels."""
    work = project.runs.work(run)
    _count(project, work.rubric_version, work.judge)


def of_newest(project: Project) -> None:
    """Count what the newest run's judge has given: it is what the pages show first."""
    if pairs := project.verdicts.pairs():
        _count(project, *pairs[-1])


def _count(project: Project, version: int, judge: int) -> None:
    criteria = project.rubrics.numbered(version).rubric.criteria
    for maker in project.labels.makers():
        for criterion in criteria:
            asked = Compared(criterion.key, criterion.meaning, version, judge, Reference(maker))
            project.agreement.counts(asked)
            pass_units.of(project, asked)
