"""What a judge said each time that it was asked."""

from dataclasses import astuple, replace

import pytest

from calibration import projects
from judging.ratings import Outcome
from storage import Compared, Project, Reference, repeated_units
from tests import keeping, repeating

PASS, FAIL, NOT_SCORED = Outcome.PASS, Outcome.FAIL, Outcome.NOT_SCORED
Unit = tuple[int, str, Outcome | None, tuple[Outcome | None, ...]]


def units(project: Project, compared: Compared) -> list[Unit]:
    """Return turn, group, label and answers of each unit."""
    found = (astuple(unit) for unit in repeated_units.of(project).of(compared))
    return [(turn, group, human, said) for _, turn, group, human, said in found]


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    sessions = (keeping.session(name, group="ab" if name in "ab" else "") for name in "abc")
    keeping.add(project, *sessions)


def test_each_unit_has_all_its_answers_in_order(project: Project) -> None:
    compared = repeating.judge(project, {"a": [PASS, FAIL, PASS], "b": [FAIL] * 3})

    assert units(project, compared) == [
        (0, "ab", None, (PASS, FAIL, PASS)),
        (0, "ab", None, (FAIL, FAIL, FAIL)),
    ]


def test_what_was_asked_once_is_left_out(project: Project) -> None:
    keeping.judge(project, {"a": PASS, "b": FAIL})
    compared = repeating.judge(project, {"b": [FAIL, PASS]}, first=2)

    assert [said for *_, said in units(project, compared)] == [(FAIL, FAIL, PASS)]


def test_what_another_judge_or_criterion_was_asked_is_left_out(project: Project) -> None:
    repeating.judge(project, {"a": [PASS, FAIL]}, name="other")
    compared = repeating.judge(project, {"a": [PASS, FAIL]}, criterion="consistent")

    assert units(project, replace(compared, criterion="goal_met")) == []
    assert len(units(project, compared)) == 1


def test_what_is_not_scored_is_none(project: Project) -> None:
    compared = repeating.judge(project, {"a": [PASS, NOT_SCORED, FAIL], "b": [NOT_SCORED, FAIL]})

    assert [said for *_, said in units(project, compared)] == [(PASS, None, FAIL), (None, FAIL)]


def test_of_one_sample_the_newest_scored_answer_counts_else_the_newest_problem(
    project: Project,
) -> None:
    repeating.judge(project, {"a": [PASS, PASS], "b": [PASS, FAIL], "c": [PASS, NOT_SCORED]})
    compared = repeating.judge(
        project, {"a": [FAIL], "b": [NOT_SCORED], "c": [NOT_SCORED]}, first=2
    )

    assert [said for *_, said in units(project, compared)] == [
        (PASS, FAIL),
        (PASS, FAIL),
        (PASS, None),
    ]


def test_of_one_run_its_own_answers_alone_count(project: Project) -> None:
    compared = repeating.judge(project, {"a": [PASS, PASS], "b": [PASS, FAIL]})
    repeating.judge(project, {"a": [FAIL, FAIL]}, samples=2)
    first = project.runs.listed()[-1].id

    assert [said for *_, said in units(project, replace(compared, run=first))] == [
        (PASS, PASS),
        (PASS, FAIL),
    ]
    assert [said for *_, said in units(project, replace(compared, run=first + 1))] == [(FAIL, FAIL)]


def test_the_label_stands_beside_the_answers(project: Project) -> None:
    keeping.label(project, "a", FAIL)
    keeping.label(project, "b", PASS)
    keeping.label(project, "c", PASS)
    keeping.label(project, "c", FAIL, reviewer="jonas")
    compared = repeating.judge(project, {name: [PASS, FAIL] for name in "abc"})

    assert [human for _, _, human, _ in units(project, compared)] == [FAIL, PASS, None]
    theirs = replace(compared, reference=Reference(reviewer="jonas"))
    assert [human for _, _, human, _ in units(project, theirs)] == [None, None, FAIL]


def test_turns_are_units_of_their_own(project: Project) -> None:
    compared = repeating.judge(project, {"a": [PASS, FAIL]}, criterion="turn_pass", turn=2)

    assert units(project, compared) == [(2, "ab", None, (PASS, FAIL))]


def test_another_project_has_none_of_it(project: Project) -> None:
    compared = repeating.judge(project, {"a": [PASS, FAIL]})

    other = projects.new_or_existing(project.store, "other")

    assert repeated_units.of(other).of(compared) == []


def test_the_first_answer_alone_is_what_is_counted_elsewhere(project: Project) -> None:
    for name in "abc":
        keeping.label(project, name, FAIL)
    compared = repeating.judge(project, {name: [FAIL, PASS, PASS] for name in "abc"})

    counts = project.agreement.counts(compared)

    assert counts.units == 3
    assert counts.judged == {FAIL: 3}
