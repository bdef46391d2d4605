"""What is asked about canaries, and what it takes."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from calibration.agreement.held import Held
from calibration.bias import red_team
from calibration.bias.canaries import Canary, canaries
from calibration.bias.canary_asking import Spent, Trial, Trials
from calibration.runs import judges
from calibration.runs.judges import Options
from judging.errors import JudgeError
from judging.judges.battery import BATTERY
from judging.judges.model_judge import ModelJudge
from judging.judges.usage import Usage
from judging.ratings import Outcome, Problem
from judging.rubrics import Criterion, Kind, Level, RubricVersion
from storage import CallLimit, Project
from tests import citing, keeping
from tests.calibration import judged, obeying
from tests.calibration.judged import GOAL_MET, POLITE
from tests.chat_server import Endpoint
from tests.model_server import ModelServer, fails, passing, says

FAIL = Outcome.FAIL


def trials(project: Project, held: Held, chosen: Sequence[Canary]) -> list[Trial]:
    """Put canaries to the judge."""
    judge = judges.rebuilt(held.judge.identity, project.store.secret())
    limit = CallLimit(project.store.url, None)
    return Trials(judge, held.version.rubric, limit).of(chosen, lambda _done: None)


def test_each_is_asked_with_the_payload_and_with_the_inert_text(
    project: Project, server: ModelServer
) -> None:
    held = obeying.failed(project, server, "a", "b")
    chosen = canaries(project, held, limit=2)
    server.policy = obeying.OBEDIENT
    before = len(server.requests)

    found = trials(project, held, chosen)

    assert [(t.injected.outcome, t.inert.outcome) for t in found] == [(Outcome.PASS, FAIL)] * 2
    assert [trial.canary for trial in found] == chosen
    told = [request.transcript for request in server.requests[before:]]
    assert [sum(map(obeying.is_injected, told)), sum(map(obeying.is_inert, told))] == [2, 2]


def test_calls_tokens_and_cost_are_counted_and_nothing_is_kept(
    project: Project, server: ModelServer
) -> None:
    held = obeying.failed(project, server, "a")
    [run] = project.runs.listed()
    before = project.agreement.revision()

    [trial] = trials(project, held, canaries(project, held, limit=1))

    used = Usage(input=180, cache_read=20, output=80)
    assert (trial.spent.calls, trial.spent.usage) == (2, used)
    assert trial.spent.cost
    assert project.agreement.revision() == before
    assert project.runs.listed() == [run]
    assert project.runs.get(run.id).calls == 1


def test_what_is_sent_again_counts_as_a_call_without_tokens(
    project: Project, server: ModelServer
) -> None:
    held = obeying.failed(project, server, "a")
    server.script.append(fails(529, "overloaded_error", retry_after="0.01"))

    [trial] = trials(project, held, canaries(project, held, limit=1))

    assert (trial.spent.calls, trial.spent.usage.output) == (3, 80)


@pytest.mark.parametrize(
    ("one", "other", "cost"), [(3, 4, 7), (None, 4, None), (3, None, None), (0, 0, 0)]
)
def test_a_cost_that_is_not_known_makes_the_sum_unknown(
    one: int | None, other: int | None, cost: int | None
) -> None:
    assert (Spent(1, cost=one) + Spent(1, cost=other)).cost == cost


def test_an_answer_without_an_outcome_stays_one(project: Project, server: ModelServer) -> None:
    held = obeying.failed(project, server, "a")
    server.script.append(says("", stop="refusal"))

    [trial] = trials(project, held, canaries(project, held, limit=1))

    assert (trial.injected.problem, trial.inert.outcome) == (Problem.REFUSED, FAIL)


def test_no_criterion_is_asked_that_the_unit_does_not_need(
    project: Project, server: ModelServer
) -> None:
    present = Criterion("present", "Was there one?", kind=Kind.CONDITION)
    kept = replace(GOAL_MET, applies_when="present")
    rubric = RubricVersion("three", 1, (present, kept, POLITE))
    keeping.add(project, keeping.session("a"))
    keeping.label(project, "a", FAIL)
    held = obeying.judged(project, server, rubric, Options(criteria_per_call="one"))
    before = len(server.requests)

    [trial] = trials(project, held, [canary(project, kept)])

    asked = {request.keys for request in server.requests[before:]}
    assert asked == {("present",), ("goal_met",)}
    assert (trial.injected.outcome, trial.injected.raw_value) == (Outcome.NOT_APPLICABLE, "fail")


def canary(project: Project, criterion: Criterion) -> Canary:
    """Return a canary of the only session, whatever the judge says of it."""
    [session] = project.sessions.whole(project.sessions.ids())
    return Canary(session, criterion, 0, BATTERY[0], 2, session.roles[1])


def test_of_turns_the_one_that_failed_is_asked_and_no_later_one_shown(
    project: Project, server: ModelServer
) -> None:
    sound = replace(GOAL_MET, key="sound", name="", level=Level.TURN)
    keeping.add(project, keeping.session("a", "Hi", "Hello", "Where?", "Here", "Sure?", "Yes"))
    citing.label_turns(project, "a", {4: FAIL}, criterion="sound")
    held = obeying.judged(project, server, RubricVersion("turns", 1, (sound,)))
    before = len(server.requests)

    [trial] = trials(project, held, canaries(project, held, limit=1))

    told = [request.transcript for request in server.requests[before:]]
    assert (trial.injected.turn, trial.injected.outcome, trial.inert.turn) == (4, FAIL, 4)
    assert [("Here" in one, "Yes" in one) for one in told] == [(True, False)] * 2


def test_a_judge_that_cannot_be_asked_stops_all(project: Project, server: ModelServer) -> None:
    held = obeying.failed(project, server, *(f"s{n}" for n in range(40)))
    chosen = canaries(project, held, limit=40)
    server.policy = lambda request, before: fails(401, "authentication_error")  # noqa: ARG005  (a policy)
    before = server.received

    with pytest.raises(JudgeError, match="key"):
        trials(project, held, chosen)

    assert server.received - before < 40


def test_the_limit_on_calls_holds_and_progress_is_told(
    project: Project, server: ModelServer, tmp_path: Path
) -> None:
    held = obeying.failed(project, server, "a", "b")
    judge = judges.rebuilt(held.judge.identity, project.store.secret())
    limit = CallLimit(f"sqlite:///{tmp_path}/other.db", 6_000)
    (tmp_path / "other.db.rates").touch()
    done: list[int] = []

    Trials(judge, held.version.rubric, limit).of(canaries(project, held, limit=2), done.append)

    assert done == [1, 2]
    assert int((tmp_path / "other.db.rates").read_text("utf-8"))


def test_the_rules_are_asked_without_a_call(project: Project) -> None:
    keeping.add(project, keeping.session("a", "Cancel it.", "Let me check."))
    rubric = project.rubrics.get("conversation@1").rubric
    rules = Trials(judges.named("rules", b""), rubric, CallLimit(project.store.url, None))

    [trial] = rules.of([canary(project, rubric.criterion("goal_met"))], lambda _done: None)

    assert trial.spent == Spent()
    assert (trial.injected.criterion, trial.injected.turn) == ("goal_met", 0)


def test_models_of_others_are_tried_alike_at_an_unknown_price(
    project: Project, server: ModelServer
) -> None:
    keeping.add(project, keeping.session("a"))
    server.chats = Endpoint(turns_seen=2)
    judge = judges.named(f"openai:m@{server.url}/v1", project.store.secret())
    assert isinstance(judge, ModelJudge)
    asking = Trials(judge, judged.ONE, CallLimit(project.store.url, None))

    with closing(judge):
        [trial] = asking.of([canary(project, GOAL_MET)], lambda _done: None)

    assert (trial.injected.outcome, trial.inert.outcome) == (Outcome.PASS, Outcome.PASS)
    assert (trial.spent.calls, trial.spent.usage.output, trial.spent.cost) == (2, 80, None)


def test_a_judge_that_fits_sessions_is_asked_with_a_summary_of_each(
    project: Project, server: ModelServer
) -> None:
    said = ["and so on " * 200] * 30
    keeping.add(project, keeping.session("a", *said))
    keeping.label(project, "a", FAIL)
    held = obeying.judged(project, server, options=Options(context="fit"))
    chosen = canaries(project, held, limit=1)
    judge = judges.rebuilt(held.judge.identity, project.store.secret())
    server.policy = passing
    before = len(server.requests)

    (found,) = trials(project, held, chosen)

    assert [request.keys for request in server.requests[before:]] == [(), ("goal_met",)] * 2
    assert (found.injected.outcome, found.spent.calls) == (Outcome.PASS, 4)
    assert red_team.expected(judge, held.version.rubric, chosen).calls == 4
