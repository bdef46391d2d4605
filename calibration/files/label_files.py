"""Labels in, from files: all of a file or nothing of it."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from calibration.files.placing import Placed, RatingReport, placed
from calibration.files.slots import Slots
from calibration.runs import counts
from calibration.visitors import access
from calibration.visitors.access import Right
from judging.importers import RatingOptions, Source
from judging.ratings import Label, Maker
from storage import Meaning, NewLabel, Project, slots


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


@access.needs(Right.IMPORT)
def import_labels(project: Project, source: Source, options: LabelOptions) -> RatingReport:
    """
    Keep the labels of a file.

    Nameless ones of another file than before are another rater's, and kept beside what is there.

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
    numbered = Slots(source.name, slots.taken(project, (one.session.id for one in found)))
    made = [_label(o, options, meanings[o.criterion], numbered, probability) for o in found]
    labels = _each_once(zip(found, made, strict=True), report)
    report.warnings += numbered.notes
    with project.imports.begin([source.name], kind="labels") as unfinished:
        report.imported = project.labels.add(labels, import_id=unfinished.number)
        unfinished.complete(report.warnings)
    counts.of_newest(project)
    report.unchanged = len(labels) - report.imported
    report.stored = True
    return report


def _label(
    placed: Placed,
    options: LabelOptions,
    meaning: Meaning,
    slots: Slots,
    probability: float | None,
) -> NewLabel:
    row = placed.row
    reviewer = row.reviewer or options.reviewer
    unit = (placed.session.id, placed.criterion, meaning.number, placed.turn)
    stratum = row.stratum or (str(options.sampling) if options.sampling else None)
    label = Label(
        session=placed.session.external_id,
        criterion=placed.criterion,
        outcome=row.outcome,
        reviewer=reviewer,
        turn=placed.turn,
        slot=slots.give(unit, row) if reviewer is None else 0,
        made_by=row.made_by or options.made_by,
        rationale=row.note,
        citations=placed.citations,
        raw_value=row.raw_value,
        blind=options.blind if row.blind is None else row.blind,
        stratum=stratum,
        inclusion_prob=probability if row.inclusion_prob is None else row.inclusion_prob,
        adjudicated=row.adjudicated,
        created_at=row.created_at,
    )
    return NewLabel(placed.session.id, meaning.number, label)


def _each_once(labels: Iterable[tuple[Placed, NewLabel]], report: RatingReport) -> list[NewLabel]:
    """Return the later of two labels by one reviewer of one unit, and say that there were two."""
    kept: dict[tuple[object, ...], NewLabel] = {}
    for one, new in labels:
        label = new.label
        unit = (new.session, label.criterion, label.turn)
        key = (*unit, label.reviewer, label.slot, label.adjudicated)
        if key in kept:
            report.warnings.append(
                f"{one.row.where}: {label.reviewer} labelled this twice; the later label counts."
            )
        kept[key] = new
    return list(kept.values())


def _inclusion(
    project: Project, placed: Iterable[Placed], sampling: Sampling | None
) -> float | None:
    if sampling is not Sampling.RANDOM:
        return None
    labelled = len({one.session.id for one in placed})
    return labelled / project.sessions.count() if labelled else None
