"""How a file of labels or verdicts is to be read."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from judging.importers.rating_mapping import RatingMapping
from judging.importers.turn_bases import ONE, TURN_BASES
from judging.importers.values import Scale


@dataclass(frozen=True, slots=True)
class RatingOptions:
    """
    What a file does not say of itself.

    Attributes:
        verdicts: Whether it holds a judge's verdicts, else labels. A value that fits no outcome
            is then `not_scored`, not rejected.

        criterion: The criterion of a file with one answer a row; of a file with a column a
            criterion, the only one to read.

        turn_base: From where its turns are counted: `0`, `1` or `source`.

        passes: Values that are a pass, where they are numbers or words of its own.

        fails: Values that are a fail.

        columns: Our name for each of its columns that is not known by its own:
            `{"conv": "session_id"}`.

        mapping: Which list and columns are what, where no other column is to be read.
    """

    verdicts: bool = False
    criterion: str | None = None
    turn_base: str = ONE
    passes: tuple[str, ...] = ()
    fails: tuple[str, ...] = ()
    columns: Mapping[str, str] = field(default_factory=dict)
    mapping: RatingMapping | None = None

    def __post_init__(self) -> None:
        if self.turn_base not in TURN_BASES:
            raise ValueError(f"turn_base is one of {', '.join(TURN_BASES)}.")

    @property
    def scale(self) -> Scale:
        """What the values mean."""
        return Scale.of(self.told_passes, self.told_fails)

    @property
    def told_passes(self) -> tuple[str, ...]:
        """The values that are a pass, by these options or by their mapping."""
        return (*self.passes, *(self.mapping.passes if self.mapping else ()))

    @property
    def told_fails(self) -> tuple[str, ...]:
        """The values that are a fail, by these options or by their mapping."""
        return (*self.fails, *(self.mapping.fails if self.mapping else ()))
