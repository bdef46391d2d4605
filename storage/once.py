"""Rows that exist once, whoever comes first."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, Table, insert, select
from sqlalchemy.exc import IntegrityError


def number_of(
    connection: Connection,
    table: Table,
    key: Mapping[str, Any],
    others: Mapping[str, Any] | None = None,
) -> int:
    """
    Return the number of the row with this key, inserted if there is none.

    Args:
        connection: In a transaction that writes.

        table: One with a number of its own and a unique key.

        key: The columns of that key; two that insert it at once get the same row.

        others: What else a new row holds.
    """
    found = select(table.c.id).where(*(table.c[name] == value for name, value in key.items()))
    number = connection.scalar(found)
    if number is None:
        try:
            with connection.begin_nested():
                row = insert(table).returning(table.c.id)
                number = connection.scalar(row, {**key, **(others or {})})
        except IntegrityError:
            number = connection.scalar(found)
    assert isinstance(number, int)
    return number
