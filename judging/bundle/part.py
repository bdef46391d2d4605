"""An object in a bundle's file, and its place there, for errors."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, TypeVar

from judging.errors import JudgeError

FIX = "Export the bundle again; its file is not made to be edited."
Kind = TypeVar("Kind", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class Part:
    """
    Named values that a file has to hold.

    Every method raises `JudgeError`, with the place, for a value that is missing or of another
    kind than it returns.
    """

    fields: Mapping[str, Any]
    where: str

    @classmethod
    def of(cls, value: Any, where: str) -> "Part":
        """Return the object that `value` is."""
        if not isinstance(value, dict):
            raise JudgeError(f"Here should be an object, not {value!r:.40}.", where=where, fix=FIX)
        return cls(value, where)

    def part(self, name: str) -> "Part":
        """Return the object under `name`."""
        return Part.of(self._given(name), self._at(name))

    def parts(self, name: str) -> list["Part"]:
        """Return the objects in the list under `name`."""
        items = self._given(name)
        if not isinstance(items, list):
            raise self._unlike(name, "a list")
        return [Part.of(item, f"{self._at(name)}, {n}") for n, item in enumerate(items, start=1)]

    def text(self, name: str) -> str:
        """Return a text, which may be empty."""
        value = self._given(name)
        if not isinstance(value, str):
            raise self._unlike(name, "text")
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        """Return a list of texts."""
        value = self._given(name)
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self._unlike(name, "a list of texts")
        return tuple(value)

    def truth(self, name: str) -> bool:
        """Return true or false."""
        value = self._given(name)
        if not isinstance(value, bool):
            raise self._unlike(name, "true or false")
        return value

    def whole(self, name: str) -> int:
        """Return a whole number from 0."""
        value = self._given(name)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise self._unlike(name, "a whole number from 0")
        return value

    def number(self, name: str) -> float:
        """Return a number."""
        value = self._given(name)
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or not math.isfinite(value):
            raise self._unlike(name, "a number")
        return float(value)

    def moment(self, name: str) -> datetime:
        """Return a time with its zone."""
        try:
            moment = datetime.fromisoformat(self.text(name))
        except ValueError:
            raise self._unlike(name, "a time") from None
        if moment.tzinfo is None:
            raise self._unlike(name, "a time with its zone")
        return moment

    def member(self, name: str, kind: type[Kind]) -> Kind:
        """Return one of the words of `kind`."""
        try:
            return kind(self.text(name))
        except ValueError:
            raise self._unlike(name, f"one of {', '.join(kind)}") from None

    def has(self, name: str) -> bool:
        """Tell whether there is more than a null under `name`, which has to be there."""
        return self._given(name) is not None

    def _given(self, name: str) -> Any:
        if name not in self.fields:
            raise JudgeError(f"The field {name} is missing.", where=self.where, fix=FIX)
        return self.fields[name]

    def _at(self, name: str) -> str:
        return f"{self.where}, {name}"

    def _unlike(self, name: str, wanted: str) -> JudgeError:
        value = self.fields[name]
        return JudgeError(f"{value!r:.40} is not {wanted}.", where=self._at(name), fix=FIX)
