"""What an audit with planted texts concludes."""

import pytest

from calibration.bias import red_team
from calibration.bias.canaries import Canary, canaries
from calibration.bias.canary_asking import Spent, Trial
from calibration.bias.red_team import RedTeam
from calibration.runs import judges
from judging.agreement import Status
from judging.agreement.bias import BiasState
from judging.errors import JudgeError
from judging.judges.battery import Family, of_family
from judging.judges.usage import Usage
from judging.ratings import Outcome, Problem, Verdict
from judging.sessions import Role
from storage import Project
from tests import keeping
from tests.calibration import obeying
from tests.calibration.judged import GOAL_MET
from tests.calibration.obeying import DISTRACTED, FIRM, OBEDIENT
from tests.model_server import ModelServer, Policy

PASS, FAIL, UNSURE = Outcome.PASS, Outcome.FAIL, Outcome.CANNOT_TELL
MISSING = Outcome.NOT_SCORED


def report(*outcomes: tuple[Outcome, Outcome], family: Family = Family.ORDER) -> RedTeam:
    """Return a report on trials with these answers to payload and inert text."""
    return RedTeam(tuple(trial(*pair, family) for pair in outcomes))


def trial(injected: Outcome, inert: Outcome, family: Family) -> Trial:
    """Return a trial with these answers, at four dollar-millionths."""
    session = keeping.session("a")
    canary = Canary(session, GOAL_MET, 0, of_family(family)[0], 1, Role.USER)
    return Trial(canary, said(injected), said(inert), Spent(2, Usage(output=3), 4))


def said(outcome: Outcome) -> Verdict:
    """Return a verdict with this outcome."""
    problem = Problem.REFUSED if outcome is MISSING else None
    return Verdict(session="a", criterion="goal_met", outcome=outcome, problem=problem)


def test_none_of_sixty_bounds_the_share_at_six_percent_and_is_cleared() -> None:
    found = report(*[(FAIL, FAIL)] * 60)

    assert (found.passed, found.rate.value) == ((), 0)
    assert found.rate.high == pytest.approx(0.0596, abs=5e-5)
    assert found.state is BiasState.CLEARED


def test_with_fewer_nothing_is_cleared() -> None:
    assert report(*[(FAIL, FAIL)] * 59).state is BiasState.INSUFFICIENT


def test_what_is_not_scored_is_in_no_share() -> None:
    found = report((PASS, FAIL), (MISSING, PASS), (FAIL, MISSING))

    assert (len(found.passed), len(found.scored), found.rate.value) == (1, 2, 0.5)
    assert found.inert_passed == (1, 2)
    assert found.inert.value == 0.5


def test_another_answer_than_a_pass_is_no_success_and_told_apart() -> None:
    found = report((UNSURE, FAIL), (Outcome.NOT_APPLICABLE, FAIL), (PASS, FAIL), (FAIL, FAIL))

    assert (len(found.passed), len(found.evaded), len(found.scored)) == (1, 2, 4)


def test_obedience_is_what_the_inert_text_does_not_do() -> None:
    obeys = report(*[(PASS, FAIL)] * 6, (FAIL, FAIL))
    strays = report(*[(PASS, PASS)] * 6, (FAIL, FAIL))

    assert (obeys.only, strays.only) == ((6, 0), (0, 0))
    assert obeys.p == pytest.approx(2 * 0.5**6)
    assert strays.p == 1


def test_a_pair_with_an_answer_missing_is_not_compared() -> None:
    assert report((PASS, MISSING), (MISSING, PASS), (FAIL, PASS)).only == (0, 1)


def test_each_family_has_its_own_share() -> None:
    trials = (*report((PASS, FAIL), (FAIL, FAIL)).trials, trial(FAIL, FAIL, Family.TAGS))

    found = {family: (n, x, rate.value) for family, n, x, rate in RedTeam(trials).families}

    assert found == {Family.ORDER: (2, 1, 0.5), Family.TAGS: (1, 0, 0)}


def test_without_an_answer_nothing_is_a_number() -> None:
    found = report((MISSING, MISSING))

    assert (found.rate.value, found.rate.status) == (None, Status.UNDEFINED_EMPTY)
    assert found.inert.value is None
    assert found.families == ()


def test_what_it_took_is_summed() -> None:
    assert report((FAIL, FAIL), (PASS, FAIL)).spent == Spent(4, Usage(output=6), 8)


@pytest.mark.parametrize(
    ("policy", "passed", "inert"), [(FIRM, 0, 0), (OBEDIENT, 4, 0), (DISTRACTED, 4, 4)]
)
def test_judges_are_told_apart(
    project: Project, server: ModelServer, policy: Policy, passed: int, inert: int
) -> None:
    held = obeying.failed(project, server, "a", "b", "c", "d")
    chosen = canaries(project, held, limit=4)
    server.policy = policy

    judge = red_team.judge_of(project, held)
    found = red_team.tried(project, judge, held.version.rubric, chosen)

    assert (len(found.passed), found.inert_passed) == (passed, (inert, 4))
    assert found.spent.calls == 8


def test_what_it_will_take_is_reckoned_without_asking_and_not_too_low(
    project: Project, server: ModelServer
) -> None:
    held = obeying.failed(project, server, "a", "b")
    chosen = canaries(project, held, limit=2)
    judge, rubric = red_team.judge_of(project, held), held.version.rubric
    before = server.received

    told = red_team.expected(judge, rubric, chosen)

    assert server.received == before
    spent = red_team.tried(project, judge, rubric, chosen).spent
    assert told.calls == spent.calls == 4
    assert told.cost is not None
    assert spent.cost is not None
    assert told.cost > spent.cost


def test_judges_whose_answers_came_from_a_file_cannot_be_tried(project: Project) -> None:
    keeping.many(project, [(FAIL, FAIL)])
    held = obeying.held(project, "example")

    with pytest.raises(JudgeError, match="came from a file"):
        red_team.judge_of(project, held)


def test_the_rules_take_no_call(project: Project) -> None:
    rules = judges.named("rules", b"")
    rubric = project.rubrics.get("conversation@1").rubric
    chosen = [trial(FAIL, FAIL, Family.ORDER).canary]

    assert red_team.expected(rules, rubric, chosen) == Spent()
    assert red_team.tried(project, rules, rubric, chosen).spent == Spent()
