"""The ledger of calls: what was asked of models, what it cost, and what came of it."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Engine, bindparam, func, insert, literal_column, select, update
from sqlalchemy.exc import IntegrityError

from judging.ratings import Verdict
from storage.ceiling import Ceilings, NoRoomError, Room, Wish
from storage.completeness import Answer
from storage.disk import Disk
from storage.engine import writing
from storage.group_commit import GroupCommit
from storage.ledger_entries import Asked, Judged, Reusable, Settled
from storage.tables import CallRow, CallStatus, RunRow, SessionRow, table
from storage.tables.columns import now
from storage.verdicts import Place, keep

CALL, RUN, SESSION = table(CallRow), table(RunRow), table(SessionRow)

# Kept, since SQLAlchemy takes longer to put a statement together than the database to do it.
PAID = (
    select(CALL.c.id, CALL.c.reply)
    .join(RUN, CALL.c.run_id == RUN.c.id)
    .where(
        CALL.c.cache_key == bindparam("key"),
        CALL.c.status == literal_column("'ok'"),  # as the index says it
        RUN.c.project_id == bindparam("project"),
    )
    .order_by(CALL.c.id.desc())
    .limit(1)
)
BEGUN = insert(CALL).returning(CALL.c.id, sort_by_parameter_order=True)
CHANGED = update(CALL).where(CALL.c.id == bindparam("call"))


# From here on a status says that there was no answer, and nothing to pay.
REFUSED = 400
Entry = Asked | Settled | Judged
Entries = tuple[Entry, ...]
# The number of what was begun, or why one thread's entries cannot be written: others' can.
Written = int | Room | None | IntegrityError


class Ledger:
    """
    The calls of one project. Threads may share one; it writes for all of them together.

    A row is there before its request is sent, so that a crash leaves what it may have cost.
    """

    def __init__(self, engine: Engine, project: int) -> None:
        self._engine, self._project = engine, project
        self._commits: GroupCommit[Entries, Written] = GroupCommit(self._write)
        self._ceilings = Ceilings()
        self._disk = Disk(engine)

    def begin(self, asked: Asked) -> int | None:
        """
        Write down a request before it is sent.

        Returns:
            Its number in the ledger. None if it is not to be sent: another process has sent this
            attempt, or the session is no longer there.

        Raises:
            NoRoomError: If it does not fit under the run's ceiling; it says whether it may later.
        """
        number = self._commits.add((asked,))
        assert not isinstance(number, IntegrityError)
        if isinstance(number, Room):
            raise NoRoomError(number)
        return number

    def settle(self, *entries: Settled | Judged) -> None:
        """
        Write down what became of requests, in one transaction, and wait for the disk.

        Verdicts on a session that is no longer there are dropped; the calls are paid for, and
        written down whatever becomes of the verdicts.

        Raises:
            IntegrityError: If one entry gives a verdict twice.
        """
        self.commit(*entries)
        self.wait()

    def commit(self, *entries: Settled | Judged) -> None:
        """Do as `settle`, but for the disk: it outlives this process, and not yet a power cut."""
        failure = self._commits.add(entries)
        if isinstance(failure, IntegrityError):
            raise failure

    def wait(self) -> None:
        """Return once all that this thread has committed is on the disk."""
        self._disk.wait()

    def reusable(self, cache_key: str) -> Reusable | None:
        """Return the answer to an equal request of this project, if there is one."""
        wanted = {"key": cache_key, "project": self._project}
        with self._engine.connect() as connection:
            row = connection.execute(PAID, wanted).first()
        return Reusable(row.id, row.reply) if row and row.reply else None

    def attempts(self, run: int, sessions: Sequence[int]) -> Mapping[Place, int]:
        """Return how many requests `run` has sent before: by session, turn, criteria, sample."""
        place = (CALL.c.session_id, CALL.c.turn, CALL.c.criterion, CALL.c.sample)
        query = select(*place, func.max(CALL.c.attempt)).where(CALL.c.run_id == run)
        query = query.group_by(*place)
        found: dict[Place, int] = {}
        with self._engine.connect() as connection:
            for start in range(0, len(sessions), 500):
                some = CALL.c.session_id.in_(sessions[start : start + 500])
                for *asked, number in connection.execute(query.where(some)):
                    session, turn, criterion, sample = asked
                    found[session, turn, criterion, sample] = number
        return found

    def _write(self, group: Sequence[Entries]) -> Sequence[Written]:
        try:
            return self._together(group)
        except IntegrityError:
            return [self._alone(entries) for entries in group]

    def _alone(self, entries: Entries) -> Written:
        try:
            return self._together([entries])[0]
        except IntegrityError:
            if _is_asked(entries):
                return None
        try:
            # Another process was faster with a verdict: what it wrote is seen this time.
            return self._together([entries])[0]
        except IntegrityError as failure:
            self._together([tuple(entry for entry in entries if isinstance(entry, Settled))])
            return None if self._is_gone(entries) else failure

    def _is_gone(self, entries: Entries) -> bool:
        sessions = {entry.session for entry in entries if isinstance(entry, Judged)}
        query = select(func.count()).where(SESSION.c.id.in_(sessions))
        with self._engine.connect() as connection:
            return (connection.scalar(query) or 0) < len(sessions)

    def _together(self, group: Sequence[Entries]) -> list[int | Room | None]:
        entries = [entry for some in group for entry in some]
        asked = [entry for entry in entries if isinstance(entry, Asked)]
        with writing(self._engine, durable=False) as connection:
            _settle(connection, [entry for entry in entries if isinstance(entry, Settled)])
            numbers = iter(self._begin(connection, asked))
            _judge(connection, [entry for entry in entries if isinstance(entry, Judged)])
        return [next(numbers) if _is_asked(some) else None for some in group]

    def _begin(self, connection: Connection, asked: Sequence[Asked]) -> list[int | Room]:
        """Write down those that have room; return their numbers, and of the others when."""
        wishes = [Wish(one.run, one.most) for one in asked]
        rooms = list(self._ceilings.rooms(connection, wishes))
        fitting = [one for one, room in zip(asked, rooms, strict=True) if room is Room.NOW]
        numbers = iter(begun(connection, fitting))
        return [next(numbers) if room is Room.NOW else room for room in rooms]


def _is_asked(entries: Entries) -> bool:
    return any(isinstance(entry, Asked) for entry in entries)


def begun(connection: Connection, asked: Sequence[Asked]) -> list[int]:
    """Write down requests that are about to be sent, and return their numbers."""
    if not asked:
        return []
    rows = [
        {
            "run_id": one.run,
            "session_id": one.session,
            "turn": one.turn,
            "criterion": one.criterion,
            "sample": one.sample,
            "attempt": one.attempt,
            "cache_key": one.cache_key,
            "status": CallStatus.STARTED,
            "request": one.request,
            # Until the cost is known; a run without a ceiling needs none.
            "cost_microdollars": one.most,
            "started_at": now(),
        }
        for one in asked
    ]
    return list(connection.scalars(BEGUN, rows))


def _settle(connection: Connection, settled: Sequence[Settled]) -> None:
    known = [_settlement(one) for one in settled if not _is_unknown(one)]
    unknown = [_settlement(one) for one in settled if _is_unknown(one)]
    for values in unknown:
        del values["cost_microdollars"]
    for some in filter(None, (known, unknown)):
        connection.execute(CHANGED, some)


def _is_unknown(one: Settled) -> bool:
    """Tell whether nobody knows what a request came to: what was reckoned for it stays then."""
    return one.usage is None and one.http_status < REFUSED and not one.is_free


def _settlement(one: Settled) -> dict[str, Any]:
    usage = one.usage
    return {
        "call": one.call,
        "status": one.status,
        "provider_id": one.request_id or None,
        "input_tokens": usage and usage.input,
        "cache_write_tokens": usage and usage.cache_write,
        "cache_read_tokens": usage and usage.cache_read,
        "output_tokens": usage and usage.output,
        "cost_microdollars": one.cost,
        "latency_ms": one.latency_ms,
        "reply": one.reply or None,
        "http_status": one.http_status or None,
        "error": one.error or None,
        "problem": one.problem,
        "finished_at": now(),
    }


def _judge(connection: Connection, judged: Sequence[Judged]) -> None:
    by_answer: dict[Answer, list[Judged]] = defaultdict(list)
    for one in judged:
        by_answer[one.answer].append(one)
    for answer, some in by_answer.items():
        verdicts: dict[int, list[Verdict]] = defaultdict(list)
        for one in some:
            verdicts[one.session] += one.verdicts
        calls = {(one.session, *place): came for one in some for place, came in one.calls.items()}
        keep(connection, answer, verdicts, calls)
