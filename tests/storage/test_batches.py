"""Which calls were sent in which batch, and what a run still waits for."""

from dataclasses import replace

import pytest

from judging.judges.usage import Usage
from storage import UNSENT, CallStatus, Mode, Project, RunStatus, Settled
from storage.batches import LOST, Batch
from storage.engine import opened, writing
from tests import keeping
from tests.storage import at_work


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    keeping.add(project, *(keeping.session(name) for name in "abc"))


@pytest.fixture
def run(project: Project) -> int:
    new = replace(at_work.new(project, *"abc"), mode=Mode.BATCH, max_cost=100)
    return project.runs.start(new)


def begun(project: Project, run: int, names: str = "abc", *, most: int = 10) -> Batch:
    """Return a batch that is written down, with one request a session."""
    asked = [replace(at_work.asked(project, run, n, key=f"key-{n}"), most=most) for n in names]
    found = project.batches.begin(run, 0, asked)
    assert found is not None
    assert found.batch is not None
    return found.batch


def test_a_batch_is_open_from_before_it_is_sent_until_its_results_are_kept(
    project: Project, run: int
) -> None:
    batch = begun(project, run)
    project.batches.name(batch.id, "msgbatch_1")

    assert project.batches.open(run) == [replace(batch, service_id="msgbatch_1")]
    assert [one.cache_key for one in project.batches.pending(batch.id)] == [
        "key-a",
        "key-b",
        "key-c",
    ]
    project.batches.end(batch.id)
    assert project.batches.open(run) == []


def test_what_has_a_reply_is_not_waited_for(project: Project, run: int) -> None:
    batch = begun(project, run)
    call = project.batches.pending(batch.id)[0].call

    project.ledger.settle(Settled(call, CallStatus.OK, Usage(output=1), 3, "{}", http_status=200))

    assert len(project.batches.pending(batch.id)) == 2
    assert project.batches.keys(batch.id) == {"key-a", "key-b", "key-c"}
    assert project.batches.reply(call) == "{}"


def test_under_a_ceiling_so_many_are_begun_as_have_room_with_all_that_they_may_cost(
    project: Project, run: int
) -> None:
    first = project.batches.begin(
        run, 0, [replace(at_work.asked(project, run, name), most=40) for name in "abc"]
    )
    rest = project.batches.begin(run, 0, [replace(at_work.asked(project, run, "c"), most=21)])

    assert first is not None
    assert (len(first.asked), first.is_full) == (2, True)
    assert rest is not None
    assert (rest.batch, rest.asked, rest.is_full) == (None, (), True)


@pytest.mark.parametrize("status", [RunStatus.PAUSING, RunStatus.CANCELLING, RunStatus.QUEUED])
def test_a_run_that_is_to_stop_begins_no_batch(
    project: Project, run: int, status: RunStatus
) -> None:
    project.runs.steer(run, {RunStatus.RUNNING: status}, word="put")

    assert project.batches.begin(run, 0, [at_work.asked(project, run, "a")]) is None
    assert project.batches.open(run) == []


def test_who_is_in_an_epoch_that_is_over_begins_no_batch(project: Project, run: int) -> None:
    assert project.batches.begin(run, 1, [at_work.asked(project, run, "a")]) is None


def test_what_another_process_has_written_down_is_not_begun_again(
    project: Project, run: int
) -> None:
    begun(project, run, "b")

    asked = [at_work.asked(project, run, name) for name in "ab"]

    assert project.batches.begin(run, 0, asked) is None
    assert project.runs.get(run).calls == 1


def test_what_was_never_sent_counts_for_nothing_and_is_remembered_as_tried(
    project: Project, run: int
) -> None:
    batch = begun(project, run)

    project.batches.forget(batch.id)

    line = project.runs.get(run)
    assert (line.calls, line.in_flight, line.cost) == (0, 0, 0)
    past = project.batches.past(run, [keeping.number(project, "a")])
    assert [one.error for [one] in past.values()] == [UNSENT]
    assert project.batches.open(run) == []


def test_what_is_given_up_may_have_cost_all_that_was_reckoned(project: Project, run: int) -> None:
    batch = begun(project, run, "ab", most=40)

    project.batches.give_up(batch.id)

    past = project.batches.past(run, [keeping.number(project, name) for name in "ab"])
    assert {one.error for [one] in past.values()} == {LOST}
    assert project.runs.get(run).in_flight == 0
    full = project.batches.begin(run, 0, [replace(at_work.asked(project, run, "c"), most=21)])
    assert full is not None
    assert full.is_full


def test_a_session_that_is_no_longer_there_is_left_out(
    project: Project, run: int, database_url: str
) -> None:
    asked = [at_work.asked(project, run, name) for name in "ab"]
    engine = opened(database_url)
    with writing(engine) as connection:
        connection.exec_driver_sql("DELETE FROM session WHERE external_id = 'a'")
    engine.dispose()

    found = project.batches.begin(run, 0, asked)

    assert found is not None
    assert (found.asked, found.is_full) == (asked[1:], False)


def test_the_service_s_names_are_known_whatever_run_they_are_of(project: Project, run: int) -> None:
    project.batches.name(begun(project, run).id, "msgbatch_1")

    assert project.batches.known(["msgbatch_1", "msgbatch_2"]) == {"msgbatch_1"}
