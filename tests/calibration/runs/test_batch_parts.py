"""Runs in batches of what takes several answers: long sessions, samples, majorities."""

import pytest

from calibration.runs.judges import Options
from judging.judges.fitting import Context
from judging.ratings import Problem
from judging.sessions import Session
from storage import Project, RunStatus
from tests import keeping
from tests.calibration import batched, judged
from tests.model_server import ModelServer, passing, says

BROKEN, REFUSAL = says("pass"), says("", "refusal")


def long(name: str, turns: int = 62) -> Session:
    return keeping.session(name, *(f"{name} {n}: {'and so on ' * 150}" for n in range(turns)))


@pytest.mark.parametrize("context", ["fit", "chunks"])
def test_the_parts_of_a_long_session_are_asked_about_at_once_and_then_the_session(
    project: Project, server: ModelServer, context: Context
) -> None:
    keeping.add(project, long("long"), keeping.session("short"))

    line = judged.in_batches(project, judged.ONE, Options(context=context))

    assert (line.status, line.scored) == (RunStatus.DONE, 2)
    assert [len(kept.requests) for kept in server.batches.kept.values()] == [4, 1]
    names = {call.criterion for call in project.calls.of_session(line.id, "long")}
    part = "(summary {})" if context == "fit" else "(part {})"
    assert names == {"", *(f"{part.format(n)},goal_met" for n in (1, 2, 3))}


@pytest.mark.parametrize("context", ["fit", "chunks"])
def test_a_part_that_is_refused_ends_its_session(
    project: Project, server: ModelServer, context: Context
) -> None:
    keeping.add(project, long("long"))
    server.policy = lambda request, before: (
        REFUSAL if "long 30" in request.whole else passing(request, before)
    )

    line = judged.in_batches(project, judged.ONE, Options(context=context))

    assert (line.status, line.not_scored) == (RunStatus.DONE, {Problem.REFUSED: 1})
    assert (len(server.batches.kept), line.cost) == (1, batched.half_price(server))


def test_what_is_asked_several_times_is_in_one_batch_each_time_once(
    project: Project, server: ModelServer
) -> None:
    judged.add(project, "a", "b")
    server.policy = batched.meets(BROKEN)

    line = judged.in_batches(project, runs=3)
    again = judged.in_batches(project, runs=3)

    assert (line.scored, line.samples, again.calls) == (2, 3, 0)
    assert [len(kept.requests) for kept in server.batches.kept.values()] == [6, 2]
    assert len(server.bill) == 8


def test_a_majority_is_made_of_one_batch(project: Project, server: ModelServer) -> None:
    judged.add(project, "a")

    line = judged.in_batches(project, judged.ONE, Options(majority=3))

    assert (line.status, line.scored, line.calls) == (RunStatus.DONE, 1, 3)
    assert len(server.batches.kept) == 1


def test_samples_that_a_direct_run_has_are_not_sent(project: Project, server: ModelServer) -> None:
    judged.add(project, "a", "b")
    judged.run(project)

    line = judged.in_batches(project, runs=2)

    assert (line.scored, line.calls, len(server.bill)) == (2, 2, 4)
