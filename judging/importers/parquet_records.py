"""Parquet to records: rows, each without the keys that only other rows have."""

import io
import math
from collections.abc import Iterator
from datetime import date, time, timedelta
from decimal import Decimal
from typing import Any

from judging.errors import SessionFileError
from judging.importers.importer import Record, Source, Unit
from judging.importers.json_values import storable_text

MAGIC = b"PAR1"
# Rows that are in memory at once.
BATCH = 1_000
MAX_UNPACKED = 4 << 30


def is_parquet(start: bytes) -> bool:
    """Tell by a file's first bytes."""
    return start.startswith(MAGIC)


def parquet_records(source: Source) -> Iterator[Record]:
    """
    Yield a record a row, read a batch at a time; an absent value is an absent key.

    Raises:
        SessionFileError: If the file is damaged, or would unpack to more than the limit.
    """
    from pyarrow import ArrowException  # noqa: PLC0415  (takes a quarter of a second)
    from pyarrow.parquet import ParquetFile  # noqa: PLC0415  (takes a quarter of a second)

    with source.open() as file:
        try:
            table = ParquetFile(file if file.seekable() else io.BytesIO(file.read()))
            _check(source, table.metadata)
            rows = (row for batch in table.iter_batches(BATCH) for row in batch.to_pylist())
            for number, row in enumerate(rows, 1):
                where = f"{source.name}, row {number}"
                yield Record(where, _plain(row), source, number, Unit.ITEM)
        except (ArrowException, OSError) as problem:
            raise SessionFileError(
                f"This Parquet file is damaged: {str(problem).splitlines()[0]}.",
                where=source.name,
                fix="Export it again.",
            ) from None


def _check(source: Source, metadata: Any) -> None:
    groups = range(metadata.num_row_groups)
    size = sum(metadata.row_group(group).total_byte_size for group in groups)
    if size > MAX_UNPACKED:
        raise SessionFileError(
            f"The file would unpack to {size >> 20} MB.", where=source.name, fix="Split it."
        )


def _plain(value: Any) -> Any:
    """Return a value as JSON has it: no NaN, times as text, bytes as what they are."""
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items() if item is not None}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, str):
        return storable_text(value)
    return _scalar(value)


def _scalar(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, bytes):
        return "[file]"
    return str(value) if isinstance(value, Decimal | timedelta) else value
