"""What an edit of a rubric leaves valid, and what the rest takes."""

from dataclasses import replace

from calibration.rubrics import renewal
from calibration.rubrics.renewal import Renewal
from calibration.runs.judges import Options
from judging.judges import RulesJudge
from judging.ratings import Outcome
from judging.rubrics import RubricVersion
from storage import Project
from tests import keeping
from tests.calibration import judged
from tests.calibration.judged import ALL, BY_ONE, GOAL_MET, POLITE, TWO
from tests.model_server import ModelServer

EDITED = RubricVersion("two", 2, (GOAL_MET, replace(POLITE, fail_when="It was rude.")))


def renewed(project: Project, options: Options = ALL, edited: RubricVersion = EDITED) -> Renewal:
    first, second = project.rubrics.add(TWO), project.rubrics.add(edited)
    kept = project.judges.kept(judged.judge(project, options).identity)
    return renewal.of(project, first, second, kept)


def test_one_by_one_only_the_edited_criterion_is_stale(
    project: Project, server: ModelServer
) -> None:
    judged.add(project, "a", "b", "c")
    judged.run(project, TWO, BY_ONE)

    found = renewed(project, BY_ONE)

    assert (found.carried, found.stale) == (("goal_met",), ("polite",))
    assert found.estimate is not None
    assert (found.estimate.calls, found.estimate.reused) == (3, 3)
    assert "verdicts on 1 of 2 criteria carry over; the rest of 3 sessions takes 3 calls" in (
        found.sentence
    )
    assert server.received == 6


def test_what_carries_over_is_not_paid_again(project: Project, server: ModelServer) -> None:
    judged.add(project, "a", "b", "c")
    judged.run(project, TWO, BY_ONE)
    before = judged.standing(project, TWO, BY_ONE)

    line = judged.run(project, EDITED, BY_ONE)

    after = judged.standing(project, EDITED, BY_ONE)
    assert (line.calls, server.received) == (3, 9)
    assert len(after) == 6
    assert all(
        after[name, "goal_met"].verdict.outcome is before[name, "goal_met"].verdict.outcome
        for name in "abc"
    )
    first, second = (project.rubrics.get(label) for label in ("two@1", "two@2"))
    (found,) = renewal.of_all(project, first, second)
    assert found.sentence.endswith("nothing is left to renew.")


def test_asked_together_every_verdict_is_stale(project: Project, server: ModelServer) -> None:
    judged.add(project, "a", "b", "c")
    judged.run(project, TWO)

    found = renewed(project)

    assert (found.carried, found.stale) == ((), ("goal_met", "polite"))
    assert found.estimate is not None
    assert (found.estimate.calls, found.estimate.reused) == (3, 0)
    assert found.estimate.cost
    assert "every verdict is stale, and 3 sessions take 3 calls, about $" in found.sentence
    assert server.received == 3


def test_instructions_bear_on_every_criterion(project: Project, server: ModelServer) -> None:
    judged.add(project, "a")
    judged.run(project, TWO, BY_ONE)

    found = renewed(project, BY_ONE, replace(TWO, number=2, instructions="Be strict."))

    assert found.carried == ()
    assert server.received == 2


def test_a_condition_makes_what_hangs_on_it_stale(project: Project, server: ModelServer) -> None:
    hangs = replace(POLITE, applies_when="goal_met")
    first = project.rubrics.add(RubricVersion("chain", 1, (GOAL_MET, hangs)))
    second = project.rubrics.add(
        RubricVersion("chain", 2, (replace(GOAL_MET, question="Was it done?"), hangs))
    )
    kept = project.judges.kept(judged.judge(project, BY_ONE).identity)

    found = renewal.of(project, first, second, kept)

    assert found.stale == ("goal_met", "polite")
    assert server.received == 0


def test_the_rules_judge_costs_nothing_and_a_file_cannot_be_asked(project: Project) -> None:
    judged.add(project, "a")
    project.rubrics.add(TWO)
    keeping.judge(project, {"a": Outcome.PASS}, rubric="two@1", identity=RulesJudge().identity)
    keeping.judge(project, {"a": Outcome.PASS}, rubric="two@1")
    second = project.rubrics.add(EDITED)

    found = renewal.of_all(project, project.rubrics.get("two@1"), second)

    told = {one.judge.identity.name: one.sentence for one in found}
    assert told["example"].startswith("example: its verdicts came from a file.")
    assert told["rules"].startswith("rules has answered") or "at no cost" in told["rules"]


def test_labels_are_stale_only_where_the_author_says_that_the_meaning_changed(
    project: Project,
) -> None:
    judged.add(project, "a", "b")
    for name in ("a", "b"):
        keeping.label(project, name, Outcome.PASS)
        keeping.label(project, name, Outcome.PASS, criterion="polite")
    reworded = replace(GOAL_MET, question="Was it done?")
    second = replace(TWO, criteria=(reworded, replace(POLITE, meaning=2)))

    found = renewal.labels(project, TWO, second)

    assert [(one.criterion.key, one.kept, one.stale) for one in found] == [
        ("goal_met", 2, 0),
        ("polite", 0, 2),
    ]
