"""`judging run --runs` and `--majority`: what is asked, what is said, what is refused."""

import json

import pytest

from judging.ratings import Outcome
from storage import Project
from tests import keeping, working
from tests.calibration import judged
from tests.calibration.commands.here import Command
from tests.model_server import ModelServer, Request, Step, answer, says

CLAUDE = ("run", "--rubric", "conversation@1", "--judge", working.MODEL)


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    judged.add(project, "a", "b")


def varying(request: Request, before: int) -> Step:
    """Pass the first time, and fail from then on."""
    verdict = "fail" if before else "pass"
    return says(json.dumps(answer(*request.keys, verdict=verdict)))


def test_units_are_sessions_however_often_each_is_asked(
    command: Command, server: ModelServer
) -> None:
    told = command(*CLAUDE, "--runs", 3, "--json").document
    lines = command(*CLAUDE, "--runs", 4).output.splitlines()
    listed = command("runs", "--json").document["runs"]

    assert (told["units"], told["runs"], told["scored"], told["calls"]) == (2, 3, 2, 6)
    assert (told["left"], told["cached"], sum(told["not_scored"].values())) == (0, 0, 0)
    assert lines[0] == "Run 2 is done: 2 of 2 scored, each 4 times."
    assert [(one["runs"], one["calls"]) for one in listed] == [(4, 2), (3, 6)]
    assert server.received == 8


def test_a_dry_run_prices_every_answer_that_is_missing(
    command: Command, server: ModelServer
) -> None:
    once = command(*CLAUDE, "--dry-run", "--json").document
    thrice = command(*CLAUDE, "--runs", 3, "--dry-run", "--json").document
    lines = command(*CLAUDE, "--runs", 3, "--dry-run").output.splitlines()

    assert (once["calls"], thrice["calls"], thrice["runs"]) == (2, 6, 3)
    assert thrice["cost_usd"] == pytest.approx(3 * once["cost_usd"], rel=1e-3)
    assert lines[0] == "2 units, each to be asked 3 times, of which 0 are judged already."
    assert server.received == 0


@pytest.mark.parametrize("runs", [0, 10, -1])
def test_a_number_out_of_range_is_refused(command: Command, runs: int) -> None:
    done = command(*CLAUDE, "--runs", runs)

    assert done.code == 2
    assert "--runs" in done.errors


@pytest.mark.parametrize("option", ["--runs", "--majority"])
def test_rules_are_not_asked_twice(command: Command, option: str) -> None:
    done = command("run", "--rubric", "conversation@1", "--judge", "rules", option, 3)

    assert done.code == 2
    assert "rules gives the same answer however often it is asked" in done.errors
    assert "claude:MODEL" in done.errors


def test_a_majority_is_a_judge_with_one_verdict_a_session(
    command: Command, server: ModelServer
) -> None:
    server.policy = varying

    told = command(*CLAUDE, "--majority", 3, "--json").document
    refused = command(*CLAUDE, "--majority", 3, "--runs", 2)

    assert told["judge"] == f"{working.MODEL}+majority3"
    assert (told["units"], told["scored"], told["runs"], told["calls"]) == (2, 2, 1, 6)
    assert refused.code == 2
    assert "several times already" in refused.errors


def test_agreement_says_how_often_the_judge_contradicts_itself(
    command: Command, project: Project, server: ModelServer
) -> None:
    keeping.label(project, "a", Outcome.FAIL)
    asked = ("agreement", "--rubric", "conversation@1", "--judge", working.MODEL)
    server.policy = varying
    command(*CLAUDE)
    once = command(*asked, "--json").document["criteria"][0]
    command(*CLAUDE, "--runs", 3)

    again = command(*asked, "--json").document["criteria"][0]
    lines = command(*asked).output.splitlines()

    assert once["self_consistency"] is None
    told = again["self_consistency"]
    assert (told["value"], told["units"], told["runs"]) == (pytest.approx(2 / 3), 2, 3)
    assert told["low"] < told["value"] < told["high"]
    assert again["cells"] == once["cells"]
    assert "Asked 3 times about 2 sessions, the judge contradicted itself in 67%" in lines[-5]
