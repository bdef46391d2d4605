"""Many rows at once, past SQLAlchemy's bookkeeping of each: that is half of an import's time."""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from sqlalchemy import Connection, Dialect, Table, insert

Values = tuple[Any, ...]


def insert_rows(connection: Connection, table: Table, rows: Iterable[Values]) -> None:
    """Insert `rows`, each a value for every column of `table` in order, in one driver call."""
    dialect = connection.dialect
    rows = list(rows)
    if not rows:
        return
    columns = [
        [None if value is None else convert(value) for value in column] if convert else column
        for convert, column in zip(
            _converters(table, dialect), zip(*rows, strict=True), strict=True
        )
    ]
    values = list(zip(*columns, strict=True))
    statement = insert(table).compile(dialect=dialect)
    if statement.positiontup is not None:
        connection.exec_driver_sql(str(statement), values)
    else:
        named = [dict(zip(table.columns.keys(), row, strict=True)) for row in values]
        connection.exec_driver_sql(str(statement), named)


@cache
def _converters(table: Table, dialect: Dialect) -> list[Callable[[Any], Any] | None]:
    return [column.type.dialect_impl(dialect).bind_processor(dialect) for column in table.columns]
