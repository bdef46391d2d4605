"""Where a visitor stands while labelling: kept as long as the tab is open."""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import streamlit as st

KEY = "label_state"
SLOTS = 3
REMEMBERED = 200


@dataclass(slots=True)
class LabelState:
    """
    What has to last from run to run; whatever a person would miss is in the database.

    Attributes:
        at: The session at hand; empty for the first that waits.

        asked: The session that the address named last.

        slots: Which session stands in which place on the page, so that one that stays is not
            drawn anew.

        acked: The ids of the events that were kept last.

        refused: Why those that were refused last were.

        visit: Tells the browser that the server was started anew.
    """

    at: str = ""
    asked: str | None = None
    slots: tuple[str, ...] = ("",) * SLOTS
    acked: list[str] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)
    visit: str = field(default_factory=lambda: secrets.token_hex(4))

    def settle(self) -> None:
        """
        Go where the address leads, if that is news.

        The browser writes the session at hand into its address without telling us, and the
        address that we are told may be from before: so an old one moves nobody.
        """
        asked = st.query_params.get("session")
        if asked and asked != self.asked:
            self.at = asked
        self.asked = asked

    def remember(self, kept: Iterable[str], refused: Mapping[str, str]) -> None:
        """Keep the newest answers to events: the browser asks until it hears them."""
        self.acked = [*self.acked, *kept][-REMEMBERED:]
        both = {**self.refused, **refused}
        self.refused = dict(list(both.items())[-REMEMBERED:])

    def place(self, sessions: Sequence[str]) -> tuple[str, ...]:
        """Give each session a place: the one it has, else one that is free."""
        self.slots = placed(self.slots, sessions)
        return self.slots


def current() -> LabelState:
    """Return the visitor's state, new on the first visit."""
    state = st.session_state.setdefault(KEY, LabelState())
    assert isinstance(state, LabelState)
    return state


def placed(before: Sequence[str], sessions: Sequence[str]) -> tuple[str, ...]:
    """
    Return which session stands in which place.

    Example:
        >>> placed(("a", "b", "c"), ["b", "c", "d"])
        ('d', 'b', 'c')
    """
    kept = [name if name in sessions else "" for name in before]
    new = iter([name for name in sessions if name not in kept])
    return tuple(name or next(new, "") for name in kept)
