"""Files that no importer knows, read as a mapping says."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from judging.importers import long_table, pair_table
from judging.importers.columns import FIELDS, plain
from judging.importers.conversation import noted
from judging.importers.date_orders import DateOrder
from judging.importers.fields import as_id
from judging.importers.importer import Item, Record, Rejected
from judging.importers.message import Message
from judging.importers.paths import Placed, has, objects_at, value_at
from judging.importers.row import Row
from judging.importers.rows import RowReader
from judging.importers.session_mapping import LONG, OPTIONAL, PAIRS, SessionMapping

NAME = "mapping"
# What is told of the session, and stands around its messages rather than in them.
OF_SESSION = ("id", "goal")
LACKING = "Left out: {} of the list without the column of what is said."


@dataclass(frozen=True, slots=True)
class MappedRecords:
    """Sessions of a file whose list and columns someone has named."""

    mapping: SessionMapping
    dates: DateOrder | None = None
    name: str = NAME
    title: str = "Another format, by a mapping of its columns"

    def recognises(self, record: Record) -> bool:
        return any(map(self._is_message, objects_at(record.value, self.mapping.list)))

    def sessions(self, records: Iterator[Record]) -> Iterator[Item]:
        table = pair_table if self.mapping.is_pairs else long_table
        reader = RowReader(
            self.name, _is_row, table.names, table.choice, self._messages, self.dates
        )
        return reader.sessions(row for record in records for row in self._found(record))

    def _found(self, record: Record) -> list[Record] | list[Rejected]:
        return self._rows(record) or [Rejected(record.where, self._nothing())]

    def _is_message(self, placed: Placed) -> bool:
        path = self.mapping.content or self.mapping.user
        return any(has(place, self._inside(path)) for place in placed.objects)

    def _rows(self, record: Record) -> list[Record]:
        messages: list[Placed] = []
        lacking: Counter[tuple[int, ...]] = Counter()
        for placed in objects_at(record.value, self.mapping.list):
            if self._is_message(placed):
                messages.append(placed)
            else:
                lacking[placed.at[:-1]] += 1
        return [
            self._row(noted(record, LACKING, lacking[placed.at[:-1]]), placed)
            for placed in messages
        ]

    def _row(self, record: Record, placed: Placed) -> Record:
        """Return a message, or an exchange, under our own names for its columns."""
        names = PAIRS if self.mapping.is_pairs else LONG
        known = {name: self._value(name, placed) for name in (*names, *OPTIONAL)}
        needed = {name: known[name] for name in names}
        stated = {name: value for name, value in known.items() if value is not None}
        told = {"session_id": self._id(record, placed), **needed, **stated}
        place = ".".join(map(str, placed.at))
        where = f"{record.where}, item {place}" if place else record.where
        return replace(record, where=where, value=self._others(placed) | told)

    def _id(self, record: Record, placed: Placed) -> str:
        if self.mapping.id:
            return as_id(self._value("id", placed))
        if not placed.at:
            return ""  # rows of a table, which are one session a file
        around = "".join(f"#{number}" for number in placed.at[:-1])
        return f"{record.stand_in}{around}"

    def _value(self, name: str, placed: Placed) -> Any:
        """Return a field's value: the message's, or for what is the session's, from around it."""
        path = getattr(self.mapping, name)
        if not path:
            return None
        inside, message = self._inside(path), placed.objects[-1]
        if inside != path:
            return value_at(message, inside)
        inward = tuple(reversed(placed.objects))
        places = (*inward[1:], message) if name in OF_SESSION else inward
        return next((v for place in places if (v := value_at(place, path)) is not None), None)

    def _inside(self, path: str) -> str:
        """Return a path from the message on, where it is written from the record on."""
        return path.removeprefix(f"{self.mapping.list}.") if self.mapping.list else path

    def _others(self, placed: Placed) -> dict[str, Any]:
        """Return the words and numbers under names that no field has: tool calls, metadata."""
        taken = {getattr(self.mapping, name) for name in ("id", *LONG, *PAIRS, *OPTIONAL)}
        return {
            name: value
            for place in placed.objects
            for name, value in place.items()
            if name not in taken and _is_free(name, value)
        }

    def _messages(self, rows: list[Row]) -> list[Message]:
        if self.mapping.is_pairs:
            return pair_table.messages(rows)
        messages = long_table.messages(rows)
        for message in messages:
            message.role = self.mapping.roles.get(message.speaker.strip(), message.role)
        return messages

    def _nothing(self) -> str:
        mapping = self.mapping
        columns = " or ".join(PAIRS if mapping.is_pairs else ("content",))
        names = " or ".join(filter(None, (mapping.user, mapping.assistant, mapping.content)))
        place = f" in the list {mapping.list}" if mapping.list else ""
        return f"Nothing stands under {names}{place}. Name another column as {columns}."


def _is_row(record: Record) -> bool:
    return "session_id" in record.value


def _is_free(name: str, value: Any) -> bool:
    if name in long_table.PASSED:
        return True
    return isinstance(value, str | int | float) and plain(name) not in FIELDS
