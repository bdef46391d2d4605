"""What judge and reference say of turns, and where these stand in the transcript."""

from dataclasses import replace

import pytest

from judging.ratings import Maker, Outcome
from judging.sessions import Session
from storage import Compared, Project, Reference, turn_units
from storage.turn_units import BATCH, TurnUnit
from tests import citing, keeping

PASS, FAIL, MISSING = Outcome.PASS, Outcome.FAIL, Outcome.NOT_SCORED
FOUR = ("Where is it?", "It left today.", "When does it come?", "On Monday.")


def units(project: Project, compared: Compared) -> list[TurnUnit]:
    return list(turn_units.of(project).of(compared))


def said(project: Project, compared: Compared) -> dict[int, tuple[Outcome | None, Outcome | None]]:
    """Return both answers by turn, the reference's first."""
    return {unit.turn: (unit.human, unit.judged) for unit in units(project, compared)}


def test_a_turn_keeps_its_number_and_has_its_place_among_the_assistants(
    project: Project, lost_parcel: Session
) -> None:
    keeping.add(project, lost_parcel)
    citing.label_turns(project, "lost-parcel", {4: FAIL, 2: PASS})
    compared = citing.judge_turns(project, {"lost-parcel": {2: MISSING, 4: FAIL}})

    found = units(project, compared)

    number, group = keeping.number(project, "lost-parcel"), lost_parcel.group
    assert found == [
        TurnUnit(number, turn=2, ordinal=1, human=PASS, judged=MISSING, group=group),
        TurnUnit(number, turn=4, ordinal=2, human=FAIL, judged=FAIL, group=group),
    ]


def test_what_one_side_alone_answered_comes_along(project: Project) -> None:
    keeping.add(project, keeping.session("a", *FOUR))
    citing.label_turns(project, "a", {2: PASS})
    compared = citing.judge_turns(project, {"a": {4: FAIL}})

    assert said(project, compared) == {2: (PASS, None), 4: (None, FAIL)}


def test_places_count_turns_that_nobody_answered(project: Project) -> None:
    keeping.add(project, keeping.session("a", *FOUR))
    compared = citing.judge_turns(project, {"a": {4: FAIL}})

    assert [unit.ordinal for unit in units(project, compared)] == [2]


def test_an_answered_turn_of_the_user_has_a_place_too(project: Project) -> None:
    keeping.add(project, keeping.session("a", *FOUR))
    citing.label_turns(project, "a", {3: FAIL})
    compared = citing.judge_turns(project, {"a": {2: PASS, 4: FAIL}})

    assert [(unit.turn, unit.ordinal) for unit in units(project, compared)] == [
        *((2, 1), (3, 2), (4, 3)),
    ]


def test_tied_reviewers_say_nothing(project: Project) -> None:
    keeping.add(project, keeping.session("a", *FOUR))
    citing.label_turns(project, "a", {2: PASS, 4: FAIL})
    citing.label_turns(project, "a", {2: FAIL, 4: FAIL}, reviewer="jonas")
    judged = citing.judge_turns(project, {"a": {2: PASS, 4: PASS}})
    unjudged = citing.judge_turns(project, {"a": {4: PASS}}, name="other")

    assert said(project, judged) == {2: (None, PASS), 4: (FAIL, PASS)}
    assert said(project, unjudged) == {4: (FAIL, PASS)}


@pytest.mark.parametrize(
    ("reference", "human"),
    [
        (Reference(reviewer="jonas"), {2: PASS, 4: FAIL}),
        (Reference(blind_only=True), {2: FAIL, 4: FAIL}),
        (Reference(Maker.MODEL), {2: None, 4: None}),
    ],
)
def test_only_labels_of_the_reference_count(
    project: Project, reference: Reference, human: dict[int, Outcome | None]
) -> None:
    keeping.add(project, keeping.session("a", *FOUR))
    citing.label_turns(project, "a", {2: FAIL, 4: FAIL})
    citing.label_turns(project, "a", {2: PASS, 4: FAIL}, reviewer="jonas", blind=False)
    compared = citing.judge_turns(project, {"a": {2: PASS, 4: PASS}})

    found = said(project, replace(compared, reference=reference))

    assert {turn: reference for turn, (reference, _) in found.items()} == human


def test_answers_on_something_else_are_left_out(project: Project) -> None:
    keeping.add(project, keeping.session("a", *FOUR))
    compared = citing.judge_turns(project, {"a": {2: PASS}})
    citing.judge_turns(project, {"a": {2: FAIL, 4: FAIL}}, name="other")
    citing.label(project, "a", FAIL, criterion="turn_pass")
    citing.label_turns(project, "a", {4: FAIL}, criterion="goal_met")

    assert said(project, compared) == {2: (None, PASS)}
    assert units(project, replace(compared, meaning=2, judge=0)) == []


def test_the_verdicts_can_be_those_of_one_run(project: Project) -> None:
    keeping.add(project, keeping.session("a", *FOUR))
    compared = citing.judge_turns(project, {"a": {2: FAIL}})
    citing.judge_turns(project, {"a": {2: PASS}})
    [first, second] = [line.id for line in reversed(project.runs.listed())]

    assert said(project, compared) == {2: (None, PASS)}
    assert said(project, replace(compared, run=first)) == {2: (None, FAIL)}
    assert said(project, replace(compared, run=second)) == {2: (None, PASS)}


def test_more_sessions_than_are_read_at_once_come_in_order(project: Project) -> None:
    names = [f"s{n}" for n in range(BATCH + 3)]
    keeping.add(project, *(keeping.session(name, *FOUR) for name in names))
    compared = citing.judge_turns(project, {name: {2: PASS, 4: FAIL} for name in names})

    found = units(project, compared)

    assert [(unit.turn, unit.ordinal) for unit in found] == [(2, 1), (4, 2)] * len(names)
    assert [unit.session for unit in found] == sorted(unit.session for unit in found)
