"""The answers in a file of labels or verdicts, before they are understood."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from judging.importers.importer import Rejected, Source, UnreadableError
from judging.importers.mark import kind_of
from judging.importers.own_ratings import answer_in
from judging.importers.rating_columns import JUDGE, PEOPLE, layout_of
from judging.importers.rating_mapping import mapped_rows
from judging.importers.rating_options import RatingOptions
from judging.importers.rating_shapes import FlatRow, flat_rows
from judging.importers.values import several

NO_CRITERION = "The row names no criterion. Fill it in, or name one with --criterion."


@dataclass(frozen=True, slots=True)
class Answer:
    """
    One answer in a row.

    Attributes:
        where: The file, and the line or item.

        criterion: The criterion's key.

        value: The answer, as parsed.

        is_one_of_several: Whether others stand in the same place, from other raters.

        is_sure: Whether the column's name tells that it holds answers.

        row: All of the row, by column.

        fields: The column of each known field.
    """

    where: str
    criterion: str
    value: Any
    is_one_of_several: bool
    is_sure: bool
    row: Mapping[str, Any]
    fields: Mapping[str, str]

    def get(self, name: str) -> Any:
        """Return the row's value of a known field; None without its column or for an empty cell."""
        value = self.row.get(self.fields.get(name, ""))
        return None if value == "" else value


def answers_in(source: Source, options: RatingOptions) -> Iterator[Answer | Rejected]:
    """Yield each answer of a file, and each row in which there can be none."""
    mapping = options.mapping
    rows = mapped_rows(source, mapping) if mapping else flat_rows(source, options.columns)
    for row in rows:
        if isinstance(row, Rejected):
            yield row
            continue
        try:
            yield from _answers(row, options)
        except UnreadableError as problem:
            yield Rejected(row.where, problem.reason)


def _answers(row: FlatRow, options: RatingOptions) -> Iterator[Answer | Rejected]:
    if kind_of(row.values):
        yield _own(row, options)
        return
    side = JUDGE if options.verdicts else PEOPLE
    layout = layout_of(tuple(row.values), options.criterion or "", side)
    for column, named in layout.answers.items():
        cell = str(row.values.get(layout.fields.get("criterion", "")) or "").strip()
        criterion = named or cell or options.criterion
        if not criterion:
            yield Rejected(row.where, NO_CRITERION)
            continue
        values = several(row.values.get(column))
        for value in values:
            yield Answer(
                row.where,
                criterion,
                value,
                len(values) > 1,
                layout.is_sure,
                row.values,
                layout.fields,
            )


def _own(row: FlatRow, options: RatingOptions) -> Answer:
    criterion, outcome = answer_in(row.values, verdicts=options.verdicts)
    return Answer(
        where=row.where,
        criterion=criterion,
        value=str(outcome),
        is_one_of_several=False,
        is_sure=True,
        row=row.values,
        fields={},
    )
