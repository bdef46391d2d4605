"""Agreement from version to version, and from run to run."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from calibration.agreement import trend
from calibration.agreement.trend import MOST, Trend
from judging.judges import JudgeIdentity
from judging.ratings import Outcome
from storage import Compared, Project, StoredVersion
from tests import drawing, keeping

PASS, FAIL = Outcome.PASS, Outcome.FAIL
PAIRS = [(FAIL, FAIL)] * 4 + [(FAIL, PASS)] + [(PASS, PASS)] * 4 + [(PASS, FAIL)]
NAMES = [f"s{at}" for at in range(len(PAIRS))]


def reworded(project: Project, words: str, *, meaning: int = 1) -> StoredVersion:
    """Save the next version of the rubric, in which the goal is asked for in other words."""
    rubric = project.rubrics.get("conversation").rubric
    criteria = [
        replace(c, question=words, meaning=meaning) if c.key == "goal_met" else c
        for c in rubric.criteria
    ]
    return project.rubrics.add(replace(rubric, criteria=tuple(criteria)))


def again(
    project: Project, names: Sequence[str] = NAMES, *, rubric: str = "conversation@1"
) -> Compared:
    """Have the judge be right about some sessions, in another run."""
    right = {name: human for name, (human, _) in zip(NAMES, PAIRS, strict=True) if name in names}
    return keeping.judge(project, right, rubric=rubric)


def followed(project: Project, compared: Compared) -> Trend:
    return trend.of(project, project.rubrics.numbered(compared.rubric_version), compared)


def test_each_version_has_the_kappa_of_what_stands_under_it(project: Project) -> None:
    compared = keeping.many(project, PAIRS)
    reworded(project, "Was it met?")
    again(project, rubric="conversation@2")

    found = followed(project, compared)

    assert [(p.name, p.judge, p.n) for p in found.versions] == [
        ("conversation@1", "example", 10),
        ("conversation@2", "example", 10),
    ]
    assert [p.kappa.value for p in found.versions] == [pytest.approx(0.6), 1]


def test_a_version_that_means_something_else_has_its_own_labels(project: Project) -> None:
    compared = keeping.many(project, PAIRS)
    reworded(project, "Was all of it met?", meaning=2)
    again(project, rubric="conversation@2")

    unlabelled = followed(project, compared)
    drawing.label(project, dict.fromkeys(NAMES, PASS), meaning=2)
    found = followed(project, compared)

    assert [p.meaning for p in unlabelled.versions] == [1]
    assert unlabelled.unlabelled == 1
    assert [(p.meaning, p.cells.reference_passes) for p in found.versions] == [(1, 5), (2, 10)]


def test_a_version_without_verdicts_or_without_the_criterion_is_no_point(project: Project) -> None:
    compared = keeping.many(project, PAIRS)
    reworded(project, "Never asked?")
    rubric = project.rubrics.get("conversation").rubric
    project.rubrics.add(replace(rubric, criteria=rubric.criteria[1:3]))
    keeping.judge(project, {"s0": PASS}, criterion="consistent", rubric="conversation@3")

    found = followed(project, compared)

    assert [p.name for p in found.versions] == ["conversation@1"]


def test_each_run_is_counted_on_what_it_judged_itself(project: Project) -> None:
    compared = keeping.many(project, PAIRS)
    again(project, NAMES[:4])

    found = followed(project, compared)

    assert [(p.name, p.n) for p in found.runs] == [("run 1", 10), ("run 2", 4)]
    assert [p.kappa.value for p in found.runs] == [pytest.approx(0.6), None]


def test_other_judges_are_there_and_have_no_versions(project: Project) -> None:
    compared = keeping.many(project, PAIRS)
    keeping.judge(project, dict.fromkeys(NAMES, PASS), name="other")

    found = followed(project, compared)

    assert [p.judge for p in found.runs] == ["example", "other"]
    assert [p.judge for p in found.versions] == [found.judge] == ["example"]


def test_judges_of_one_name_are_told_apart(project: Project) -> None:
    compared = keeping.many(project, PAIRS)
    project.judges.kept(JudgeIdentity("example", "recorded", model="another"))

    assert followed(project, compared).judge.startswith("example · ")


def test_runs_under_another_version_are_left_out(project: Project) -> None:
    compared = keeping.many(project, PAIRS)
    reworded(project, "Was it met?")
    again(project, rubric="conversation@2")

    assert [p.name for p in followed(project, compared).runs] == ["run 1"]


def test_a_run_without_labels_is_counted_and_no_point(project: Project) -> None:
    compared = keeping.many(project, PAIRS)
    keeping.add(project, keeping.session("new"))
    keeping.judge(project, {"new": PASS})

    found = followed(project, compared)

    assert [p.name for p in found.runs] == ["run 1"]
    assert found.unlabelled == 1


def test_of_very_many_runs_the_newest_are_there_the_oldest_first(project: Project) -> None:
    compared = keeping.many(project, PAIRS)
    for _ in range(MOST):
        again(project, NAMES[:1])

    found = followed(project, compared).runs

    assert [p.name for p in found] == [f"run {number}" for number in range(2, MOST + 2)]
