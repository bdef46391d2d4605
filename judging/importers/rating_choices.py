"""What a mapping of labels or verdicts may name, and what the values that it names are."""

from collections import Counter
from collections.abc import Iterable

from judging.importers.columns import plain
from judging.importers.importer import Rejected, Source
from judging.importers.rating_columns import ANSWERS, FIELDS, HUMAN, JUDGED
from judging.importers.rating_mapping import RatingMapping, mapped_rows, spelt
from judging.importers.values import Scale, canonical, is_nothing, is_number
from judging.ratings import Outcome

# Of our columns that a person chooses, and the fields by whose names they are known.
CHOSEN = {
    "session_id": "session",
    "criterion": "criterion",
    "value": "value",
    "turn": "turn",
    "reviewer": "reviewer",
    "note": "note",
}
# Different values of which each is counted.
MOST_VALUES = 1_000


def suggested(columns: Iterable[str]) -> dict[str, str]:
    """Return for those of our columns that the names tell, the file's."""
    last = {plain(column.rpartition(".")[2]): column for column in columns}
    answers = (*HUMAN, *JUDGED, *ANSWERS)
    found = {"value": next((last[name] for name in answers if name in last), "")}
    for name, field in CHOSEN.items():
        if name not in found:
            known = (last[n] for n, told in FIELDS.items() if told == field and n in last)
            found[name] = next(known, "")
    return {name: column for name, column in found.items() if column}


def counted(source: Source, mapping: RatingMapping) -> Counter[str]:
    """
    Return how often each value stands where `mapping` says, having read all of the file.

    Values are spelled one way, and no answers are not counted; of more than a thousand different
    ones, the first.
    """
    counts: Counter[str] = Counter()
    for row in mapped_rows(source, mapping):
        if isinstance(row, Rejected):
            continue
        for name in ("value", *mapping.criteria.values()):
            value = row.values.get(name)
            if value is None or isinstance(value, list | dict) or is_nothing(value):
                continue
            spelling = canonical(spelt(value))
            if spelling in counts or len(counts) < MOST_VALUES:
                counts[spelling] += 1
    return counts


def told(value: str) -> Outcome | None:
    """Return the outcome that a value is by itself; a number is none."""
    return None if is_number(value) else Scale().outcome(value)


def numbers(counts: Iterable[str]) -> list[float]:
    """Return the values as numbers, the lowest first; nothing unless all are numbers."""
    values = list(counts)
    return sorted(map(float, values)) if values and all(map(is_number, values)) else []


def parted(
    counts: Iterable[str], threshold: float, *, low_is_good: bool
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """
    Return the numbers that are a pass and those that are a fail.

    Args:
        counts: Numbers as text.

        threshold: A pass itself.

        low_is_good: Whether a pass is at most the threshold, else at least.
    """
    passes = [
        v for v in counts if (float(v) <= threshold if low_is_good else float(v) >= threshold)
    ]
    return tuple(passes), tuple(value for value in counts if value not in passes)
