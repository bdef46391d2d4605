"""`judging run` and `judging runs`: what they print, and how they end."""

import os
import pty
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress

import pytest

from calibration.runs import steering
from storage import Project, RunStatus
from tests import keeping, working
from tests.calibration import judged
from tests.calibration.commands.here import Command
from tests.model_server import ModelServer, Request, Step, answers, fails, passing, says

RULES = ("run", "--rubric", "conversation@1", "--judge", "rules")
CLAUDE = ("run", "--rubric", "conversation@1", "--judge", working.MODEL)
NOBODY = "No worker is running: start one with judging worker, or judging app.\n"
KEYS = ("goal_met", "consistent", "no_reasking", "correction_present", "correction_honoured")
NONE_SCORED = ("parse_failed", "refused", "too_long", "deferred", "bad_request", "cancelled")


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    judged.add(project, "a", "b")


def test_a_run_prints_the_documented_document_and_nothing_else(
    command: Command, server: ModelServer
) -> None:
    server.script += [says("", "refusal")]

    done = command(*CLAUDE, "--concurrency", 1, "--json")

    told = done.document
    assert (done.code, done.errors) == (0, "")
    assert (told["run"], told["status"], told["reason"]) == (1, "done", "")
    assert (told["judge"], told["rubric"]) == (working.MODEL, "conversation@1")
    assert (told["units"], told["scored"], told["cached"], told["left"]) == (2, 1, 0, 0)
    assert told["not_scored"] == dict.fromkeys(NONE_SCORED, 0) | {"refused": 1}
    assert (told["calls"], told["in_flight"]) == (2, 0)
    assert told["usage"] == {"input": 180, "cache_write": 0, "cache_read": 20, "output": 80}
    assert told["cost_usd"] == pytest.approx(0.001162, abs=1e-6)
    assert told["max_cost_usd"] is None
    assert told["runs"] == 1
    assert (told["mode"], told["waiting"]) == ("live", [])
    assert len(told) == 18


def test_a_run_is_told_in_sentences(command: Command, server: ModelServer) -> None:
    server.script += [says("", "refusal")]

    done = command(*CLAUDE, "--concurrency", 1)

    assert done.output.splitlines() == [
        "Run 1 is done: 1 of 2 scored.",
        "  not scored, refused: 1",
        "  2 calls, $0.0012.",
    ]
    assert done.errors == ""


def test_a_dry_run_says_what_it_would_take_and_does_nothing(
    command: Command, project: Project, server: ModelServer
) -> None:
    told = command(*CLAUDE, "--dry-run", "--json").document
    lines = command(*CLAUDE, "--dry-run").output.splitlines()

    assert told["advice"].startswith("100 % of the sessions have one or two exchanges")
    assert {**told, "usage": None, "cost_usd": None, "variants": None, "advice": ""} == {
        "run": None,
        "status": "planned",
        "units": 2,
        "runs": 1,
        "cached": 0,
        "replayed": 0,
        "unfinished": 0,
        "advice": "",
        "calls": 2,
        "reused": 0,
        "usage": None,
        "cost_usd": None,
        "variants": None,
    }
    assert told["usage"]["output"] == 2 * (600 + 5 * 140)
    assert told["cost_usd"] > 0.02
    assert lines[0] == "2 units, of which 0 are judged already."
    assert lines[1] == told["advice"]
    assert lines[2] == f"2 calls, about ${told['cost_usd']:.3f}."
    assert lines[3].endswith("and 2,600 out, reckoned from 2 of the sessions.")
    assert (project.runs.listed(), server.received) == ([], 0)


def test_a_dry_run_has_no_price_for_an_unknown_model_and_none_to_tell_of_rules(
    command: Command,
) -> None:
    unknown = ("run", "--rubric", "conversation", "--judge", "claude:claude-of-tomorrow")

    assert command(*unknown, "--dry-run", "--json").document["cost_usd"] is None
    assert "2 calls, unknown price." in command(*unknown, "--dry-run").output
    assert command(*RULES, "--dry-run", "--json").document["cost_usd"] == 0
    assert "no calls, no cost" in command(*RULES, "--dry-run").output


def test_options_go_into_the_judge_and_the_run(
    command: Command, project: Project, server: ModelServer
) -> None:
    command(*CLAUDE, "--effort", "high", "--criteria-per-call", "one", "--concurrency", 3)

    [judge] = project.judges.listed()
    assert judge.identity.settings["effort"] == "high"
    assert {len(request.keys) for request in server.requests} == {1}
    assert {request.body["output_config"]["effort"] for request in server.requests} == {"high"}
    assert project.runs.work(1).concurrency == 3


REFUSED = {
    "effort": ("--effort", "none"),
    "way of asking": ("--criteria-per-call", "two"),
    "no width": ("--concurrency", "0"),
    "too wide": ("--concurrency", "513"),
    "no number": ("--concurrency", "many"),
    "limit": ("--limit", "-1"),
    "file": ("--sessions", "/nowhere/at/all"),
}


@pytest.mark.parametrize("words", REFUSED.values(), ids=REFUSED.keys())
def test_an_option_that_is_none_ends_with_2_and_is_named(
    command: Command, project: Project, words: tuple[str, str]
) -> None:
    done = command(*RULES, *words)

    assert (done.code, done.output) == (2, "")
    assert words[0] in done.errors
    assert "to fix: " in done.errors
    assert project.runs.listed() == []


def test_a_key_that_is_refused_in_the_middle_ends_with_2_and_keeps_what_was_answered(
    command: Command, project: Project, server: ModelServer
) -> None:
    server.script += [answers(*KEYS), fails(401, "authentication_error")]

    done = command(*CLAUDE, "--concurrency", 1, "--json")

    first, second, third = done.errors.splitlines()
    assert (done.code, done.output) == (2, "")
    assert first.endswith("does not accept the API key.")
    assert second == "  where: HTTP 401, request req_1"
    assert third == "  to fix: Set ANTHROPIC_API_KEY to a key that is valid."
    line = project.runs.get(1)
    assert (line.status, line.scored, server.received) == (RunStatus.FAILED, 1, 2)


def test_a_run_that_was_stopped_from_elsewhere_ends_with_2(
    command: Command, project: Project, server: ModelServer
) -> None:
    keeping.add(project, *working.told(30))

    def policy(request: Request, before: int) -> Step:
        if server.received == 2:
            steering.pause(project, 1)
        return passing(request, before)

    server.policy, server.latency = policy, 0.2
    done = command(*CLAUDE, "--concurrency", 2)

    assert done.code == 2
    assert done.output.startswith("Run 1 is paused: ")
    assert server.received < 32


def test_what_is_not_waited_for_is_queued_and_told_that_nobody_works(command: Command) -> None:
    done = command(*CLAUDE, "--no-wait", "--json")

    assert (done.code, done.document["status"], done.document["left"]) == (0, "queued", 2)
    assert done.errors == NOBODY


def test_one_run_and_all_of_them_are_listed(command: Command) -> None:
    command(*RULES)
    again = command(*RULES, "--json").document

    listed = command("runs", "--json").document["runs"]
    assert [one["run"] for one in listed] == [2, 1]
    assert listed[0] == again == command("runs", 2, "--json").document
    assert command("runs", 1).output == "Run 1 is done: 2 of 2 scored.\n"
    assert command("runs", 2).output == "Run 2 is done: 2 of 2 scored, 2 of them judged before.\n"
    sentence, heading, *lines = command("runs").output.splitlines()
    assert sentence == "2 runs, the newest first."
    assert heading.split() == [
        "run",
        "judge",
        "rubric",
        "status",
        "units",
        "scored",
        "not",
        "scored",
        "cost",
    ]
    assert lines[0].split() == ["2", "rules", "conversation@1", "done", "2", "2", "0", "$0.00"]


def test_a_run_is_paused_resumed_and_cancelled(command: Command) -> None:
    command(*CLAUDE, "--no-wait")

    paused = command("runs", "--pause", 1)
    resumed = command("runs", "--resume", 1, "--json")
    cancelled = command("runs", "--cancel", 1)

    assert (paused.code, paused.output) == (0, "Run 1 is paused: 0 of 2 scored.\n")
    assert (resumed.document["status"], resumed.errors) == ("queued", NOBODY)
    assert cancelled.output.splitlines() == [
        "Run 1 is cancelled: 0 of 2 scored.",
        "  not scored, cancelled: 2",
    ]


def test_a_killed_commands_run_is_listed_as_paused(command: Command, project: Project) -> None:
    from calibration.runs import judges, planning  # noqa: PLC0415

    rules = judges.named("rules", b"")
    planned = planning.plan(project, "conversation@1", rules)
    project.runs.start(planning.new_run(project, planned, rules), held_by="command of yesterday")

    [told] = command("runs", "--json").document["runs"]

    assert (told["status"], told["reason"]) == ("paused", "Its process ended before it was done.")


def test_an_interruption_ends_as_shells_expect_and_says_how_to_go_on(
    command: Command, project: Project, server: ModelServer
) -> None:
    keeping.add(project, *working.told(10))

    def policy(request: Request, before: int) -> Step:
        if server.received == 2:
            judged.interrupt()
        return passing(request, before)

    server.policy = policy
    done = command(*CLAUDE, "--concurrency", 1)

    assert (done.code, done.output) == (128 + signal.SIGINT, "")
    assert done.errors == "Stopped. What was answered is kept: the same command does the rest.\n"
    assert project.runs.get(1).status is RunStatus.PAUSED


def everything(terminal: int) -> Iterator[str]:
    """Yield what was drawn, piece by piece, until there is no more."""
    with suppress(BlockingIOError):
        while piece := os.read(terminal, 4096):
            yield piece.decode()


def test_progress_is_drawn_on_a_terminal_and_the_document_is_not(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal, theirs = pty.openpty()
    with os.fdopen(theirs, "w", encoding="utf-8") as stream:
        monkeypatch.setattr(sys, "stderr", stream)
        done = command(*RULES, "--json")
        os.set_blocking(terminal, False)
        drawn = "".join(everything(terminal))
    os.close(terminal)

    assert "Judging" in drawn
    assert "2/2" in drawn
    assert done.document["scored"] == 2
