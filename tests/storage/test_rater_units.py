"""What each reviewer says of a unit, and what a judge says of it."""

import pytest

from judging.ratings import Label, Maker, Outcome
from storage import NewLabel, Project, exports, rater_units
from storage.rater_units import Rated, RaterUnit
from tests import keeping

PASS, FAIL, UNSURE = Outcome.PASS, Outcome.FAIL, Outcome.CANNOT_TELL
NOT_SCORED = Outcome.NOT_SCORED
GOAL = Rated("goal_met", 1)


def rated(project: Project, wanted: Rated = GOAL) -> list[RaterUnit]:
    return list(rater_units.of(project).units(wanted))


def by_name(project: Project, unit: RaterUnit) -> dict[str, Outcome]:
    names = {reviewer.id: reviewer.name for reviewer in project.reviewers.listed()}
    return {names[number]: outcome for number, outcome in unit.ratings.items()}


def only(project: Project, wanted: Rated = GOAL) -> dict[str, Outcome]:
    [unit] = rated(project, wanted)
    return by_name(project, unit)


@pytest.fixture
def labelled(project: Project) -> Project:
    """Return a project with one session that two reviewers labelled."""
    keeping.add(project, keeping.session("a", group="g"))
    keeping.label(project, "a", FAIL)
    keeping.label(project, "a", PASS, reviewer="jonas")
    return project


def test_each_reviewer_and_each_slot_has_an_answer_of_its_own(labelled: Project) -> None:
    keeping.label(labelled, "a", UNSURE, reviewer=None, slot=2)

    [unit] = rated(labelled)

    assert by_name(labelled, unit) == {"maya": FAIL, "jonas": PASS, "slot 2": UNSURE}
    assert (unit.group, unit.turn, unit.judge) == ("g", 0, None)


def test_a_reviewer_who_is_called_like_a_slot_is_not_taken_for_it(project: Project) -> None:
    keeping.add(project, keeping.session("a"))
    keeping.label(project, "a", FAIL, reviewer="slot 1")
    keeping.label(project, "a", PASS, reviewer=None, slot=1)

    [unit] = rated(project)

    assert sorted(unit.ratings.values()) == [FAIL, PASS]


def test_the_newest_answer_counts(labelled: Project) -> None:
    keeping.label(labelled, "a", PASS)

    assert only(labelled)["maya"] is PASS


def test_a_blind_answer_counts_before_a_later_one_that_was_not_blind(labelled: Project) -> None:
    keeping.label(labelled, "a", PASS, blind=False)

    assert only(labelled)["maya"] is FAIL


def test_what_was_taken_back_does_not_count(labelled: Project) -> None:
    keeping.label(labelled, "a", None)

    assert only(labelled) == {"jonas": PASS}


def test_a_unit_whose_every_answer_was_taken_back_is_none(project: Project) -> None:
    keeping.add(project, keeping.session("a"))
    keeping.label(project, "a", FAIL)
    keeping.label(project, "a", None)

    assert rated(project) == []


def test_blind_only_leaves_the_others_out(labelled: Project) -> None:
    keeping.label(labelled, "a", FAIL, reviewer="ann", blind=False)
    keeping.label(labelled, "a", FAIL, reviewer="tom", blind=None)

    assert only(labelled, Rated("goal_met", 1, blind_only=True)) == {"maya": FAIL, "jonas": PASS}


def test_a_settlement_is_nobodys_rating(labelled: Project) -> None:
    keeping.label(labelled, "a", PASS, adjudicated=True)

    assert only(labelled)["maya"] is FAIL


def test_makers_are_not_pooled(labelled: Project) -> None:
    keeping.label(labelled, "a", FAIL, reviewer="script", made_by=Maker.MODEL)

    assert set(only(labelled)) == {"maya", "jonas"}
    assert set(only(labelled, Rated("goal_met", 1, Maker.MODEL))) == {"script"}


def test_labels_of_another_criterion_or_meaning_are_left_out(labelled: Project) -> None:
    keeping.label(labelled, "a", FAIL, criterion="consistent", reviewer="ann")

    assert set(only(labelled)) == {"maya", "jonas"}
    assert rated(labelled, Rated("goal_met", 2)) == []


def test_a_judges_verdict_stands_beside_the_ratings(labelled: Project) -> None:
    keeping.add(labelled, keeping.session("b"), keeping.session("c"))
    keeping.label(labelled, "b", PASS)
    keeping.label(labelled, "c", PASS)
    compared = keeping.judge(labelled, {"a": FAIL, "b": NOT_SCORED})
    keeping.judge(labelled, {"c": FAIL}, name="another")
    judge = (compared.rubric_version, compared.judge)

    found = rated(labelled, Rated("goal_met", 1, judge=judge))

    assert [unit.judge for unit in found] == [FAIL, NOT_SCORED, None]


def test_units_with_one_answer_can_be_left_out(labelled: Project) -> None:
    keeping.add(labelled, keeping.session("b"), keeping.session("c"))
    keeping.label(labelled, "b", PASS)
    keeping.label(labelled, "c", PASS)
    keeping.label(labelled, "c", PASS, reviewer="jonas", blind=False)

    twice = Rated("goal_met", 1, twice_only=True)
    blind = Rated("goal_met", 1, twice_only=True, blind_only=True)

    assert [len(unit.ratings) for unit in rated(labelled, twice)] == [2, 2]
    assert [len(unit.ratings) for unit in rated(labelled, blind)] == [2]


def test_turns_of_a_session_are_units_of_their_own(project: Project) -> None:
    keeping.add(project, keeping.session("a", "Hi.", "Yes?", "Again.", "No."))
    for turn, outcome in ((4, FAIL), (2, PASS)):
        given = Label(
            session="a", criterion="turn_pass", outcome=outcome, reviewer="maya", turn=turn
        )
        project.labels.add([NewLabel(keeping.number(project, "a"), 1, given)])

    found = rated(project, Rated("turn_pass", 1))

    assert [(unit.turn, *unit.ratings.values()) for unit in found] == [(2, PASS), (4, FAIL)]


def test_what_counts_is_what_is_exported(labelled: Project) -> None:
    answers: list[tuple[str, Outcome | None, bool | None]] = [
        ("maya", PASS, None),
        ("jonas", FAIL, False),
        ("ann", PASS, True),
        ("ann", FAIL, True),
        ("tom", PASS, True),
        ("tom", None, None),
        ("tom", FAIL, False),
        ("tom", PASS, None),
    ]
    for reviewer, outcome, blind in answers:
        keeping.label(labelled, "a", outcome, reviewer=reviewer, blind=blind)
    exported = {kept.label.reviewer: kept.label.outcome for kept in exports.of(labelled).labels()}

    assert only(labelled) == exported
