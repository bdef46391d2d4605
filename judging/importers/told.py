"""What a person says of files that do not say it themselves: who the agent is, how dates stand."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, cast

from judging.importers.date_orders import DateOrder
from judging.importers.importer import Found, Importer, Item
from judging.importers.numbering import ONE_SIDED, one_sided
from judging.importers.roles import role_of
from judging.importers.speakers import NO_AGENT
from judging.sessions import Role, Session

UNSETTLED = (Role.USER, Role.OTHER)


@dataclass(frozen=True, slots=True)
class Told:
    """
    Answers to what files leave open.

    Attributes:
        agents: Speakers, in the files' own words, who are the agent.

        other_agents: Whether the calls of other agents within a session are wanted too, as
            sessions of their own.

        dates: Whether days or months stand first, where a file's dates can be read either way.
    """

    agents: frozenset[str] = frozenset()
    dates: DateOrder | None = None
    other_agents: bool = False

    def to(self, importers: Iterable[Importer]) -> tuple[Importer, ...]:
        """Return `importers`, those told that read dates in figures."""
        if self.dates is None:
            return tuple(importers)
        return tuple(self._told(importer) for importer in importers)

    def settled(self, items: Iterable[Item]) -> Iterator[Item]:
        """Yield the `items` that are wanted, the turns of the agents in them the assistant's."""
        for item in items:
            if isinstance(item, Found) and item.is_aside and not self.other_agents:
                continue
            if isinstance(item, Found) and self.agents:
                yield replace(item, session=self._cast(item.session))
            else:
                yield item

    def _told(self, importer: Importer) -> Importer:
        if not hasattr(importer, "dates"):
            return importer
        return cast("Importer", replace(cast("Any", importer), dates=self.dates))

    def _cast(self, session: Session) -> Session:
        turns = tuple(
            replace(turn, role=Role.ASSISTANT)
            if turn.role in UNSETTLED and turn.speaker in self.agents
            else turn
            for turn in session.turns
        )
        if turns == session.turns:
            return session
        settled = {NO_AGENT, *ONE_SIDED, *(role_of(name)[1] for name in self.agents)}
        kept = (warning for warning in session.warnings if warning not in settled)
        return replace(session, turns=turns, warnings=(*kept, *one_sided(turns)))


def strangers(session: Session) -> Counter[str]:
    """
    Return the speakers who may be the agent, with how many turns each has.

    They are those of no known role, and where nobody is the assistant all whose name tells none.
    """
    has_agent = Role.ASSISTANT in session.roles
    asked = (Role.OTHER,) if has_agent else UNSETTLED
    names = Counter(turn.speaker for turn in session.turns if turn.role in asked)
    return Counter({n: c for n, c in names.items() if n and role_of(n)[0] is Role.OTHER})
