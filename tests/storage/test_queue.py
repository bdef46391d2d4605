"""The queue, without anybody who takes work from it."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import Engine, text

from storage import Store
from storage.engine import opened, writing
from storage.queue import RUNS, VERSION, Queue

NOW = datetime.now(UTC)


@pytest.fixture
def engine(store: Store) -> Iterator[Engine]:
    engine = opened(store.url)
    yield engine
    engine.dispose()


@pytest.fixture
def queue(store: Store) -> Queue:
    return store.queue


def put(queue: Queue, engine: Engine, *runs: int) -> None:
    queue.open()
    with writing(engine) as connection:
        for run in runs:
            queue.put(connection, run, epoch=0)


def change(engine: Engine, workflow: str, **values: object) -> None:
    """Have the queue hold something else of one piece of work, as a worker would."""
    changes = ", ".join(f"{name} = :{name}" for name in values)
    with writing(engine) as connection:
        query = text(f"UPDATE workflow_status SET {changes} WHERE workflow_uuid = :workflow")  # noqa: S608
        assert connection.execute(query, {**values, "workflow": workflow}).rowcount == 1


def take(engine: Engine, workflow: str, worker: str) -> None:
    change(engine, workflow, status="PENDING", executor_id=worker)


def end(engine: Engine, workflow: str, at: datetime, status: str = "SUCCESS") -> None:
    change(engine, workflow, status=status, completed_at=int(at.timestamp() * 1000))


def part(queue: Queue, engine: Engine, workflow: str, run: str) -> None:
    """Put in one part of a run, as the run itself does."""
    queue.open().enqueue(
        {
            "queue_name": "chunks",
            "workflow_name": "judge_chunk",
            "workflow_id": workflow,
            "app_version": VERSION,
        }
    )
    change(engine, workflow, parent_workflow_id=run)


def states(queue: Queue) -> dict[str, str]:
    return {w.workflow_id: w.status for w in queue.open().list_workflows()}


def test_work_is_there_when_the_transaction_commits(queue: Queue, engine: Engine) -> None:
    queue.open()
    with writing(engine) as connection:
        queue.put(connection, 7, epoch=2)
        assert states(queue) == {}

    [work] = queue.open().list_workflows()
    assert (work.workflow_id, work.name, work.status) == ("run:7:2", "judge_run", "ENQUEUED")
    assert (work.queue_name, work.app_version) == (RUNS, VERSION)
    assert work.input is not None
    assert work.input["args"] == (7, 2)


def test_work_of_a_transaction_that_fails_is_never_there(queue: Queue, engine: Engine) -> None:
    def put_and_fail() -> None:
        with writing(engine) as connection:
            queue.put(connection, 7, epoch=0)
            raise ZeroDivisionError

    queue.open()
    with pytest.raises(ZeroDivisionError):
        put_and_fail()

    assert states(queue) == {}


def test_only_work_of_the_dead_is_given_back(queue: Queue, engine: Engine) -> None:
    put(queue, engine, 1, 2, 3)
    take(engine, "run:1:0", "dead")
    take(engine, "run:2:0", "alive")

    assert queue.reap(lambda: {"alive"}) == 1

    assert states(queue) == {"run:1:0": "ENQUEUED", "run:2:0": "PENDING", "run:3:0": "ENQUEUED"}
    [back] = queue.open().list_workflows(workflow_ids=["run:1:0"])
    assert back.queue_name == RUNS
    assert queue.reap(lambda: {"alive"}) == 0


def test_work_is_given_back_to_the_queue_that_it_came_from(queue: Queue, engine: Engine) -> None:
    put(queue, engine, 1)
    part(queue, engine, "run:1:0:0", "run:1:0")
    for workflow in ("run:1:0", "run:1:0:0"):
        take(engine, workflow, "dead")

    assert queue.reap(set) == 2

    queues = {w.workflow_id: w.queue_name for w in queue.open().list_workflows()}
    assert queues == {"run:1:0": RUNS, "run:1:0:0": "chunks"}


@pytest.mark.parametrize(
    "status", ["SUCCESS", "ERROR", "CANCELLED", "MAX_RECOVERY_ATTEMPTS_EXCEEDED"]
)
def test_work_that_ended_long_ago_is_forgotten(queue: Queue, engine: Engine, status: str) -> None:
    put(queue, engine, 1, 2, 3, 4)
    end(engine, "run:1:0", NOW - timedelta(hours=2), status)
    end(engine, "run:2:0", NOW, status)
    take(engine, "run:3:0", "alive")

    assert queue.forget(NOW - timedelta(hours=1)) == 1

    assert set(states(queue)) == {"run:2:0", "run:3:0", "run:4:0"}
    with engine.connect() as connection:
        left = set(connection.scalars(text("SELECT workflow_uuid FROM workflow_input")))
    assert "run:1:0" not in left


@pytest.mark.parametrize("is_over", [True, False])
def test_the_parts_of_a_run_are_kept_while_it_waits_for_them(
    queue: Queue, engine: Engine, *, is_over: bool
) -> None:
    put(queue, engine, 1)
    part(queue, engine, "run:1:0:0", "run:1:0")
    end(engine, "run:1:0:0", NOW - timedelta(hours=9))
    if is_over:
        end(engine, "run:1:0", NOW - timedelta(hours=8))
    else:
        take(engine, "run:1:0", "alive")

    queue.forget(NOW - timedelta(hours=1))

    assert set(states(queue)) == (set() if is_over else {"run:1:0", "run:1:0:0"})


def test_more_can_be_forgotten_than_one_statement_takes(queue: Queue, engine: Engine) -> None:
    put(queue, engine, *range(1100))
    with writing(engine) as connection:
        connection.execute(text("UPDATE workflow_status SET status = 'SUCCESS', completed_at = 1"))

    assert queue.forget(NOW) == 1100

    assert states(queue) == {}


def test_threads_that_ask_at_once_share_one_client(queue: Queue) -> None:
    with ThreadPoolExecutor(8) as pool:
        clients = set(pool.map(lambda _: id(queue.open()), range(8)))

    assert len(clients) == 1


def test_it_can_be_opened_again_after_it_was_closed(queue: Queue, engine: Engine) -> None:
    put(queue, engine, 1)
    queue.close()
    queue.close()

    assert states(queue) == {"run:1:0": "ENQUEUED"}
