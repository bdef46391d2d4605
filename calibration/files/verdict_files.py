"""A judge's verdicts in, from files: all of a file or nothing of it."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace

from calibration.files.placing import Placed, RatingReport, placed
from calibration.runs import counts
from calibration.visitors import access
from calibration.visitors.access import Right
from judging.families import family
from judging.importers import RatingOptions, Skipped, Source
from judging.judges import JudgeIdentity
from judging.ratings import Finding, Maker, Outcome, Problem, Verdict
from storage import Answer, Mode, NewRun, Project, StoredVerdict, StoredVersion


@dataclass(frozen=True, slots=True)
class VerdictOptions:
    """
    How to read a file of verdicts.

    Attributes:
        judge: The judge's name.

        rubric: The version they were given under; None takes the file's word, else the newest
            version that has the criterion.
    """

    reading: RatingOptions
    judge: str
    rubric: str | None = None
    add_criteria: str | None = None
    partial: bool = False
    dry_run: bool = False


@access.needs(Right.IMPORT)
def import_verdicts(project: Project, source: Source, options: VerdictOptions) -> RatingReport:
    """
    Keep the verdicts of a file, as those of a recorded judge.

    Returns:
        What was kept, and the rows that cannot be: with one of those nothing is stored,
        unless the options say partial.

    Raises:
        SessionFileError: If the file cannot be read, or its numbers need a polarity.

        StoreError: If the project has no such rubric version.
    """
    report = RatingReport()
    found = placed(project, source, options, report)
    by_rubric: dict[str, list[Placed]] = defaultdict(list)
    for one in found:
        if one.row.judge not in (None, "", options.judge):
            report.skipped.append(Skipped(one.row.where, f"It is a verdict of {one.row.judge}."))
            continue
        if one.row.made_by is Maker.PERSON:
            report.skipped.append(Skipped(one.row.where, "It is a person's label."))
            continue
        rubric = options.rubric or one.row.rubric or _newest_with(project, one.criterion)
        by_rubric[rubric].append(one)
    if options.dry_run or (report.rejected and not options.partial):
        return report
    versions = {rubric: project.rubrics.get(rubric) for rubric in by_rubric}
    identity = JudgeIdentity(options.judge, "recorded", family=family(options.judge))
    judge = project.judges.kept(identity).id
    for rubric, rows in by_rubric.items():
        _keep(project, versions[rubric], judge, rows, report)
    report.stored = True
    return report


def _newest_with(project: Project, criterion: str) -> str:
    newest = {v.rubric.name: v.rubric for v in project.rubrics.versions()}
    return next(r.label for r in newest.values() if criterion in r.keys)


def _keep(
    project: Project,
    version: StoredVersion,
    judge: int,
    rows: Iterable[Placed],
    report: RatingReport,
) -> None:
    given: dict[tuple[int, str, int], tuple[int, Verdict]] = {}
    for one in rows:
        version.rubric.criterion(one.criterion)
        given[one.session.id, one.criterion, one.turn] = (one.session.id, _verdict(one))
    ids = sorted({session for session, _ in given.values()})
    before = project.verdicts.standing(
        ids, rubric_version=version.id, judge=judge, with_sealed=True
    )
    new: dict[int, list[Verdict]] = defaultdict(list)
    for unit, (session, verdict) in given.items():
        if _is_equal(before.get(unit), verdict):
            report.unchanged += 1
        else:
            new[session].append(verdict)
    if not new:
        return
    level = version.rubric.criteria[0].level
    units = len({(s, v.turn) for s, verdicts in new.items() for v in verdicts})
    run = project.runs.start(NewRun(judge, version.id, level, units, mode=Mode.IMPORT))
    answer = Answer(run, version.id, judge)
    project.verdicts.add(answer, new)
    project.runs.finish(run)
    counts.of_run(project, run)
    report.imported += sum(map(len, new.values()))


def _verdict(one: Placed) -> Verdict:
    outcome = one.row.outcome or Outcome.NOT_SCORED
    return Verdict(
        session=one.session.external_id,
        criterion=one.criterion,
        outcome=outcome,
        turn=one.turn,
        problem=Problem.PARSE_FAILED if outcome is Outcome.NOT_SCORED else None,
        rationale=one.row.note,
        citations=one.citations,
        findings=tuple(Finding(tag, turn, note) for tag, turn, note in one.row.findings),
        raw_value=one.row.raw_value,
    )


def _is_equal(before: StoredVerdict | None, verdict: Verdict) -> bool:
    return before is not None and replace(before.verdict, sample=1) == verdict
