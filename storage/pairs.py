"""Two judges, or two rubric versions, on the units that a reference has decided."""

from dataclasses import dataclass

from sqlalchemy import Engine, select

from judging.ratings import Outcome
from storage.agreement import Agreement
from storage.references import Compared, same_unit
from storage.tables import SessionRow, table

SESSION = table(SessionRow)


@dataclass(frozen=True, slots=True)
class Triple:
    """
    One unit with three answers: the reference's, and those of the two that are compared.

    Attributes:
        session: Its name.

        turn: 0 for the session as a whole.

        group: The task or template that it shares with others.
    """

    session: str
    turn: int
    group: str
    human: Outcome
    first: Outcome
    second: Outcome


class Pairs:
    """What two judges or versions of one project said of the same units."""

    def __init__(self, engine: Engine, agreement: Agreement) -> None:
        self._engine, self._agreement = engine, agreement

    def triples(self, first: Compared, second: Compared) -> list[Triple]:
        """
        Return the units that the reference and both sides have an outcome for, in order.

        Outcomes that are no decision are among them. Both sides have to be held against the
        same reference, and ask one criterion in one meaning.
        """
        one = self._agreement.paired(first).subquery()
        other = self._agreement.paired(second).subquery()
        query = (
            select(
                SESSION.c.external_id,
                one.c.turn,
                one.c.group,
                one.c.human,
                one.c.judged,
                other.c.judged,
            )
            .select_from(
                one.join(other, same_unit(one, other)).join(
                    SESSION, SESSION.c.id == one.c.session_id
                )
            )
            .order_by(one.c.session_id, one.c.turn)
        )
        with self._engine.connect() as connection:
            return [Triple(*row) for row in connection.execute(query)]
