"""Looking behind verdicts."""

from dataclasses import replace

import pytest

from calibration.runs import auditing
from judging.errors import StoreError
from judging.ratings import Outcome
from storage import Project
from tests import keeping
from tests.calibration import judged
from tests.model_server import ModelServer, Request, Step, passing, says


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    judged.add(project, "a", "b")


def seen(project: Project, name: str) -> int:
    """Return how many verdicts on a session a nameless visitor was shown."""
    visitor = project.reviewers.named("unnamed visitor")
    return project.exposures.count(visitor.id, keeping.number(project, name))


@pytest.mark.usefixtures("server")
def test_a_session_shows_what_was_asked_and_the_verdicts_that_came_of_it(
    project: Project,
) -> None:
    run = judged.run(project, judged.TWO, judged.BY_ONE)

    found = auditing.audit(project, run.id, "a")

    assert found.judge.identity.name == run.judge
    assert [one.verdict.criterion for one in found.verdicts] == ["goal_met", "polite"]
    assert [call.criterion for call in found.calls] == ["goal_met", "polite"]


@pytest.mark.usefixtures("server")
def test_a_verdict_shows_only_what_it_came_of(project: Project) -> None:
    run = judged.run(project, judged.TWO, judged.BY_ONE)
    polite = judged.standing(project, judged.TWO, judged.BY_ONE)["a", "polite"]

    found = auditing.audit(project, run.id, "a", polite.id)

    assert [one.id for one in found.verdicts] == [polite.id]
    assert [call.criterion for call in found.calls] == ["polite"]


def test_a_session_without_an_outcome_shows_every_attempt(
    project: Project, server: ModelServer
) -> None:
    def unreadable(request: Request, before: int) -> Step:  # noqa: ARG001  (a policy)
        return says("Well, it depends.")

    server.policy = unreadable
    run = judged.run(project)

    found = auditing.audit(project, run.id, "a")

    assert [one.verdict.outcome for one in found.verdicts] == [Outcome.NOT_SCORED]
    assert [call.attempt for call in found.calls] == [1, 2]


def test_a_reply_that_was_paid_for_before_is_shown_as_the_other_run_s(
    project: Project, server: ModelServer
) -> None:
    server.policy = passing
    first = judged.run(project, judged.ONE)
    second = judged.run(project, replace(judged.ONE, number=2))
    stored = judged.standing(project, replace(judged.ONE, number=2))["a", "goal_met"]

    found = auditing.audit(project, second.id, "a", stored.id)

    assert {call.run for call in found.calls} == {first.id}


@pytest.mark.usefixtures("server")
def test_whoever_looks_at_a_reply_is_written_down(project: Project) -> None:
    run = judged.run(project, judged.TWO)
    before = seen(project, "a")

    auditing.audit(project, run.id, "a")

    assert (before, seen(project, "a"), seen(project, "b")) == (0, 2, 0)


@pytest.mark.usefixtures("server")
def test_pointing_at_what_can_be_looked_at_shows_nobody_anything(project: Project) -> None:
    judged.run(project, judged.TWO)
    version = project.rubrics.get("two@1")
    judge = project.judges.listed(rubric_version=version.id)[0]

    found = auditing.audited(project, project.sessions.get("a"), version, judge)

    assert sorted(found) == [("goal_met", 0), ("polite", 0)]
    assert seen(project, "a") == 0


def test_there_is_nothing_behind_verdicts_from_a_file(project: Project) -> None:
    keeping.judge(project, {"a": Outcome.PASS})
    version = project.rubrics.get("conversation@1")
    judge = project.judges.listed(rubric_version=version.id)[0]

    assert not auditing.audited(project, project.sessions.get("a"), version, judge)


def test_a_session_that_is_not_there_has_nothing_to_show(
    project: Project, server: ModelServer
) -> None:
    assert server.received == 0
    run = judged.run(project)

    found = auditing.audit(project, run.id, "nobody")

    assert (found.verdicts, found.calls) == ((), ())


def test_a_run_that_is_not_there_is_said_to_be(project: Project) -> None:
    with pytest.raises(StoreError, match="no run 7"):
        auditing.audit(project, 7, "a")
