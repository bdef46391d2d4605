"""Runs whose requests are answered in batches: every fault in its problem, every cent once."""

import json
from datetime import UTC, datetime

import pytest

from judging.errors import JudgeError
from judging.ratings import Outcome, Problem
from storage import Age, Project, RunStatus
from tests import keeping, working
from tests.batch_server import Fault
from tests.calibration import batched, judged
from tests.model_server import ModelServer, Policy, Request, Step, answer, fails, passing, says
from tests.storm import Storm

EXPIRES, BROKEN = Step(status=0, kind="expired"), says("pass")
CUT_OFF, REFUSAL = says('{"turns_seen', "max_tokens"), says("", "refusal")


def test_one_batch_answers_all_and_costs_half(project: Project, server: ModelServer) -> None:
    keeping.add(project, *working.told(12))

    line = judged.in_batches(project)

    assert (line.status, line.scored, line.calls, line.in_flight) == (RunStatus.DONE, 12, 12, 0)
    assert len(server.batches.kept) == 1
    assert line.cost == batched.half_price(server) > 0


def test_the_names_in_a_batch_are_the_hashes_of_the_requests(
    project: Project, server: ModelServer
) -> None:
    judged.add(project, "a", "b")

    line = judged.in_batches(project)

    [kept] = server.batches.kept.values()
    assert all(len(name) == 43 and name.startswith("v1-") for name in kept.requests)
    [records] = [project.calls.of_session(line.id, "a")]
    assert records[0].request in kept.requests.values()


@pytest.mark.parametrize(
    ("policy", "problem", "billed"),
    [
        (batched.meets(BROKEN), None, 2),
        (batched.meets(BROKEN, BROKEN), Problem.PARSE_FAILED, 2),
        (batched.meets(CUT_OFF), None, 2),
        (batched.meets(CUT_OFF, CUT_OFF), Problem.PARSE_FAILED, 2),
        (batched.meets(REFUSAL), Problem.REFUSED, 1),
        (batched.meets(says("", "model_context_window_exceeded")), Problem.TOO_LONG, 1),
        (batched.meets(fails(400, "invalid_request_error")), Problem.BAD_REQUEST, 0),
        (batched.meets(fails(413, "request_too_large")), Problem.BAD_REQUEST, 0),
        (batched.meets(fails(529, "overloaded_error")), None, 1),
        (batched.meets(fails(500), fails(500)), Problem.DEFERRED, 0),
        (batched.meets(fails(429, "rate_limit_error"), EXPIRES), Problem.DEFERRED, 0),
        (batched.meets(EXPIRES), None, 1),
        (batched.meets(EXPIRES, EXPIRES), Problem.DEFERRED, 0),
        (batched.meets(EXPIRES, BROKEN), None, 2),
        (batched.meets(EXPIRES, BROKEN, BROKEN), Problem.PARSE_FAILED, 2),
    ],
)
def test_each_fault_ends_in_its_problem_and_the_bill_adds_up(
    project: Project, server: ModelServer, policy: Policy, problem: Problem | None, billed: int
) -> None:
    judged.add(project, "a")
    server.policy = policy

    line = judged.in_batches(project)

    assert line.status is RunStatus.DONE
    assert (line.scored, line.not_scored) == ((0, {problem: 1}) if problem else (1, {}))
    assert len(server.bill) == billed
    assert (line.cost, line.in_flight, line.left) == (batched.half_price(server), 0, 0)


def test_what_was_cut_off_has_twice_the_room_in_the_batch_that_follows(
    project: Project, server: ModelServer
) -> None:
    judged.add(project, "a", "b")

    def policy(request: Request, before: int) -> Step:
        return CUT_OFF if not before and "A?" in request.whole else passing(request, before)

    keeping.add(project, keeping.session("c", "A?", "Yes."))
    server.policy = policy
    judged.in_batches(project)

    first, second = server.batches.kept.values()
    assert (len(first.requests), len(second.requests)) == (3, 1)
    [again] = second.requests.values()
    assert again["max_tokens"] == 2 * 8192


def test_a_storm_ends_as_one_does_that_is_asked_one_by_one(
    project: Project, server: ModelServer
) -> None:
    keeping.add(project, *working.told(60))
    server.policy = storm = Storm.over(working.transcripts(project).values())

    line = judged.in_batches(project, project.rubrics.get("conversation@1").rubric)

    working.hold_to_its_books(project, server, storm, line.id, most_lost=0)
    assert len(server.batches.kept) == 2
    assert line.cost == batched.half_price(server)


def test_turns_are_judged_in_one_batch_though_they_follow_each_other(
    project: Project, server: ModelServer
) -> None:
    keeping.add(project, keeping.session("a", "One?", "Yes.", "Two?", "No.", "Three?", "So."))

    line = judged.in_batches(project, project.rubrics.get("turn@1").rubric)

    assert (line.units, line.scored) == (3, 3)
    assert len(server.batches.kept) == 1


def test_a_direct_run_is_not_paid_again_in_a_batch_nor_the_other_way_round(
    project: Project, server: ModelServer
) -> None:
    judged.add(project, "a")
    judged.run(project)
    judged.add(project, "b")

    second = judged.in_batches(project)
    third = judged.run(project, judged.TWO)
    again = judged.in_batches(project, judged.TWO)

    [kept] = server.batches.kept.values()
    assert (len(kept.requests), second.cached, second.scored) == (1, 1, 2)
    assert (third.scored, again.cached, again.calls) == (2, 2, 0)
    assert len(server.bill) == 4


def test_what_was_answered_for_another_run_is_not_sent(
    project: Project, server: ModelServer
) -> None:
    judged.add(project, "a", "b")
    judged.in_batches(project, judged.ONE, judged.BY_ONE)

    line = judged.in_batches(project, judged.TWO, judged.BY_ONE)

    assert (line.scored, line.calls) == (2, 2)
    assert [len(kept.requests) for kept in server.batches.kept.values()] == [2, 2]


def test_a_request_that_another_run_of_the_judge_has_in_a_batch_is_not_sent_by_a_second(
    project: Project, server: ModelServer
) -> None:
    judged.add(project, "a")
    server.batches.faults["look"].append(Fault(401, "authentication_error"))
    with pytest.raises(JudgeError, match="does not accept the API key"):
        judged.in_batches(project)

    for again in (judged.run, judged.in_batches):
        with pytest.raises(Exception, match="its batch is at the service"):
            again(project)

    assert server.batches.asked["create"] == 1


def test_the_results_may_name_what_was_never_sent_and_leave_out_what_was(
    project: Project, server: ModelServer
) -> None:
    judged.add(project, "a", "b")
    server.batches.instead = '{"custom_id": "x", "result": {"type": "succeeded"}}\nnonsense\n[]\n'

    line = judged.in_batches(project)

    assert (line.scored, line.calls) == (0, 4)
    assert line.not_scored == {Problem.DEFERRED: 2}


def test_a_model_that_is_not_there_ends_the_run_with_a_sentence(
    project: Project, server: ModelServer
) -> None:
    judged.add(project, "a", "b")
    server.policy = batched.meets(fails(404, "not_found_error"))

    with pytest.raises(JudgeError, match="has no model"):
        judged.in_batches(project)

    [line] = project.runs.listed()
    assert (line.status, line.calls, line.in_flight) == (RunStatus.FAILED, 2, 0)


def test_verdicts_are_those_of_the_answers(project: Project, server: ModelServer) -> None:
    judged.add(project, "a")
    server.policy = batched.meets(
        last=says(json.dumps(answer("goal_met", turns_seen=2, verdict="fail")))
    )

    judged.in_batches(project)

    [verdict] = judged.verdicts(project)
    assert verdict.outcome is Outcome.FAIL


def test_what_was_refused_stays_so_though_its_text_is_forgotten(
    project: Project, server: ModelServer
) -> None:
    judged.add(project, "a")

    def policy(request: Request, before: int) -> Step:
        if request.keys == ("goal_met",):
            return REFUSAL
        return passing(request, before) if before else fails(404, "not_found_error")

    server.policy = policy
    with pytest.raises(JudgeError, match="has no model"):
        judged.in_batches(project, judged.VIEWS)
    [line] = project.runs.listed()
    now = datetime.now(UTC)
    assert project.store.retention.forget(Age(now, now)).replies > 0

    assert batched.resume(project, line.id) is RunStatus.DONE

    ended = project.runs.get(line.id)
    assert (ended.not_scored, ended.calls) == ({Problem.REFUSED: 1}, 3)
