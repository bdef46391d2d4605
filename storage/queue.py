"""Putting work into the durable queue, inside the transaction that records why."""

from collections import defaultdict
from collections.abc import Callable, Collection
from datetime import datetime
from threading import Lock
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine

from storage.engine import opened_for_dbos
from storage.modes import Mode

if TYPE_CHECKING:
    from dbos import DBOSClient, EnqueueOptions

# Constant on purpose: DBOS's own default changes with every edit and strands queued work.
VERSION = "judging-1"
RUNS = "runs"
# A run in batches waits for hours: others are not to wait for it.
BATCH_RUNS = "batch-runs"
QUEUES = {Mode.LIVE: RUNS, Mode.BATCH: BATCH_RUNS}
WORKFLOWS = {Mode.LIVE: "judge_run", Mode.BATCH: "judge_in_batches"}
UNENDED = ["PENDING", "ENQUEUED", "DELAYED"]
ENDED = ["SUCCESS", "ERROR", "CANCELLED", "MAX_RECOVERY_ATTEMPTS_EXCEEDED"]


class Queue:
    """The door through which a process that runs no work hands work over."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._engine: Engine | None = None
        self._client: DBOSClient | None = None
        self._opening = Lock()

    def open(self) -> "DBOSClient":
        """Return the client of the queue, made on first use: loading DBOS takes a second."""
        with self._opening:
            if self._client is None:
                from dbos import DBOSClient  # noqa: PLC0415  (see above)

                self._engine = opened_for_dbos(self._url)
                self._client = DBOSClient(system_database_engine=self._engine)
            return self._client

    def put(self, connection: Connection, run: int, *, epoch: int, mode: Mode = Mode.LIVE) -> None:
        """Enqueue `run`. It exists when, and only when, `connection` commits."""
        options: EnqueueOptions = {
            "queue_name": QUEUES[mode],
            "workflow_name": WORKFLOWS[mode],
            "workflow_id": f"run:{run}:{epoch}",
            "app_version": VERSION,
        }
        self.open().enqueue_in_transaction(connection, options, run, epoch)

    def reap(self, alive: Callable[[], Collection[str]]) -> int:
        """
        Put back what workers had taken that are no more, and return how much that was.

        Who is `alive` is asked last: a worker that began in between has work, and is.
        """
        client = self.open()
        pending = client.list_workflows(status="PENDING", load_input=False, load_output=False)
        lost: dict[str | None, list[str]] = defaultdict(list)
        living = alive()
        for workflow in pending:
            if workflow.executor_id not in living:
                lost[workflow.queue_name].append(workflow.workflow_id)
        for queue, workflows in lost.items():
            client.resume_workflows(workflows, queue_name=queue)
        return sum(map(len, lost.values()))

    def forget(self, before: datetime) -> int:
        """
        Drop what DBOS keeps of work that ended before a time; our own tables have it all.

        The parts of a run that is at work stay, however long ago they ended: what waits for one
        that is not there waits for good.
        """
        client = self.open()
        unended = client.list_workflows(status=UNENDED, load_input=False, load_output=False)
        at_work = {workflow.workflow_id for workflow in unended}
        ended = client.list_workflows(
            status=ENDED,
            completed_before=before.isoformat(),
            load_input=False,
            load_output=False,
        )
        gone = [w.workflow_id for w in ended if w.parent_workflow_id not in at_work]
        for start in range(0, len(gone), 500):
            client.delete_workflows(gone[start : start + 500])
        return len(gone)

    def close(self) -> None:
        """Let go of every connection."""
        if self._client is not None and self._engine is not None:
            self._client.destroy()
            self._engine.dispose()
        self._client = self._engine = None
