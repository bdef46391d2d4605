"""Being asked the same again, without sight of any answer."""

from itertools import pairwise

import pytest

from calibration.labels import asking_again
from calibration.labels.asking_again import Round
from calibration.revision import disagreeing
from judging.errors import StoreError
from judging.ratings import Outcome
from storage import Project, Reference, Stratum, repeats
from tests import keeping, splitting

PASS, FAIL, UNSURE = Outcome.PASS, Outcome.FAIL, Outcome.CANNOT_TELL
# Two on which the judge differs, six on which it agrees, one that it leaves open.
NINE = [(FAIL, PASS), (PASS, FAIL), *[(PASS, PASS), (FAIL, FAIL)] * 3, (PASS, UNSURE)]


def round_of(project: Project, viewer: str = "maya") -> Round:
    version, judge = project.rubrics.get("conversation@1"), project.judges.get("example")
    return asking_again.round_of(project, version, judge, viewer)


def answer(project: Project, outcome: Outcome, viewer: str = "maya") -> bool:
    """Answer what is asked next."""
    version, judge = project.rubrics.get("conversation@1"), project.judges.get("example")
    unit = round_of(project, viewer).waiting[0].unit
    return asking_again.answer(project, version, judge, viewer, unit, outcome)


def strata(found: Round) -> list[Stratum]:
    return sorted(one.stratum for one in found.waiting)


def names(project: Project, found: Round) -> set[str]:
    numbers = project.sessions.numbers(project.sessions.listed_ids())
    return {name for name, line in numbers.items() if line.id in found.sessions}


def test_disagreements_are_mixed_with_as_many_agreements(project: Project) -> None:
    keeping.many(project, NINE)

    found = round_of(project)

    assert strata(found) == [Stratum.AGREES] * 2 + [Stratum.DIFFERS] * 2
    assert {"s0", "s1"} < names(project, found)
    assert "s8" not in names(project, found)
    assert {one.inclusion_prob for one in found.waiting} == {1, 2 / 6}


def test_what_is_asked_stays_the_same_from_visit_to_visit(project: Project) -> None:
    keeping.many(project, NINE)

    assert round_of(project) == round_of(project)


def test_the_order_tells_nothing(project: Project) -> None:
    keeping.many(project, [(FAIL, PASS)] * 20 + [(PASS, PASS)] * 20)

    asked = [one.stratum for one in round_of(project).waiting]

    changes = sum(one != other for one, other in pairwise(asked))
    assert asked[:20].count(Stratum.DIFFERS) not in {0, 20}
    assert changes > 10


def test_disagreements_that_no_agreement_hides_are_not_asked_and_counted(project: Project) -> None:
    keeping.many(project, [(FAIL, PASS)] * 3 + [(PASS, PASS)])

    found = round_of(project)

    assert (len(found.waiting), found.alone) == (2, 2)


def test_each_is_asked_about_labels_of_their_own(project: Project) -> None:
    keeping.many(project, NINE)
    keeping.label(project, "s2", FAIL, reviewer="jonas")
    keeping.label(project, "s3", FAIL, reviewer="jonas")

    assert names(project, round_of(project, "jonas")) == {"s2", "s3"}
    assert round_of(project, "ann") == Round()


def test_no_session_of_the_sealed_test_is_ever_asked(project: Project) -> None:
    keeping.many(project, NINE)
    splitting.seal(project, "s0", "s2")

    assert "s0" not in names(project, round_of(project))
    assert len(round_of(project).waiting) == 2


def test_an_answer_is_kept_beside_the_first_which_goes_on_counting(project: Project) -> None:
    compared = keeping.many(project, NINE)
    before = project.agreement.counts(compared)

    while round_of(project).waiting:
        assert answer(project, UNSURE)

    kept = repeats.of(project).listed("goal_met", 1)
    assert [one.again for one in kept] == [UNSURE] * 4
    assert {one.first for one in kept if one.stratum is Stratum.DIFFERS} == {PASS, FAIL}
    assert project.agreement.counts(compared) == before
    assert round_of(project).answered == 4


def test_a_unit_is_answered_again_once(project: Project) -> None:
    keeping.many(project, NINE)
    version, judge = project.rubrics.get("conversation@1"), project.judges.get("example")
    unit = round_of(project).waiting[0].unit

    kept = [
        asking_again.answer(project, version, judge, "maya", unit, outcome)
        for outcome in (PASS, FAIL)
    ]

    assert kept == [True, False]
    assert [one.again for one in repeats.of(project).listed("goal_met", 1)] == [PASS]


def test_what_was_not_asked_is_refused(project: Project) -> None:
    keeping.many(project, NINE)
    version, judge = project.rubrics.get("conversation@1"), project.judges.get("example")
    unit = ("goal_met", keeping.number(project, "s8"), 0)

    with pytest.raises(StoreError, match="not asked of you"):
        asking_again.answer(project, version, judge, "maya", unit, PASS)


def test_whether_its_reviewer_had_ever_seen_an_answer_is_kept_with_it(project: Project) -> None:
    keeping.many(project, NINE)
    version, judge = project.rubrics.get("conversation@1"), project.judges.get("example")
    first, second = (one.session for one in round_of(project).waiting[:2])
    numbers = project.sessions.numbers(project.sessions.listed_ids())
    name = next(name for name, line in numbers.items() if line.id == first)
    disagreeing.opened(project, version, judge, name, viewer="maya")

    answer(project, PASS)
    answer(project, PASS)

    kept = {one.session: one.had_seen for one in repeats.of(project).listed("goal_met", 1)}
    assert kept == {first: True, second: False}


def test_a_second_answer_stands_beside_both_sides_afterwards(project: Project) -> None:
    keeping.many(project, NINE)
    while round_of(project).waiting:
        answer(project, FAIL)
    version, judge = project.rubrics.get("conversation@1"), project.judges.get("example")

    shown = disagreeing.opened(project, version, judge, "s0", viewer="maya")

    assert [(one.reviewer, one.outcome) for one in shown.again] == [("maya", FAIL)]


def test_the_reference_is_what_it_was(project: Project) -> None:
    keeping.many(project, NINE)
    version, judge = project.rubrics.get("conversation@1"), project.judges.get("example")
    before = disagreeing.listed(project, version, judge, Reference())
    while round_of(project).waiting:
        answer(project, PASS)

    assert disagreeing.listed(project, version, judge, Reference()) == before


def test_the_rounds_of_all_judges_that_wait_are_known_the_newest_first(project: Project) -> None:
    keeping.many(project, NINE)
    keeping.judge(project, {"s0": FAIL, "s1": PASS, "s2": FAIL}, name="other")

    both = asking_again.pending(project, "maya")
    while round_of(project).waiting:
        answer(project, PASS)

    assert [one.judge.identity.name for one in both] == ["other", "example"]
    assert [len(one.round.waiting) for one in both] == [2, 4]
    assert "example" not in [
        one.judge.identity.name for one in asking_again.pending(project, "maya")
    ]


def test_nothing_waits_for_whoever_has_labelled_nothing(project: Project) -> None:
    keeping.many(project, NINE)

    assert asking_again.pending(project, "ann") == []
