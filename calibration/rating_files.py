"""Labels and verdicts in, from files: all of a file or nothing of it."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from calibration import rubric_editing
from judging.families import family
from judging.importers import RatingOptions, RatingRow, Rejected, Skipped, Source, read_ratings
from judging.judges import JudgeIdentity
from judging.ratings import Citation, Finding, Label, Maker, Outcome, Problem, Verdict
from judging.rubrics import Level
from storage import (
    Answer,
    Meaning,
    NewLabel,
    Project,
    RunStatus,
    SessionLine,
    StoredVerdict,
    StoredVersion,
)


class Sampling(StrEnum):
    """How the labelled sessions were chosen."""

    RANDOM = "random"
    JUDGE_STRATIFIED = "judge-stratified"
    CHOSEN = "chosen"


@dataclass(frozen=True, slots=True)
class LabelOptions:
    """
    How to read a file of labels.

    Attributes:
        reading: Value map, turn base and the criterion of files with a single value column.

        reviewer: Who gave them, where the file does not say; None makes them rating slots.

        blind: Whether they were given blind, where the file does not say.

        add_criteria: The rubric that takes up criteria the project lacks; None rejects them.
    """

    reading: RatingOptions
    reviewer: str | None = None
    made_by: Maker = Maker.PERSON
    blind: bool | None = None
    sampling: Sampling | None = None
    add_criteria: str | None = None
    partial: bool = False
    dry_run: bool = False


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


@dataclass
class RatingReport:
    """
    What an import of ratings did, or would do.

    Attributes:
        imported: How many were kept that were not there before; None of them on a dry run.

        unchanged: How many were there already, equal in all.

        outcomes: How many rows of each criterion have each outcome, for a look at the polarity.
    """

    imported: int = 0
    unchanged: int = 0
    outcomes: Counter[tuple[str, Outcome]] = field(default_factory=Counter)
    skipped: list[Skipped] = field(default_factory=list)
    rejected: list[Rejected] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    stored: bool = False


@dataclass(frozen=True, slots=True)
class _Placed:
    """A row whose session, criterion and turns were found in the project."""

    row: RatingRow
    session: SessionLine
    criterion: str
    turn: int
    citations: tuple[Citation, ...]


def import_labels(project: Project, source: Source, options: LabelOptions) -> RatingReport:
    """
    Keep the labels of a file.

    Returns:
        What was kept, and the rows that cannot be: with one of those nothing is stored,
        unless the options say partial.

    Raises:
        SessionFileError: If the file cannot be read, or its numbers need a polarity.
    """
    report = RatingReport()
    placed = _placed(project, source, options, report)
    if options.dry_run or (report.rejected and not options.partial):
        return report
    meanings = project.rubrics.meanings()
    probability = _inclusion(project, placed, options.sampling)
    labels = [
        NewLabel(p.session.id, meanings[p.criterion].number, label)
        for p, label in _labels(placed, options, probability, report)
    ]
    with project.imports.begin([source.name], kind="labels") as unfinished:
        report.imported = project.labels.add(labels, import_id=unfinished.number)
        unfinished.complete(report.warnings)
    report.unchanged = len(labels) - report.imported
    report.stored = True
    return report


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
    placed = _placed(project, source, options, report)
    by_rubric: dict[str, list[_Placed]] = defaultdict(list)
    for one in placed:
        if one.row.judge not in (None, "", options.judge):
            report.skipped.append(Skipped(one.row.where, f"It is a verdict of {one.row.judge}."))
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


def _placed(
    project: Project,
    source: Source,
    options: LabelOptions | VerdictOptions,
    report: RatingReport,
) -> list[_Placed]:
    rows: list[RatingRow] = []
    for item in read_ratings(source, options.reading):
        if isinstance(item, Rejected):
            report.rejected.append(item)
        else:
            rows.append(item)
    meanings = _take_up(project, rows, options, report)
    sessions = project.sessions.numbers(sorted({row.session_id for row in rows}))
    turns: dict[int, Mapping[str, int]] = {}
    placed: list[_Placed] = []
    for row in rows:
        found = _place(project, row, sessions, meanings, turns)
        if isinstance(found, _Placed):
            placed.append(found)
            report.outcomes[found.criterion, row.outcome or Outcome.NOT_SCORED] += 1
        elif found:
            report.rejected.append(Rejected(row.where, found))
    return placed


def _take_up(
    project: Project,
    rows: Iterable[RatingRow],
    options: LabelOptions | VerdictOptions,
    report: RatingReport,
) -> Mapping[str, Meaning]:
    """Return the criteria that rows may be about, those added that the options allow."""
    meanings = project.rubrics.meanings()
    unknown: Counter[str] = Counter()
    levels: dict[str, Level] = {}
    for row in rows:
        key = rubric_editing.key_of(row.criterion)
        if key not in meanings:
            unknown[key] += 1
            levels[key] = Level.TURN if row.turn or row.external_turn else Level.SESSION
    if unknown and options.add_criteria is None:
        reason = "No rubric has it ({} rows). Add it with --add-criteria RUBRIC."
        report.rejected += [
            Rejected(f"criterion {key}", reason.format(n)) for key, n in unknown.items()
        ]
    elif unknown and options.add_criteria and not options.dry_run:
        saved = rubric_editing.add_criteria(project, options.add_criteria, levels)
        report.warnings.append(f"{', '.join(unknown)} added to {saved.rubric.label}.")
    if options.add_criteria is None:
        return meanings
    return meanings | {key: Meaning(key, 1, level) for key, level in levels.items()}


def _place(
    project: Project,
    row: RatingRow,
    sessions: Mapping[str, SessionLine],
    meanings: Mapping[str, Meaning],
    turns: dict[int, Mapping[str, int]],
) -> "_Placed | str":
    """Return the row with its session, criterion and turns, or why it has no place."""
    key = rubric_editing.key_of(row.criterion)
    session, meaning = sessions.get(row.session_id), meanings.get(key)
    if meaning is None:
        return ""  # named once with its count, not row by row
    if session is None:
        return f"There is no session {row.session_id!r} in this project. Import it first."
    if session.id not in turns and (row.external_turn or row.external_citations):
        turns[session.id] = project.sessions.external_turns(session.id)
    mapped = turns.get(session.id, {})
    turn = mapped.get(row.external_turn, -1) if row.external_turn else row.turn
    if not 0 <= turn <= session.n_turns:
        return f"The session {row.session_id} has no turn {row.external_turn or row.turn}."
    if (meaning.level is Level.TURN) != (turn > 0):
        wanted = "needs a turn" if turn == 0 else "is about the session: leave the turn out"
        return f"The criterion {key} {wanted}."
    cited = [mapped[e] for e in row.external_citations if e in mapped] or row.cited_turns
    quotes = [*row.quotes, *[""] * len(cited)]
    citations = tuple(Citation(t, q) for t, q in zip(cited, quotes, strict=False))
    return _Placed(row, session, key, turn, citations)


def _labels(
    placed: Iterable[_Placed],
    options: LabelOptions,
    probability: float | None,
    report: RatingReport,
) -> list[tuple[_Placed, Label]]:
    slots: Counter[tuple[int, str, int]] = Counter()
    labels: dict[tuple[object, ...], tuple[_Placed, Label]] = {}
    for one in placed:
        unit = (one.session.id, one.criterion, one.turn)
        reviewer = one.row.reviewer or options.reviewer
        slots[unit] += reviewer is None
        label = _label(one, options, reviewer, slots[unit] if reviewer is None else 0, probability)
        key = (*unit, reviewer, label.slot, label.adjudicated)
        if key in labels:
            report.warnings.append(
                f"{one.row.where}: {reviewer} labelled this twice; the later label counts."
            )
        labels[key] = (one, label)
    return list(labels.values())


def _label(
    one: _Placed,
    options: LabelOptions,
    reviewer: str | None,
    slot: int,
    probability: float | None,
) -> Label:
    row = one.row
    stratum = row.stratum or (str(options.sampling) if options.sampling else None)
    return Label(
        session=row.session_id,
        criterion=one.criterion,
        outcome=row.outcome,
        reviewer=reviewer,
        turn=one.turn,
        slot=slot,
        made_by=row.made_by or options.made_by,
        rationale=row.note,
        citations=one.citations,
        raw_value=row.raw_value,
        blind=options.blind if row.blind is None else row.blind,
        stratum=stratum,
        inclusion_prob=probability if row.inclusion_prob is None else row.inclusion_prob,
        adjudicated=row.adjudicated,
        created_at=row.created_at,
    )


def _inclusion(
    project: Project, placed: Iterable[_Placed], sampling: Sampling | None
) -> float | None:
    if sampling is not Sampling.RANDOM:
        return None
    labelled = len({one.session.id for one in placed})
    return labelled / project.sessions.count() if labelled else None


def _newest_with(project: Project, criterion: str) -> str:
    newest = {v.rubric.name: v.rubric for v in project.rubrics.versions()}
    return next(r.label for r in newest.values() if criterion in r.keys)


def _keep(
    project: Project,
    version: StoredVersion,
    judge: int,
    rows: Iterable[_Placed],
    report: RatingReport,
) -> None:
    given: dict[tuple[int, str, int], tuple[int, Verdict]] = {}
    for one in rows:
        version.rubric.criterion(one.criterion)
        given[one.session.id, one.criterion, one.turn] = (one.session.id, _verdict(one))
    ids = sorted({session for session, _ in given.values()})
    before = project.verdicts.standing(ids, rubric_version=version.id, judge=judge)
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
    run = project.runs.start(
        judge=judge, rubric_version=version.id, level=level, units=units, mode="import"
    )
    answer = Answer(run, version.id, judge)
    project.verdicts.add(answer, new)
    project.runs.set_status(run, RunStatus.DONE)
    report.imported += sum(map(len, new.values()))


def _verdict(one: _Placed) -> Verdict:
    outcome = one.row.outcome or Outcome.NOT_SCORED
    return Verdict(
        session=one.row.session_id,
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
