"""Session ids that stand twice in one import."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from judging.importers.importer import Found, Item, Skipped
from judging.sessions import Session


def settled(items: Iterable[Item]) -> Iterator[Item]:
    """
    Yield `items` so that no two sessions share an id.

    A session equal to an earlier one of its id is skipped; a different one becomes `id#2`,
    `id#3`… with a warning. Holds an id and a hash a session.
    """
    known = _Known()
    for item in items:
        yield known.settled(item) if isinstance(item, Found) else item


class _Known:
    def __init__(self) -> None:
        # The hash of each session by the id that it goes by; half of it tells enough.
        self._hashes: dict[str, bytes] = {}

    def settled(self, found: Found) -> Found | Skipped:
        session = found.session
        content = bytes.fromhex(session.content_hash)[:16]
        stated, name, number = session.external_id, session.external_id, 1
        while name in self._hashes:
            if self._hashes[name] == content:
                return Skipped(
                    found.where, f"The session {stated!r} stands twice; it is kept once."
                )
            number += 1
            name = f"{stated}#{number}"
        self._hashes[name] = content
        return found if number == 1 else replace(found, session=_renamed(session, name))


def _renamed(session: Session, name: str) -> Session:
    warning = f"Another session has the id {session.external_id!r}; this one goes by {name!r}."
    is_own_group = session.group == session.external_id
    return replace(
        session,
        external_id=name,
        group="" if is_own_group else session.group,
        warnings=(*session.warnings, warning),
    )
