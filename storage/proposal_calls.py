"""The ledger of what models were asked to write: each request, before it is sent, and its reply."""

from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Engine, insert, select, update

from judging.judges.usage import Usage
from storage.engine import writing
from storage.ledger_entries import Reusable
from storage.store import Project
from storage.tables import CallStatus, ProposalCallRow, table
from storage.tables.columns import now

CALL = table(ProposalCallRow)


@dataclass(frozen=True, slots=True)
class NewCall:
    """
    A request that is about to be sent.

    Attributes:
        judge: The name of the judge whose model is asked.

        request: What is kept of it; None where nothing is.
    """

    rubric_version: int
    criterion: str
    judge: str
    cache_key: str = ""
    request: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Ended:
    """
    What became of a request.

    Attributes:
        cost: In micro-dollars; None where it is not known.
    """

    status: CallStatus
    reply: str
    usage: Usage | None
    cost: int | None
    http_status: int
    request_id: str
    error: str


class ProposalCalls:
    """The requests of one project that had a criterion revised."""

    def __init__(self, engine: Engine, project: int) -> None:
        self._engine, self._project = engine, project

    def begin(self, call: NewCall) -> int:
        """Write down a request before it is sent, and return its number."""
        values = asdict(call) | {
            "rubric_version_id": call.rubric_version,
            "project_id": self._project,
            "status": CallStatus.STARTED,
            "started_at": now(),
        }
        del values["rubric_version"]
        with writing(self._engine) as connection:
            number = connection.scalar(insert(CALL).returning(CALL.c.id), values)
        assert isinstance(number, int)
        return number

    def settle(self, number: int, ended: Ended) -> None:
        """Write down what became of a request."""
        values = {
            "status": ended.status,
            "reply": ended.reply or None,
            "usage": asdict(ended.usage) if ended.usage else None,
            "cost_microdollars": ended.cost,
            "http_status": ended.http_status or None,
            "provider_id": ended.request_id or None,
            "error": ended.error or None,
            "finished_at": now(),
        }
        with writing(self._engine) as connection:
            connection.execute(update(CALL).where(CALL.c.id == number).values(values))

    def reusable(self, cache_key: str) -> Reusable | None:
        """Return the answer to an equal request of this project, if there is one."""
        query = (
            select(CALL.c.id, CALL.c.reply)
            .where(
                CALL.c.project_id == self._project,
                CALL.c.cache_key == cache_key,
                CALL.c.status == CallStatus.OK,
            )
            .order_by(CALL.c.id.desc())
            .limit(1)
        )
        with self._engine.connect() as connection:
            row = connection.execute(query).first()
        return Reusable(row.id, row.reply) if row and row.reply else None

    def cost(self, number: int) -> int | None:
        """Return what a request cost, in micro-dollars; None where it is not known."""
        query = select(CALL.c.cost_microdollars).where(CALL.c.id == number)
        with self._engine.connect() as connection:
            found: int | None = connection.scalar(query)
        return found


def of(project: Project) -> ProposalCalls:
    """Return the ledger of `project`."""
    return ProposalCalls(project._engine, project.number)  # noqa: SLF001  (a part of it like the others)
