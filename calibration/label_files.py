"""Labels in, from files: all of a file or nothing of it."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from calibration import counts
from calibration.placing import Placed, RatingReport, placed
from judging.importers import RatingOptions, Source
from judging.ratings import Label, Maker
from storage import NewLabel, Project


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
    found = placed(project, source, options, report)
    if options.dry_run or (report.rejected and not options.partial):
        return report
    meanings = project.rubrics.meanings()
    probability = _inclusion(project, found, options.sampling)
    labels = [
        NewLabel(p.session.id, meanings[p.criterion].number, label)
        for p, label in _labels(found, options, probability, report)
    ]
    with project.imports.begin([source.name], kind="labels") as unfinished:
        report.imported = project.labels.add(labels, import_id=unfinished.number)
        unfinished.complete(report.warnings)
    counts.of_newest(project)
    report.unchanged = len(labels) - report.imported
    report.stored = True
    return report


def _labels(
    placed: Iterable[Placed],
    options: LabelOptions,
    probability: float | None,
    report: RatingReport,
) -> list[tuple[Placed, Label]]:
    slots: Counter[tuple[int, str, int]] = Counter()
    labels: dict[tuple[object, ...], tuple[Placed, Label]] = {}
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
    one: Placed,
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
    project: Project, placed: Iterable[Placed], sampling: Sampling | None
) -> float | None:
    if sampling is not Sampling.RANDOM:
        return None
    labelled = len({one.session.id for one in placed})
    return labelled / project.sessions.count() if labelled else None
