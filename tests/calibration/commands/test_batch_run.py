"""`judging run --batch`: what it says, what it refuses, and what it is priced at."""

import threading

import pytest

from storage import Project, RunStatus
from tests import keeping, working
from tests.calibration import judged
from tests.calibration.commands.here import Command
from tests.model_server import ModelServer
from tests.running import wait_for

CLAUDE = ("run", "--rubric", "conversation@1", "--judge", working.MODEL, "--batch")


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    keeping.add(project, *working.told(12))


def test_it_judges_and_says_what_came_of_it(command: Command, server: ModelServer) -> None:
    told = command(*CLAUDE, "--json").document

    assert (told["status"], told["scored"], told["mode"]) == ("done", 12, "batch")
    assert (told["waiting"], server.batches.asked["create"]) == ([], 1)


@pytest.mark.parametrize(
    ("judge", "said"),
    [("rules", "asks no model"), ("openai:gpt-5", "only those of Claude models")],
)
def test_other_judges_are_refused_with_a_sentence(
    command: Command, project: Project, judge: str, said: str
) -> None:
    for more in ((), ("--dry-run",), ("--no-wait",)):
        done = command("run", "--rubric", "conversation@1", "--judge", judge, "--batch", *more)

        assert done.code == 2
        assert said in done.errors
    assert project.runs.listed() == []


def test_a_dry_run_has_the_price_in_batches_and_says_how_long_it_takes(command: Command) -> None:
    told = command(*CLAUDE, "--dry-run", "--json").document
    said = command(*CLAUDE, "--dry-run").output

    assert told["cost_usd"] == told["variants"]["batch"] < told["variants"]["plain"]
    assert "usually within an hour, at most 24 hours" in said
    assert "one by one, without a cache, they would be $" in said


def test_while_it_waits_it_says_for_what_and_what_comes_next(
    command: Command, server: ModelServer
) -> None:
    server.batches.latency = 2.5

    done = command(*CLAUDE)

    assert done.code == 0
    assert "Waiting for the batch: 12 requests, sent at 20" in done.errors
    assert "then the results are read and verdicts written" in done.errors


def test_stopped_by_hand_it_says_that_the_batch_goes_on_and_how_to_read_it(
    command: Command, project: Project, server: ModelServer
) -> None:
    server.batches.latency = float("inf")

    def interrupt() -> None:
        wait_for(lambda: any(batch.service_id for batch in project.batches.open(1)))
        judged.interrupt()

    threading.Thread(target=interrupt).start()
    done = command(*CLAUDE)

    assert done.code != 0
    assert "goes on at the service" in done.errors
    listed = command("runs", 1).output
    assert project.runs.status(1) is RunStatus.PAUSED
    assert "Sent in a batch: 12 requests, at 20" in listed
    assert "resume the run to have the results read" in listed
    assert command("runs", 1, "--json").document["waiting"][0]["requests"] == 12


def test_left_to_a_worker_it_is_queued_as_a_run_in_batches(
    command: Command, server: ModelServer
) -> None:
    told = command(*CLAUDE, "--no-wait", "--json").document

    assert (told["status"], told["mode"]) == ("queued", "batch")
    assert server.batches.asked["create"] == 0
