"""One row of a table, its columns known by their names."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from judging.importers.columns import fields_of
from judging.importers.fields import as_id
from judging.importers.importer import Record
from judging.importers.times import instant


@dataclass(frozen=True, slots=True)
class Row:
    """
    A record, and which of its columns are which fields.

    Attributes:
        turn: The source's number of the turn, empty without one.

        time: When, in UTC; None where it is not stated, or could be read in two ways.
    """

    record: Record
    fields: dict[str, str]
    turn: str
    time: datetime | None

    @classmethod
    def of(cls, record: Record) -> "Row":
        """Return the row that `record` is, its columns known by their names."""
        fields, value = fields_of(record.value), record.value
        turn = as_id(value[fields["turn"]]) if "turn" in fields else ""
        time = instant(value[fields["time"]]) if "time" in fields else None
        return cls(record, fields, turn, time)

    def get(self, field: str) -> Any:
        """Return the value of `field`, or None without the column or with an empty cell."""
        value = self.record.value.get(self.fields.get(field, ""))
        return None if value == "" else value

    @property
    def session(self) -> str:
        """The session's id, empty without one."""
        return as_id(self.get("session")) or as_id(self.get("trace"))
