"""Runs that wait for a batch: found again after a crash, paused, cancelled, withheld."""

import threading
from dataclasses import replace
from pathlib import Path

import pytest

from calibration.runs import batch_asking, steering
from judging.errors import StoreError
from judging.ratings import Problem
from storage import Asked, Project, RunStatus
from tests import keeping, working
from tests.batch_server import Fault
from tests.calibration import batched, judged
from tests.model_server import ModelServer

DONE, FAILED, PAUSED = RunStatus.DONE, RunStatus.FAILED, RunStatus.PAUSED
CANCELLED = RunStatus.CANCELLED
FOREVER = float("inf")


@pytest.fixture
def run(project: Project) -> int:
    keeping.add(project, *working.told(6))
    return batched.begun(project)


def test_a_batch_whose_name_never_came_is_found_by_its_requests(
    project: Project, server: ModelServer, run: int
) -> None:
    server.batches.faults["create"].append(Fault(late=True))
    server.batches.add("v1-of-somebody-else", *"abcde")

    assert batched.go_on(project, run) is DONE

    assert batched.sent(server)[1:] == [6]
    assert (project.runs.get(run).scored, server.batches.asked["create"]) == (6, 1)


def test_while_a_batch_of_as_many_requests_runs_none_is_sent_again(
    project: Project, server: ModelServer, run: int
) -> None:
    server.batches.faults["create"].append(Fault(504, late=True))
    server.batches.latency = 0.6  # longer than what was never made is looked for

    assert batched.go_on(project, run) is DONE

    assert batched.sent(server) == [6]


def test_a_batch_that_turns_up_late_is_not_sent_again(
    project: Project, server: ModelServer, run: int
) -> None:
    server.batches.faults["create"].append(Fault(late=True))
    server.batches.hidden = 3

    assert batched.go_on(project, run, replace(batched.SOON, unseen=60.0)) is DONE

    assert batched.sent(server) == [6]


def test_a_batch_of_another_size_is_none_of_ours_and_nobody_waits_for_it(
    project: Project, server: ModelServer, run: int
) -> None:
    other = server.batches.add("x", ended=False)
    server.batches.faults["create"].append(Fault())
    give_up = threading.Timer(5.0, lambda: setattr(other, "results", {}))
    give_up.start()

    batched.go_on(project, run)

    give_up.cancel()
    assert other.results is None
    assert project.runs.get(run).scored == 6


def test_a_batch_that_does_not_turn_up_was_never_made_and_is_sent_again(
    project: Project, server: ModelServer, run: int
) -> None:
    server.batches.faults["create"] += [Fault(), Fault(500)]

    assert batched.go_on(project, run) is DONE

    line = project.runs.get(run)
    assert (line.calls, line.in_flight, len(server.bill)) == (6, 0, 6)


def test_a_process_that_ended_before_it_sent_what_it_wrote_down_leaves_no_trace(
    project: Project, server: ModelServer, run: int
) -> None:
    number = keeping.number(project, "parcel-0")
    project.batches.begin(run, 0, [Asked(run, number, 0, "", 1, "0" * 64, {})])

    assert batched.go_on(project, run) is DONE

    assert (project.runs.get(run).calls, batched.sent(server)) == (6, [6])


def test_a_busy_service_is_asked_again_when_it_says(
    project: Project, server: ModelServer, run: int
) -> None:
    limited = Fault(429, "rate_limit_error", headers={"retry-after-ms": "20"})
    server.batches.faults["create"] += [limited, Fault(529, "overloaded_error")]

    assert batched.go_on(project, run) is DONE

    assert (server.batches.asked["create"], batched.sent(server)) == (3, [6])


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (Fault(400, "invalid_request_error"), "takes no such batch"),
        (Fault(404, "not_found_error"), "takes no such batch"),
        (Fault(401, "authentication_error"), "does not accept the API key"),
        (Fault(429, "rate_limit_error", headers={"retry-after": "3600"}), "was busy"),
    ],
)
def test_a_batch_that_is_not_taken_ends_the_run_with_a_sentence_and_costs_nothing(
    project: Project, server: ModelServer, run: int, fault: Fault, said: str
) -> None:
    server.batches.faults["create"].append(fault)

    assert batched.go_on(project, run) is FAILED

    line = project.runs.get(run)
    assert said in line.reason
    assert (line.calls, line.cost, line.left) == (0, 0, 6)
    assert batched.resume(project, run) is DONE


def test_trouble_while_waiting_is_waited_out(
    project: Project, server: ModelServer, run: int
) -> None:
    server.batches.faults["look"] += [Fault(500), Fault(), Fault(529), Fault(429)]
    server.batches.faults["results"] += [Fault(), Fault(503)]

    assert batched.go_on(project, run) is DONE

    assert (project.runs.get(run).scored, batched.sent(server)) == (6, [6])


def test_a_pause_leaves_the_batch_to_the_service_and_resuming_reads_it(
    project: Project, server: ModelServer, run: int
) -> None:
    server.batches.latency = FOREVER
    with batched.at_work(project, run):
        project.runs.steer(run, {RunStatus.RUNNING: RunStatus.PAUSING}, word="paused")
    paused = project.runs.get(run)

    server.batches.end()
    resumed = batched.resume(project, run)

    assert (paused.status, paused.in_flight, resumed) == (PAUSED, 6, DONE)
    assert (project.runs.get(run).scored, batched.sent(server), len(server.bill)) == (6, [6], 6)
    assert server.batches.asked["cancel"] == 0


def test_while_a_batch_is_at_the_service_nobody_sends_the_same_again(
    project: Project, server: ModelServer, run: int
) -> None:
    server.batches.latency = FOREVER
    with batched.at_work(project, run):
        project.runs.steer(run, {RunStatus.RUNNING: RunStatus.PAUSING}, word="paused")

    for again in (judged.run, judged.in_batches):
        with pytest.raises(StoreError, match="its batch is at the service"):
            again(project)

    assert (server.received, batched.sent(server)) == (0, [6])


def test_cancelling_stops_the_batch_and_keeps_what_was_answered_and_is_paid(
    project: Project, server: ModelServer, run: int
) -> None:
    server.batches.latency, server.batches.answered = FOREVER, 2
    with batched.at_work(project, run):
        project.runs.steer(run, {RunStatus.RUNNING: RunStatus.CANCELLING}, word="cancelled")

    line = project.runs.get(run)
    assert (line.status, line.scored) == (CANCELLED, 2)
    assert line.not_scored == {Problem.CANCELLED: 4}
    assert (server.batches.asked["cancel"], len(server.bill), line.in_flight) == (1, 2, 0)
    assert project.batches.open(run) == []


def test_what_was_cancelled_is_sent_again_on_resuming_and_nothing_else(
    project: Project, server: ModelServer, run: int
) -> None:
    server.batches.latency, server.batches.answered = FOREVER, 2
    with batched.at_work(project, run):
        [kept] = server.batches.kept.values()
        kept.is_canceled, kept.ends = True, 0.0  # by hand, at the service's own page
    failed = project.runs.get(run)

    server.batches.latency = 0.0
    resumed = batched.resume(project, run)

    assert (failed.status, failed.scored) == (FAILED, 2)
    assert failed.reason.startswith("4 requests of a batch were cancelled at the service.")
    assert (resumed, batched.sent(server), len(server.bill)) == (DONE, [6, 4], 6)


def test_a_run_that_is_paused_is_cancelled_at_the_service_too(
    project: Project, server: ModelServer, run: int
) -> None:
    server.batches.latency = FOREVER
    with batched.at_work(project, run):
        project.runs.steer(run, {RunStatus.RUNNING: RunStatus.PAUSING}, word="paused")

    assert steering.cancel(project, run) is RunStatus.CANCELLING
    batched.go_on(project, run)

    assert project.runs.status(run) is CANCELLED
    assert server.batches.asked["cancel"] == 1


def test_results_at_another_host_stop_the_run_and_cancelling_gives_them_up(
    project: Project, server: ModelServer, run: int
) -> None:
    server.batches.results_at = "https://results.example/v1"

    assert batched.go_on(project, run) is FAILED
    reason = project.runs.get(run).reason
    steering.cancel(project, run)
    batched.go_on(project, run)

    line = project.runs.get(run)
    assert "another host" in reason
    assert (line.status, line.scored, line.in_flight) == (CANCELLED, 0, 0)
    assert judged.run(project).scored == 6


def test_a_batch_that_the_service_does_not_know_stops_the_run(
    project: Project, server: ModelServer, run: int
) -> None:
    server.batches.faults["look"].append(Fault(404, "not_found_error"))

    assert batched.go_on(project, run) is FAILED
    reason = project.runs.get(run).reason
    assert batched.resume(project, run) is DONE

    assert "the key and the address with which it was sent" in reason
    assert batched.sent(server) == [6]


@pytest.mark.parametrize(
    ("limit", "most", "batches"), [("MOST_REQUESTS", 4, [4, 2]), ("MOST_BYTES", 1, [1] * 6)]
)
def test_more_than_a_batch_may_hold_goes_into_several(
    project: Project,
    server: ModelServer,
    run: int,
    monkeypatch: pytest.MonkeyPatch,
    limit: str,
    most: int,
    batches: list[int],
) -> None:
    monkeypatch.setattr(batch_asking, limit, most)

    assert batched.go_on(project, run) is DONE

    assert batched.sent(server) == batches


def test_no_key_is_in_the_database(
    project: Project, server: ModelServer, run: int, database_url: str
) -> None:
    server.batches.faults["create"].append(Fault(401, "authentication_error"))
    batched.go_on(project, run)
    batched.resume(project, run)

    folder = Path(database_url.removeprefix("sqlite:///")).parent
    assert not any(working.KEY.encode() in file.read_bytes() for file in folder.iterdir())
