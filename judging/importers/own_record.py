"""The fields of a record that we exported, whether JSON holds them or the cells of a table."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, TypeVar

from judging.importers.importer import UnreadableError
from judging.importers.json_values import container, held
from judging.importers.times import instant

WHOLE = re.compile(r"\d{1,9}")
TRUTHS = {"yes": True, "no": False}
Kind = TypeVar("Kind", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class OwnRecord:
    """
    Reads fields exactly as they were written; an empty one is as good as none.

    Every method raises `UnreadableError` for a value that is not of the kind it returns.
    """

    fields: Mapping[str, Any]

    def text(self, name: str) -> str:
        """Return a text, its spaces and line breaks included; empty without one."""
        value = self.fields.get(name)
        if value is None or isinstance(value, str):
            return value or ""
        raise _unlike(value, name, "text")

    def needed(self, name: str) -> str:
        """Return a text that may not be empty."""
        if text := self.text(name):
            return text
        raise UnreadableError(f"The record lacks {name}. Export it again.")

    def truth(self, name: str) -> bool | None:
        """Return a yes or no; None without one."""
        value = self._stated(name)
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, str) and value in TRUTHS:
            return TRUTHS[value]
        raise _unlike(value, name, "yes or no")

    def whole(self, name: str) -> int:
        """Return a whole number from 0; 0 without one."""
        value = self._stated(name)
        if value is None:
            return 0
        if isinstance(value, str) and WHOLE.fullmatch(value):
            return int(value)
        if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
            return value
        raise _unlike(value, name, "a whole number")

    def number(self, name: str) -> float | None:
        """Return a number to its last digit; None without one."""
        value = self._stated(name)
        if value is None:
            return None
        try:
            number = math.nan if isinstance(value, bool) else float(value)
        except (ValueError, TypeError, OverflowError):
            number = math.nan
        if not math.isfinite(number):
            raise _unlike(value, name, "a number")
        return number

    def moment(self, name: str) -> datetime | None:
        """Return a time in UTC; None without one."""
        value = self._stated(name)
        if value is None:
            return None
        if (moment := instant(value)) is None:
            raise _unlike(value, name, "a time")
        return moment

    def member(self, name: str, kind: type[Kind]) -> Kind | None:
        """Return one of the words of `kind`; None without one."""
        value = self._stated(name)
        if value is None:
            return None
        try:
            return kind(value)
        except ValueError:
            raise _unlike(value, name, f"one of {', '.join(kind)}") from None

    def items(self, name: str) -> list[Any]:
        """Return a list; empty without one."""
        value = container(self._stated(name))
        if value is None or isinstance(value, list):
            return value or []
        raise _unlike(value, name, "a list")

    def objects(self, name: str) -> list["OwnRecord"]:
        """Return the objects in a list; none without one."""
        items = self.items(name)
        if all(isinstance(item, dict) for item in items):
            return [OwnRecord(item) for item in items]
        raise _unlike(items, name, "a list of objects")

    def named(self, name: str) -> dict[str, Any]:
        """Return named values; empty without them."""
        value = container(self.value(name))
        if value in (None, "") or isinstance(value, dict):
            return value or {}
        raise _unlike(value, name, "an object")

    def value(self, name: str) -> Any:
        """Return any JSON value; one that is nested too deep for a line stands there as text."""
        text = self.text(f"{name}_json")
        return held(text) if text else self.fields.get(name)

    def _stated(self, name: str) -> Any:
        value = self.fields.get(name)
        return None if value == "" else value


def _unlike(value: Any, name: str, wanted: str) -> UnreadableError:
    return UnreadableError(f"{value!r:.40} is not {wanted}, which {name} needs.")
