"""What the columns of every table are made of."""

import json
import zlib
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, Literal

from sqlalchemy import (
    JSON,
    BigInteger,
    Dialect,
    Enum,
    Integer,
    LargeBinary,
    MetaData,
    TypeDecorator,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel

OnDelete = Literal["CASCADE", "SET NULL", "RESTRICT"]
NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
# SQLite numbers rows by itself only in a column declared INTEGER.
NUMBER = BigInteger().with_variant(Integer, "sqlite")


class Packed(TypeDecorator[Any]):
    """A JSON value kept compressed: for what is large, and looked at rarely."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> bytes | None:
        """Pack `value`."""
        _ = dialect
        if value is None:
            return None
        return zlib.compress(json.dumps(value, ensure_ascii=False).encode(), level=1)

    def process_result_value(self, value: bytes | None, dialect: Dialect) -> Any:
        """Unpack what was kept."""
        _ = dialect
        return None if value is None else json.loads(zlib.decompress(value))


PACKED = Packed()
JSON_VALUE = JSON(none_as_null=True).with_variant(JSONB(none_as_null=True), "postgresql")


# A registry of our own: Streamlit re-imports edited modules, and the one that SQLModel
# shares would then hold each table twice.
class Row(SQLModel, registry=registry(metadata=MetaData(naming_convention=NAMES))):
    """Base of every table."""


def numbered() -> Any:
    """Return a primary key that the database counts up."""
    return Field(default=None, primary_key=True, sa_type=NUMBER)


def reference(table: str, *, ondelete: OnDelete = "CASCADE", index: bool = False) -> Any:
    """Return a foreign key to `table` that every row has."""
    return Field(foreign_key=f"{table}.id", ondelete=ondelete, sa_type=NUMBER, index=index)


def optional_reference(table: str) -> Any:
    """Return a foreign key to `table` that falls back to NULL."""
    key = f"{table}.id"
    return Field(default=None, foreign_key=key, ondelete="SET NULL", sa_type=NUMBER, nullable=True)


def turn_key() -> Any:
    """Return the turn in a key; 0 is the session as a whole, since NULLs would never collide."""
    return Field(default=0, sa_column_kwargs={"server_default": "0"})


def one_of(kind: type[StrEnum], *, is_checked: bool = True, **options: Any) -> Any:
    """
    Return a column that holds a value of `kind`, as text.

    Args:
        kind: The values.

        is_checked: Whether the database checks them; else the table's own constraint does.

        options: What else the field has.
    """
    checked = Enum(
        kind,
        native_enum=False,
        length=24,
        create_constraint=is_checked,
        name=kind.__name__.lower(),
        values_callable=lambda members: [member.value for member in members],
    )
    return Field(sa_type=checked, **options)


def json_value(**options: Any) -> Any:
    """Return a column that holds a JSON value, replaced as a whole and never changed in place."""
    return Field(sa_type=JSON_VALUE, **options)


def packed_value() -> Any:
    """Return a column that holds a JSON value compressed, or none."""
    return Field(default=None, sa_type=PACKED, nullable=True)


def now() -> datetime:
    """Return the present moment in UTC."""
    return datetime.now(UTC)
