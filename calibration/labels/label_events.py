"""What the browser sends when somebody labels: checked here, since anybody can send anything."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from judging.ratings import Citation, Outcome

Name = Annotated[str, Field(min_length=1, max_length=200)]
# Sources name their sessions as they like: by a path, say.
SessionName = Annotated[str, Field(min_length=1, max_length=2_000)]
Answered = Literal["pass", "fail", "not_applicable", "cannot_tell"]
MOST_CITED = 50
LONGEST_NOTE = 10_000
LONGEST_QUOTE = 2_000
Turn = Annotated[int, Field(ge=1)]


class Quote(BaseModel):
    """Words in a turn that support a label."""

    model_config = ConfigDict(extra="ignore", frozen=True)
    turn: Turn
    quote: Annotated[str, Field(min_length=1, max_length=LONGEST_QUOTE)]


class _Event(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)
    id: Annotated[str, Field(min_length=8, max_length=100)]
    reviewer: Name
    rubric: Name


class LabelEvent(_Event):
    """
    A label as it now stands; it does not say what changed.

    Attributes:
        outcome: None takes the label back; with a note or cited turns, it is in the making.

        cited: The turns that support it.

        quotes: Words in turns that support it.

        missing: The turns after which something is missing.

        seconds: How long its reviewer had looked at the session for it: since the label before,
            and again for each change.
    """

    type: Literal["label"]
    session: SessionName
    criterion: Name
    turn: Annotated[int, Field(ge=0)] = 0
    outcome: Answered | None = None
    note: Annotated[str, Field(max_length=LONGEST_NOTE)] = ""
    cited: Annotated[list[Turn], Field(max_length=MOST_CITED)] = []
    quotes: Annotated[list[Quote], Field(max_length=MOST_CITED)] = []
    missing: Annotated[list[Turn], Field(max_length=MOST_CITED)] = []
    seconds: Annotated[float, Field(ge=0, le=86_400, allow_inf_nan=False)] | None = None

    @property
    def answer(self) -> Outcome | None:
        """The outcome."""
        return Outcome(self.outcome) if self.outcome else None

    @property
    def citations(self) -> tuple[Citation, ...]:
        """What supports it: each turn with its quotes, then what is missing; each once."""
        quoted = [Citation(one.turn, one.quote) for one in self.quotes]
        named = {one.turn for one in self.quotes}
        whole = [Citation(turn) for turn in self.cited if turn not in named]
        missing = [Citation(turn, missing=True) for turn in self.missing]
        return tuple(dict.fromkeys([*whole, *quoted, *missing]))


class GoEvent(_Event):
    """
    The reviewer moved.

    Attributes:
        session: Where to; empty for whatever waits first.
    """

    type: Literal["go"]
    session: Annotated[str, Field(max_length=2_000)] = ""


class LeaveEvent(_Event):
    """
    The reviewer leaves a session of a queue unfinished.

    Attributes:
        type: `skip` gives it to others, `later` keeps it for the end.
    """

    type: Literal["skip", "later"]
    session: SessionName
    queue: Name


Event = LabelEvent | GoEvent | LeaveEvent
EVENT: TypeAdapter[Event] = TypeAdapter(Annotated[Event, Field(discriminator="type")])


def read(sent: Any) -> Event | None:
    """Return the event that was sent; None if it is none."""
    try:
        return EVENT.validate_python(sent)
    except ValidationError:
        return None
