"""Turns that two judges have answered on."""

from dataclasses import replace

import pytest

from judging.ratings import Outcome
from judging.rubrics import Level
from storage import Project, Store, twins
from storage.twins import Twin
from tests import citing, keeping

PASS, FAIL, MISSING = Outcome.PASS, Outcome.FAIL, Outcome.NOT_SCORED
SAID = ("Where is it?", "It left.", "And now?", "On Monday.")


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    keeping.add(project, keeping.session("a", *SAID, group="g"), keeping.session("b", *SAID))


def test_a_turn_without_a_label_is_paired_with_both_reasons(project: Project) -> None:
    one = citing.judge_turns(project, {"a": {2: PASS, 4: FAIL}}, name="one")
    other = citing.judge_turns(project, {"a": {2: FAIL, 4: FAIL}}, name="other")

    found = twins.of(project).of(one, other)

    assert found == [
        Twin("a", 2, "g", False, PASS, FAIL, "Turn 2.", "Turn 2."),  # noqa: FBT003  (fields of a row)
        Twin("a", 4, "g", True, FAIL, FAIL, "Turn 4.", "Turn 4."),  # noqa: FBT003  (likewise)
    ]


def test_what_only_one_side_answered_is_no_pair_and_what_is_not_scored_is_one(
    project: Project,
) -> None:
    one = citing.judge_turns(project, {"a": {2: PASS}, "b": {2: MISSING, 4: PASS}}, name="one")
    other = citing.judge_turns(project, {"a": {4: PASS}, "b": {2: PASS}}, name="other")

    found = twins.of(project).of(one, other)

    assert [(twin.session, twin.turn, twin.first, twin.second) for twin in found] == [
        ("b", 2, MISSING, PASS)
    ]


def test_the_verdict_that_stands_counts_and_no_other_criterion_does(project: Project) -> None:
    citing.judge_turns(project, {"a": {2: FAIL}}, name="one")
    one = citing.judge_turns(project, {"a": {2: PASS}}, name="one")
    other = citing.judge_turns(project, {"a": {2: PASS}}, name="other")

    found = twins.of(project).of(one, other)

    assert [twin.first for twin in found] == [PASS]
    assert twins.of(project).of(replace(one, criterion="else"), other) == []


def test_sessions_as_a_whole_are_no_turns(project: Project) -> None:
    one = keeping.judge(project, {"a": PASS}, name="one")
    other = keeping.judge(project, {"a": FAIL}, name="other")

    (pair,) = twins.of(project).of(one, other, level=Level.SESSION)

    assert twins.of(project).of(one, other) == []
    assert (pair.session, pair.turn, pair.first, pair.second) == ("a", 0, PASS, FAIL)


def test_turns_are_no_sessions(project: Project) -> None:
    one = citing.judge_turns(project, {"a": {2: PASS}}, name="one")
    other = citing.judge_turns(project, {"a": {2: FAIL}}, name="other")

    assert twins.of(project).of(one, other, level=Level.SESSION) == []


def test_another_project_has_none_of_them(project: Project, store: Store) -> None:
    one = citing.judge_turns(project, {"a": {2: PASS}}, name="one")
    other = citing.judge_turns(project, {"a": {2: FAIL}}, name="other")

    assert twins.of(store.project_or_new("else")).of(one, other) == []
