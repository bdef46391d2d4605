"""What a rubric is made of."""

import hashlib
import json
import re
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import Self

from judging.errors import RubricError

KEY = re.compile(r"[a-z][a-z0-9_]{0,63}")


class Kind(StrEnum):
    """Whether failing is a fault (quality), or the answer only says what is there (condition)."""

    QUALITY = "quality"
    CONDITION = "condition"


class Level(StrEnum):
    """What is answered: the session as a whole, or each assistant turn."""

    SESSION = "session"
    TURN = "turn"


class Sees(StrEnum):
    """Which turns are put before the judge. Hidden turns keep their numbers."""

    CONVERSATION = "conversation"
    ASSISTANT_ONLY = "assistant_only"


@dataclass(frozen=True, slots=True)
class Criterion:
    """
    One question, answered pass or fail.

    Attributes:
        key: Its identity across versions: lower-case letters, digits and underscores.

        question: What is asked.

        pass_when: What earns a pass.

        fail_when: What earns a fail.

        name: As people say it; the key in words where the rubric gives none.

        kind: A condition is shown as present or absent and is never a failure.

        applies_when: The key of the criterion that must pass for this one to apply, or None.

        meaning: Raised by one when an edit changes what the labels mean, which sets them apart.
    """

    key: str
    question: str
    pass_when: str = ""
    fail_when: str = ""
    name: str = ""
    kind: Kind = Kind.QUALITY
    level: Level = Level.SESSION
    sees: Sees = Sees.CONVERSATION
    applies_when: str | None = None
    examples: tuple[str, ...] = ()
    meaning: int = 1

    def __post_init__(self) -> None:
        if not KEY.fullmatch(self.key):
            raise RubricError(
                f"{self.key!r} cannot be the key of a criterion.",
                fix="Use lower-case letters, digits and underscores, a letter first.",
            )
        if not self.question.strip():
            raise RubricError(f"The criterion {self.key} asks nothing.", fix="Give it a question.")
        if not self.name:
            object.__setattr__(self, "name", self.key.replace("_", " ").capitalize())


@dataclass(frozen=True, slots=True)
class RubricVersion:
    """
    A named set of criteria as it stood at one time. Never changes once used.

    Attributes:
        name: The rubric's name; with the number, `conversation@1`.

        number: 1 for the first version; 0 for one that is not stored yet.

        instructions: What is said to the judge before the criteria.

        parent: The number of the version it was edited from, or None.
    """

    name: str
    number: int
    criteria: tuple[Criterion, ...]
    instructions: str = ""
    summary_instructions: str = ""
    author: str = ""
    note: str = ""
    parent: int | None = None

    def __post_init__(self) -> None:
        if not KEY.fullmatch(self.name.replace("-", "_")):
            raise RubricError(
                f"{self.name!r} cannot be the name of a rubric.",
                fix="Use lower-case letters, digits, hyphens and underscores, a letter first.",
            )
        keys = [criterion.key for criterion in self.criteria]
        if not keys:
            raise RubricError(f"The rubric {self.name} has no criteria.", fix="Give it one.")
        if twice := sorted({key for key in keys if keys.count(key) > 1}):
            raise RubricError(
                f"The rubric {self.name} has {', '.join(twice)} twice.", fix="Rename one of them."
            )
        _check_conditions(self.name, self.criteria)

    def at(self, level: Level | None) -> Self:
        """Return the version with its criteria of one level alone; with all of them for None."""
        if level is None:
            return self
        return replace(self, criteria=tuple(c for c in self.criteria if c.level is level))

    @property
    def label(self) -> str:
        """Name and number, as commands and files write it: `conversation@1`."""
        return f"{self.name}@{self.number}"

    @property
    def keys(self) -> tuple[str, ...]:
        """The criteria's keys, in order."""
        return tuple(criterion.key for criterion in self.criteria)

    def criterion(self, key: str) -> Criterion:
        """
        Return the criterion `key`.

        Raises:
            RubricError: If the rubric has none of that key.
        """
        for criterion in self.criteria:
            if criterion.key == key:
                return criterion
        raise RubricError(
            f"The rubric {self.label} has no criterion {key!r}.",
            fix=f"Choose one of {', '.join(self.keys)}.",
        )

    @property
    def content_hash(self) -> str:
        """The SHA-256, in hexadecimal, of all that a judge reads; not of author, note or number."""
        read = {
            "criteria": [asdict(criterion) for criterion in self.criteria],
            "instructions": self.instructions,
            "summary_instructions": self.summary_instructions,
        }
        return hashlib.sha256(json.dumps(read, sort_keys=True).encode()).hexdigest()


def _check_conditions(rubric: str, criteria: tuple[Criterion, ...]) -> None:
    levels = {criterion.key: criterion.level for criterion in criteria}
    for criterion in criteria:
        condition = criterion.applies_when
        if condition is None:
            continue
        if condition == criterion.key or levels.get(condition) is not criterion.level:
            raise RubricError(
                f"{criterion.key} applies when {condition!r}, which is no other "
                f"{criterion.level}-level criterion of the rubric {rubric}.",
                fix="Name one, or leave applies_when out.",
            )
