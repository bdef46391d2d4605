"""Files of labels and verdicts to flat rows, whichever way they nest."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from judging.importers import (
    graded_results,
    langfuse_scores,
    langsmith_feedback,
    mlflow_assessments,
    phoenix_annotations,
    tau_bench,
)
from judging.importers.columns import plain
from judging.importers.envelopes import NAMES
from judging.importers.importer import Rejected, Source, UnreadableError
from judging.importers.mark import LABEL, VERDICT, kind_of
from judging.importers.rating_columns import ANSWERS, TAKEN
from judging.importers.records import pieces

LISTS = ("results", "verdicts", "labels", "ratings", "turns", "judgements", "annotations", "scores")
DICTS = ("verdicts", "labels", "scores", "criteria", "values")
DEEPEST = 4
# Of these a record can be nothing else.
TRACKERS = (
    langfuse_scores.is_score,
    langsmith_feedback.is_feedback,
    mlflow_assessments.is_assessed,
    phoenix_annotations.is_annotation,
)
Reader = Callable[[Mapping[str, Any]], Iterator[dict[str, Any]]]
# Answers in shapes of other tools, which are read field by field.
FOREIGN: tuple[tuple[Callable[[Mapping[str, Any]], bool], Reader], ...] = (
    (langfuse_scores.is_score, langfuse_scores.told),
    (langsmith_feedback.is_feedback, langsmith_feedback.told),
    (mlflow_assessments.is_assessed, mlflow_assessments.told),
    (phoenix_annotations.is_annotation, phoenix_annotations.told),
    (graded_results.is_sample, graded_results.sample),
    (graded_results.is_graded, graded_results.graded),
    (graded_results.is_simulation, graded_results.simulation),
)


def is_rating(value: Any) -> bool:
    """Tell whether a value is an answer and no session: one that we exported, or a tracker's."""
    if not isinstance(value, dict):
        return False
    return kind_of(value) in (LABEL, VERDICT) or any(is_one(value) for is_one in TRACKERS)


@dataclass(frozen=True, slots=True)
class FlatRow:
    """One row, its values by column, and where it stands."""

    where: str
    values: Mapping[str, Any]


def flat_rows(source: Source, columns: Mapping[str, str]) -> Iterator[FlatRow | Rejected]:
    """
    Yield the rows of a file, with `columns` renamed.

    Of an object with a list of results, each result is a row, with what the object says of all
    of them; of a tau-bench result, the session's id and the reward are one.
    """
    for piece in pieces(source):
        if isinstance(piece, Rejected):
            yield piece
        elif hasattr(piece, "value"):
            for row in _rows(piece.where, piece.value):
                yield _renamed(row, columns) if isinstance(row, FlatRow) else row


def _rows(
    where: str, value: Any, around: Mapping[str, Any] | None = None, depth: int = 0
) -> Iterator[FlatRow | Rejected]:
    if isinstance(value, list) and depth < DEEPEST:
        for number, item in enumerate(value, 1):
            yield from _rows(f"{where}, item {number}", item, around, depth + 1)
    elif not isinstance(value, dict):
        yield Rejected(where, f"Here stands {value!r:.40}, not a label. Write an object or a row.")
    elif tau_bench.is_result(value):
        told = {"session_id": tau_bench.session_id(value), "reward": value["reward"]}
        yield FlatRow(where, told)
    elif reader := _reader(value):
        yield from _read(where, value, reader)
    elif table := _split(value):
        yield from _rows(where, table, around, depth + 1)
    elif inner := _inner_list(value):
        yield from _rows(where, inner, {**(around or {}), **_scalars(value)}, depth + 1)
    elif _is_by_session(value):
        for name, inner in value.items():
            yield from _rows(where, {"session_id": name, **inner}, around, depth + 1)
    else:
        nested: Any = next((value[name] for name in DICTS if isinstance(value.get(name), dict)), {})
        yield from _flat(where, {**(around or {}), **value, **nested})


def _flat(where: str, value: dict[str, Any]) -> Iterator[FlatRow]:
    """Yield an object as a row, or as one for each criterion that holds its answer and reason."""
    judged = {name: inner for name, inner in value.items() if _is_answer(inner)}
    for name, inner in judged.items():
        yield FlatRow(where, {**_scalars(value), "criterion": name, **inner})
    if not judged:
        yield FlatRow(where, value)


def _is_answer(value: Any) -> bool:
    return isinstance(value, dict) and any(plain(str(name)) in ANSWERS for name in value)


def _is_by_session(value: dict[str, Any]) -> bool:
    """Tell whether the keys are sessions, and what stands under them their answers."""
    if not value or not all(isinstance(inner, dict) and inner for inner in value.values()):
        return False
    names = {plain(name) for name in value}
    is_unknown = names.isdisjoint((*TAKEN, *DICTS, *LISTS, *NAMES))
    return is_unknown and not any(map(_is_answer, value.values()))


def _reader(value: dict[str, Any]) -> Reader | None:
    return next((told for is_one, told in FOREIGN if is_one(value)), None)


def _read(where: str, value: dict[str, Any], told: Reader) -> Iterator[FlatRow | Rejected]:
    try:
        yield from [FlatRow(where, row) for row in told(value)]
    except UnreadableError as problem:
        yield Rejected(where, problem.reason)


def _split(value: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the rows of a table that names its columns once, beside its data."""
    columns, data = value.get("columns"), value.get("data")
    if not isinstance(columns, list) or not isinstance(data, list):
        return []
    names = list(map(str, columns))
    return [dict(zip(names, row, strict=False)) for row in data if isinstance(row, list)]


def _inner_list(value: dict[str, Any]) -> list[Any] | None:
    # promptfoo's results stand inside of its results.
    within = value.get("results")
    held = {**value, **within} if isinstance(within, dict) else value
    lists = (held.get(name) for name in (*LISTS, *NAMES))
    return next(
        (found for found in lists if isinstance(found, list) and _holds_objects(found)), None
    )


def _holds_objects(items: list[Any]) -> bool:
    return bool(items) and isinstance(items[0], dict)


def _scalars(value: dict[str, Any]) -> dict[str, Any]:
    return {name: inner for name, inner in value.items() if not isinstance(inner, list | dict)}


def _renamed(row: FlatRow, columns: Mapping[str, str]) -> FlatRow:
    if not columns:
        return row
    return FlatRow(
        row.where, {columns.get(name, name): value for name, value in row.values.items()}
    )
