"""Runs that may cost so much and no more."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import pytest

from calibration.runs import ceiling, planning, running, steering
from calibration.runs.run_work import RunWork
from judging.errors import JudgeError
from judging.judges.prices import prices
from judging.judges.usage import Usage
from storage import Project, RunLine, RunStatus, Store
from tests import keeping, working
from tests.calibration import judged
from tests.calibration.judged import ONE
from tests.model_server import ModelServer, Request, Step, answer, fails, says

MODEL = "claude-sonnet-5-5"
ROOM = 8192
DOLLAR = 1_000_000
# An answer that fills all of its room, for eight cents.
DEAR = {"input_tokens": 900, "output_tokens": ROOM}
CHEAP = {"input_tokens": 900, "output_tokens": 300}


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    keeping.add(project, *working.told(24))


def using(usage: dict[str, int]) -> Callable[[Request, int], Step]:
    """Pass every criterion, for so many tokens a request."""
    return lambda request, _: says(json.dumps(answer(*request.keys)), usage=usage)


def run(project: Project, max_cost: int | None, *, concurrency: int = 8) -> RunLine:
    asked = judged.judge(project)
    planned = planning.plan(project, project.rubrics.add(ONE).rubric.label, asked)
    return running.run(project, planned, asked, concurrency=concurrency, max_cost=max_cost)


def resumed(project: Project, number: int, max_cost: int | None = None) -> RunLine:
    """Go on with a run as a worker does."""
    steering.resume(project, number, max_cost=max_cost)
    epoch = project.runs.work(number).epoch
    assert project.runs.begin(number, epoch=epoch)
    judged.again(project, number)
    reason = ceiling.reason(project, number)
    project.runs.finish(number, epoch=epoch, reason=reason)
    return project.runs.get(number)


def billed(server: ModelServer) -> int:
    """Return what the service asks for all that it answered."""
    today = datetime.now(UTC).date()
    costs = [prices().cost(MODEL, Usage.of(one.usage), today) for one in server.bill]
    return sum(cost for cost in costs if cost is not None)


@pytest.mark.parametrize("usage", [DEAR, CHEAP], ids=["dear", "cheap"])
def test_a_run_pauses_before_it_costs_more(
    project: Project, server: ModelServer, usage: dict[str, int]
) -> None:
    server.policy, server.latency = using(usage), 0.05

    line = run(project, 150_000)

    assert line.status is RunStatus.PAUSED
    assert 0 < line.scored < 24
    assert (line.in_flight, line.scored) == (0, len(server.bill))
    assert line.cost == billed(server) <= 150_000
    # What is left does not hold another request at its worst.
    assert 150_000 - billed(server) < 90_000
    assert line.reason == (
        "The cost ceiling of $0.15 has no room for another request: "
        f"${billed(server) / DOLLAR:,.3f} spent, "
        f"{line.left} units left."
    )


def test_resumed_with_a_higher_ceiling_it_ends_and_nothing_is_paid_twice(
    project: Project, server: ModelServer
) -> None:
    server.policy = using(DEAR)
    first = run(project, 300_000)

    line = resumed(project, first.id, 3 * DOLLAR)

    assert (first.status, line.status) == (RunStatus.PAUSED, RunStatus.DONE)
    assert (line.scored, line.calls, len(server.bill)) == (24, 24, 24)
    assert len({one.unit for one in server.bill}) == 24
    assert (line.max_cost, line.reason) == (3 * DOLLAR, "")


def test_resumed_with_the_same_ceiling_it_asks_nothing(
    project: Project, server: ModelServer
) -> None:
    server.policy = using(DEAR)
    first = run(project, 300_000)

    line = resumed(project, first.id)

    assert (line.status, line.calls, line.reason) == (first.status, first.calls, first.reason)
    assert server.received == first.calls


def test_what_two_at_once_spend_stays_below_it_together(
    project: Project, server: ModelServer, database_url: str
) -> None:
    server.policy, server.latency = using(DEAR), 0.02
    other = Store(database_url)
    asked = judged.judge(project)
    planned = planning.plan(project, project.rubrics.add(ONE).rubric.label, asked)
    new = planning.new_run(project, planned, asked, concurrency=8, max_cost=DOLLAR)
    number = project.runs.start(new)

    def work(at: Project, half: int) -> None:
        with RunWork(at, number) as mine:
            mine.do(mine.sessions[half::2])

    with ThreadPoolExecutor(2) as pool:
        for done in [
            pool.submit(work, at, n) for n, at in enumerate([project, other.project("default")])
        ]:
            done.result()
    other.close()

    assert DOLLAR - 90_000 < billed(server) <= DOLLAR
    assert project.runs.status(number) is RunStatus.PAUSING


def test_a_ceiling_that_is_not_reached_changes_nothing(
    project: Project, server: ModelServer
) -> None:
    line = run(project, 10 * DOLLAR)

    assert (line.status, line.scored, server.received) == (RunStatus.DONE, 24, 24)


def test_a_request_that_no_answer_came_to_counts_as_paid(
    project: Project, server: ModelServer
) -> None:
    server.policy = using(DEAR)
    server.script += [Step(drops=True)] * 3

    line = run(project, 300_000, concurrency=1)

    assert line.status is RunStatus.PAUSED
    assert len(server.bill) == 0
    assert line.cost == 0


def test_a_request_that_is_refused_costs_nothing(project: Project, server: ModelServer) -> None:
    server.policy = using(CHEAP)
    server.script += [fails(529, "overloaded_error", retry_after_ms="1")] * 5

    line = run(project, 300_000, concurrency=1)

    assert (line.status, line.scored) == (RunStatus.DONE, 24)


def test_a_ceiling_that_holds_no_request_sends_none(project: Project, server: ModelServer) -> None:
    line = run(project, 10_000)

    assert (
        line.reason
        == "The cost ceiling of $0.010 has no room for another request: $0.00 spent, 24 units left."
    )
    assert server.received == 0


def test_for_a_model_without_a_price_it_is_refused(project: Project) -> None:
    unknown = judged.judge(project, model="claude:claude-of-tomorrow")
    planned = planning.plan(project, "conversation@1", unknown)

    with pytest.raises(JudgeError, match="price of claude-of-tomorrow is not known") as refused:
        running.run(project, planned, unknown, max_cost=DOLLAR)

    assert "JUDGE_PRICES" in str(refused.value.fix)
    assert project.runs.listed() == []


def test_with_a_price_of_ones_own_it_is_kept(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "prices.yaml"
    own.write_text(
        "models:\n  claude-of-tomorrow:\n    - {from: 2026-01-01, input: 1, output: 1}\n", "utf-8"
    )
    unknown = judged.judge(project, model="claude:claude-of-tomorrow")
    planned = planning.plan(project, "conversation@1", unknown)
    monkeypatch.setenv("JUDGE_PRICES", str(own))

    new = planning.new_run(project, planned, unknown, max_cost=DOLLAR)

    assert new.max_cost == DOLLAR


def test_the_most_of_a_request_covers_its_room_and_its_form() -> None:
    request = {"max_tokens": ROOM, "messages": [{"role": "user", "content": "x" * 10_000}]}

    most = ceiling.most(prices(), MODEL, request) or 0
    longer = ceiling.most(prices(), MODEL, {**request, "schema": "y" * 1_000}) or 0

    assert most >= ROOM * 10 + 10_000 * 2 * 1.25 / 2.5
    assert longer > most


@pytest.mark.durable
def test_a_worker_pauses_a_run_and_ends_it_under_a_higher_ceiling(
    project: Project, server: ModelServer, database_url: str
) -> None:
    server.policy = using(DEAR)
    asked = judged.judge(project)
    planned = planning.plan(project, "conversation@1", asked)
    number = steering.start(project, planned, asked, concurrency=8, max_cost=300_000)
    with working.worker(database_url, working.asking(server)):
        working.wait_until(project, number, RunStatus.PAUSED, RunStatus.DONE)
        paused, paid = project.runs.get(number), billed(server)
        steering.resume(project, number, max_cost=3 * DOLLAR)
        working.wait_until(project, number, RunStatus.DONE)

    assert paused.reason.startswith(
        "The cost ceiling of $0.30 has no room for another request: $0.25 spent, 21 units"
    )
    assert paid <= 300_000
    assert (project.runs.get(number).scored, len(server.bill)) == (24, 24)
