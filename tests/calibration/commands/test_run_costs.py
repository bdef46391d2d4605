"""`judging run --max-cost`, and what `--dry-run` says of costs."""

import json

import pytest

from calibration.runs.money import dollars, micro
from storage import Project, RunStatus
from tests import keeping, working
from tests.calibration.commands.here import Command
from tests.model_server import ModelServer, Request, Step, answer, says

CLAUDE = ("run", "--rubric", "conversation@1", "--judge", working.MODEL)
UNKNOWN = ("run", "--rubric", "conversation@1", "--judge", "claude:claude-of-tomorrow")
DEAR = {"input_tokens": 900, "output_tokens": 8192}


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    keeping.add(project, *working.told(12))


def dear(request: Request, before: int) -> Step:
    _ = before
    return says(json.dumps(answer(*request.keys)), usage=DEAR)


def test_a_run_that_comes_to_its_ceiling_says_so(command: Command, server: ModelServer) -> None:
    server.policy = dear

    done = command(*CLAUDE, "--max-cost", "0.40", "--concurrency", 8)

    lines = done.output.splitlines()
    assert done.code == 2
    assert lines[0] == "Run 1 is paused: 4 of 12 scored."
    assert (
        lines[1]
        == "  The cost ceiling of $0.40 has no room for another request: $0.33 spent, 8 units left."
    )
    assert len(server.bill) == 4


def test_the_document_has_the_ceiling_and_the_reason(command: Command, server: ModelServer) -> None:
    server.policy = dear

    told = command(*CLAUDE, "--max-cost", "0.40", "--json").document

    assert (told["status"], told["max_cost_usd"], told["left"]) == ("paused", 0.4, 8)
    assert told["cost_usd"] <= 0.4
    assert told["reason"].startswith("The cost ceiling of $0.40 has no room")


def test_it_is_resumed_with_a_higher_one(
    command: Command, project: Project, server: ModelServer
) -> None:
    server.policy = dear
    command(*CLAUDE, "--max-cost", "0.40")

    told = command("runs", "--resume", 1, "--max-cost", "2", "--json").document

    assert (told["status"], told["max_cost_usd"], told["reason"]) == ("queued", 2, "")
    assert project.runs.work(1).max_cost == 2_000_000


def test_for_a_model_without_a_price_it_is_refused_with_the_way_to_give_one(
    command: Command, project: Project
) -> None:
    done = command(*UNKNOWN, "--max-cost", "1")

    assert done.code == 2
    assert "JUDGE_PRICES" in done.errors
    assert project.runs.listed() == []


def test_a_run_of_a_model_without_a_price_gets_no_ceiling_afterwards(
    command: Command, project: Project
) -> None:
    command(*UNKNOWN, "--no-wait")
    command("runs", "--pause", 1)

    done = command("runs", "--resume", 1, "--max-cost", "1")

    assert (done.code, "JUDGE_PRICES" in done.errors) == (2, True)
    assert project.runs.status(1) is RunStatus.PAUSED


@pytest.mark.parametrize("amount", ["0", "-1", "nan", "inf", "2001", "much"])
def test_what_is_no_amount_is_refused(command: Command, project: Project, amount: str) -> None:
    assert command(*CLAUDE, "--max-cost", amount).code == 2
    assert project.runs.listed() == []


def test_a_ceiling_alone_changes_no_run(command: Command) -> None:
    assert command("runs", "--max-cost", "1").code == 2


def test_a_dry_run_has_the_price_with_a_cache_and_in_batches(command: Command) -> None:
    told = command(*CLAUDE, "--dry-run", "--json").document
    said = command(*CLAUDE, "--dry-run").output

    variants = told["variants"]
    assert list(variants) == ["plain", "cached", "batch"]
    assert variants["plain"] == told["cost_usd"]
    assert variants["cached"] < variants["plain"]
    assert variants["batch"] == pytest.approx(variants["plain"] / 2, abs=1e-5)
    assert f"expect {dollars(micro(variants['cached']))} by that" in said
    assert "In batches, without a cache, they would be $" in said


def test_a_dry_run_without_a_price_has_none_of_its_variants(command: Command) -> None:
    told = command(*UNKNOWN, "--dry-run", "--json").document

    assert told["variants"] == {"plain": None, "cached": None, "batch": None}
    assert "expect" not in command(*UNKNOWN, "--dry-run").output
