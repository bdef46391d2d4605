"""What judges of one rubric version cost, beside how far they agree."""

from dataclasses import replace

from calibration import judge_costs
from judging.judges import RulesJudge
from judging.ratings import Outcome
from storage import Project, Reference
from tests import keeping
from tests.calibration import judged
from tests.calibration.judged import BY_ONE, POLITE, TWO
from tests.model_server import ModelServer


def test_the_calls_behind_the_verdicts_are_added_up_for_a_hundred_sessions(
    project: Project, server: ModelServer
) -> None:
    judged.add(project, "a", "b")
    keeping.label(project, "a", Outcome.PASS)
    line = judged.run(project, TWO, BY_ONE)
    version = project.rubrics.get("two@1")

    (found,) = judge_costs.of(project, version, Reference())

    assert line.cost
    assert (found.sessions, found.calls, found.reason) == (2, 4, "")
    assert found.per_hundred == 50 * line.cost
    assert found.kappas["goal_met"][1] == 1
    assert server.received == 4


def test_an_answer_that_was_read_again_costs_what_it_did(
    project: Project, server: ModelServer
) -> None:
    judged.add(project, "a", "b")
    first = judged.run(project, TWO, BY_ONE)
    edited = replace(TWO, number=2, criteria=(TWO.criteria[0], replace(POLITE, fail_when="Rude.")))
    second = judged.run(project, edited, BY_ONE)

    (found,) = judge_costs.of(project, project.rubrics.get("two@2"), Reference())

    assert first.cost is not None
    assert second.cost is not None
    assert second.cost < first.cost
    assert found.per_hundred is not None
    assert found.per_hundred > 50 * second.cost
    assert (found.calls, server.received) == (4, 6)


def test_the_cheapest_comes_first_and_what_is_not_known_last(project: Project) -> None:
    judged.add(project, "a")
    project.rubrics.add(TWO)
    keeping.judge(project, {"a": Outcome.PASS}, rubric="two@1")
    keeping.judge(project, {"a": Outcome.PASS}, rubric="two@1", identity=RulesJudge().identity)

    found = judge_costs.of(project, project.rubrics.get("two@1"), Reference())

    assert [(one.judge.identity.name, one.per_hundred) for one in found] == [
        ("rules", 0),
        ("example", None),
    ]
    assert found[1].reason == "its verdicts came from a file"
