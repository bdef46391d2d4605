"""Labels given blind, and what became of them once something was shown."""

import pytest

from judging.ratings import Maker, Outcome
from storage import Compared, Project, Reference, revealed
from storage.revealed import Revealed
from tests import keeping

PASS, FAIL, UNSURE = Outcome.PASS, Outcome.FAIL, Outcome.CANNOT_TELL


@pytest.fixture
def compared(project: Project) -> Compared:
    """Have maya pass a session blind that the judge fails."""
    keeping.add(project, keeping.session("a", group="task"))
    keeping.label(project, "a", PASS)
    return keeping.judge(project, {"a": FAIL})


def show(project: Project, compared: Compared, *, reviewer: str = "maya") -> None:
    """Write down that a reviewer saw the judge's verdict on session a."""
    session = keeping.number(project, "a")
    stood = project.verdicts.standing(
        [session], rubric_version=compared.rubric_version, judge=compared.judge
    )
    verdicts = [one.id for one in stood.values()]
    project.exposures.record(project.reviewers.named(reviewer).id, session, verdicts=verdicts)


def found(project: Project, compared: Compared) -> list[Revealed]:
    return revealed.of(project, compared)


def test_a_label_that_nothing_followed_is_not_there(project: Project, compared: Compared) -> None:
    assert found(project, compared) == []


def test_a_label_that_stands_after_a_sight_stands(project: Project, compared: Compared) -> None:
    show(project, compared)

    [one] = found(project, compared)

    assert (one.group, one.judged, one.before, one.after) == ("task", FAIL, PASS, PASS)
    assert not one.is_new


def test_a_change_after_the_sight_is_seen_and_the_newest_counts(
    project: Project, compared: Compared
) -> None:
    show(project, compared)
    for outcome in (UNSURE, FAIL):
        keeping.label(project, "a", outcome, blind=False)

    [one] = found(project, compared)

    assert (one.before, one.after, one.is_new) == (PASS, FAIL, True)


def test_changes_before_the_sight_are_blind_ones(project: Project, compared: Compared) -> None:
    keeping.label(project, "a", FAIL)
    show(project, compared)

    [one] = found(project, compared)

    assert (one.before, one.after, one.is_new) == (FAIL, FAIL, False)


def test_without_a_sight_written_down_a_label_that_is_not_blind_tells_of_one(
    project: Project, compared: Compared
) -> None:
    keeping.label(project, "a", FAIL, blind=False)

    [one] = found(project, compared)

    assert (one.before, one.after) == (PASS, FAIL)


def test_a_label_taken_back_has_no_answer_after(project: Project, compared: Compared) -> None:
    show(project, compared)
    keeping.label(project, "a", None, blind=False)

    assert found(project, compared)[0].after is None


def test_labels_after_a_sight_alone_were_never_blind(project: Project, compared: Compared) -> None:
    show(project, compared, reviewer="jonas")
    keeping.label(project, "a", FAIL, reviewer="jonas", blind=False)

    assert found(project, compared) == []


def test_a_sight_of_another_judge_is_none_of_this_one(project: Project, compared: Compared) -> None:
    other = keeping.judge(project, {"a": PASS}, name="other")

    show(project, other)

    assert found(project, compared) == []
    assert [one.judged for one in found(project, other)] == [PASS]


def test_only_labels_of_the_reference_count(project: Project, compared: Compared) -> None:
    show(project, compared)
    keeping.label(project, "a", PASS, reviewer="code", made_by=Maker.PROGRAM)
    keeping.label(project, "a", FAIL, reviewer="code", made_by=Maker.PROGRAM, blind=False)

    whose = Reference(reviewer="jonas")
    assert found(project, Compared("goal_met", 1, *ids(compared), whose)) == []
    assert len(found(project, compared)) == 1


def ids(compared: Compared) -> tuple[int, int]:
    return compared.rubric_version, compared.judge
