"""What columns are made of."""

from typing import Any

import pytest
from sqlalchemy import Column, Integer, MetaData, Table, create_engine, insert, select

from storage.tables.columns import PACKED

TABLE = Table("kept", MetaData(), Column("id", Integer, primary_key=True), Column("value", PACKED))


@pytest.mark.parametrize(
    "value",
    [
        None,
        "",
        "It left today. ✓ \x00 \U0001f4e6",
        {"messages": [{"role": "user", "content": "Where?"}], "n": [1, 2.5, None, True]},
        [],
        {},
        0,
        False,
    ],
)
def test_a_packed_value_comes_back_as_it_went_in(value: Any) -> None:
    engine = create_engine("sqlite://")
    TABLE.metadata.create_all(engine)

    with engine.begin() as connection:
        connection.execute(insert(TABLE), {"value": value})
        back = connection.scalar(select(TABLE.c.value))
        is_null = connection.scalar(select(TABLE.c.value.is_(None)))

    engine.dispose()
    assert (back, type(back)) == (value, type(value))
    assert is_null == (value is None)


def test_what_is_large_is_kept_small() -> None:
    packed = PACKED.process_bind_param(
        "It left today. " * 10_000, create_engine("sqlite://").dialect
    )

    assert packed is not None
    assert len(packed) < 5_000
