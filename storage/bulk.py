"""Many rows at once, past SQLAlchemy's bookkeeping of each: that is half of an import's time."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, Dialect, Table, insert
from sqlalchemy.sql.compiler import SQLCompiler


def insert_columns(
    connection: Connection, table: Table, columns: Mapping[str, Sequence[Any]]
) -> None:
    """
    Insert the rows that these columns hold, in one call of the driver.

    Args:
        connection: In a transaction that writes.

        table: Where to.

        columns: One sequence a column, all of one length; a column left out is NULL.
    """
    # A driver binds every value of every row: leaving seven empty columns of thirteen out of the
    # statement halves the time (benchmarks/import_rate.py).
    columns = {name: values for name, values in columns.items() if values.count(None) < len(values)}
    dialect = connection.dialect
    converted = {
        name: _converted(values, table.c[name].type.dialect_impl(dialect).bind_processor(dialect))
        for name, values in columns.items()
    }
    statement = _statement(table, tuple(columns), dialect)
    if statement.positiontup is None:
        rows = zip(*converted.values(), strict=True)
        connection.exec_driver_sql(
            str(statement), [dict(zip(columns, r, strict=True)) for r in rows]
        )
    else:
        places = [converted[name] for name in statement.positiontup]
        connection.exec_driver_sql(str(statement), list(zip(*places, strict=True)))


@lru_cache(maxsize=64)
def _statement(table: Table, columns: tuple[str, ...], dialect: Dialect) -> SQLCompiler:
    compiled = insert(table).compile(dialect=dialect, column_keys=columns)
    assert isinstance(compiled, SQLCompiler)
    return compiled


def _converted(values: Sequence[Any], convert: Callable[[Any], Any] | None) -> Sequence[Any]:
    if convert is None:
        return values
    return [None if value is None else convert(value) for value in values]
