"""Where a judge and the labels differ."""

import pytest

from calibration.labels import session_lines
from calibration.revision import disagreeing
from calibration.revision.disagreeing import Direction, Disagreement
from judging.errors import StoreError
from judging.ratings import Label, Outcome
from storage import NewLabel, Project, Reference, StoredJudge, StoredVersion, View
from tests import keeping

PASS, FAIL, UNSURE = Outcome.PASS, Outcome.FAIL, Outcome.CANNOT_TELL
FOUR = [(FAIL, PASS), (PASS, FAIL), (PASS, PASS), (FAIL, FAIL)]
Asked = tuple[StoredVersion, StoredJudge]


def asked(project: Project) -> Asked:
    """Return the version and the judge that `keeping` puts verdicts under."""
    return project.rubrics.get("conversation@1"), project.judges.get("example")


def listed(project: Project, reviewer: str | None = None) -> list[Disagreement]:
    return disagreeing.listed(project, *asked(project), Reference(reviewer=reviewer))


def names(found: list[Disagreement]) -> list[str]:
    return [one.session.external_id for one in found]


def seen(project: Project, reviewer: str, session: str) -> int:
    who = project.reviewers.named(reviewer)
    return project.exposures.count(who.id, keeping.number(project, session))


def test_only_units_on_which_both_sides_decided_and_differ_are_listed(project: Project) -> None:
    keeping.many(project, [*FOUR, (UNSURE, PASS), (FAIL, UNSURE)])

    found = listed(project)

    assert [(one.unit, one.direction) for one in found] == [
        (("goal_met", "s0", 0), Direction.MISSED_FAILURE),
        (("goal_met", "s1", 0), Direction.FALSE_ALARM),
    ]


def test_one_direction_can_be_asked_for(project: Project) -> None:
    keeping.many(project, FOUR)

    found = disagreeing.listed(
        project, *asked(project), Reference(), directions=[Direction.FALSE_ALARM]
    )

    assert names(found) == ["s1"]


def test_criteria_come_in_the_order_of_the_rubric(project: Project) -> None:
    keeping.many(project, FOUR)
    keeping.label(project, "s2", FAIL, criterion="consistent")
    keeping.judge(project, {"s2": PASS}, criterion="consistent")

    found = listed(project)
    of_one = disagreeing.listed(project, *asked(project), Reference(), criteria=["consistent"])

    assert [one.criterion.key for one in found] == ["goal_met", "goal_met", "consistent"]
    assert names(of_one) == ["s2"]


def test_one_reviewer_can_be_the_reference(project: Project) -> None:
    keeping.many(project, FOUR)
    keeping.label(project, "s0", PASS, reviewer="jonas")

    assert names(listed(project, "jonas")) == []
    assert names(listed(project, "maya")) == ["s0", "s1"]
    assert names(listed(project)) == ["s1"]


def test_more_than_a_query_takes_at_once_are_listed_all(project: Project) -> None:
    keeping.many(project, [(FAIL, PASS)] * (session_lines.BATCH + 2))

    found = listed(project)

    assert len(found) == session_lines.BATCH + 2
    assert len(set(names(found))) == session_lines.BATCH + 2


def test_what_there_is_to_differ_about_is_counted(project: Project) -> None:
    keeping.many(project, [*FOUR, (FAIL, UNSURE)])
    keeping.add(project, keeping.session("unjudged"))
    keeping.label(project, "unjudged", PASS)

    found = disagreeing.overlap(project, *asked(project), Reference())

    assert (found.labelled, found.decided) == (6, 4)


def test_a_session_is_handed_out_with_both_sides(project: Project) -> None:
    keeping.many(project, [(FAIL, PASS)])

    both = disagreeing.opened(project, *asked(project), "s0", viewer="ann")

    assert [verdict.outcome for verdict in both.verdicts] == [PASS]
    assert [(label.reviewer, label.outcome) for label in both.labels] == [("maya", FAIL)]
    assert both.session.external_id == "s0"


def test_whoever_opens_a_session_has_seen_the_verdicts_and_others_labels(project: Project) -> None:
    keeping.many(project, [(FAIL, PASS)])
    keeping.label(project, "s0", FAIL, reviewer="jonas")

    disagreeing.opened(project, *asked(project), "s0", viewer="maya")
    disagreeing.opened(project, *asked(project), "s0", viewer="ann")

    assert (seen(project, "maya", "s0"), seen(project, "ann", "s0")) == (2, 3)
    assert seen(project, "jonas", "s0") == 0


def test_a_label_that_came_too_late_to_count_is_told_apart(project: Project) -> None:
    keeping.many(project, [(FAIL, PASS)])
    keeping.label(project, "s0", PASS, blind=False)

    both = disagreeing.opened(project, *asked(project), "s0", viewer="ann")

    assert [label.outcome for label in both.labels] == [FAIL]
    assert [label.outcome for label in both.later] == [PASS]
    assert seen(project, "ann", "s0") == 3


def test_what_settled_a_unit_is_shown_too(project: Project) -> None:
    keeping.many(project, [(FAIL, PASS)])
    settled = Label(
        session="s0", criterion="goal_met", outcome=PASS, reviewer="jonas", adjudicated=True
    )
    project.labels.add([NewLabel(keeping.number(project, "s0"), 1, settled)])

    both = disagreeing.opened(project, *asked(project), "s0", viewer="ann")

    assert [(label.reviewer, label.adjudicated) for label in both.labels] == [
        ("maya", False),
        ("jonas", True),
    ]


def test_labels_of_another_meaning_are_not_handed_out(project: Project) -> None:
    keeping.many(project, [(FAIL, PASS)])
    other = Label(session="s0", criterion="goal_met", outcome=PASS, reviewer="jonas")
    project.labels.add([NewLabel(keeping.number(project, "s0"), 2, other)])

    both = disagreeing.opened(project, *asked(project), "s0", viewer="ann")

    assert [label.reviewer for label in both.labels] == ["maya"]


def test_a_session_that_is_not_there_is_refused(project: Project) -> None:
    keeping.many(project, [(FAIL, PASS)])

    with pytest.raises(StoreError, match="'nobody'"):
        disagreeing.opened(project, *asked(project), "nobody", viewer="ann")


def test_what_a_reviewer_makes_of_it_comes_back_with_it(project: Project) -> None:
    keeping.many(project, FOUR)
    one = listed(project)[0]

    disagreeing.look_again(
        project, *asked(project), one, viewer="ann", view=View.RULE_UNCLEAR, why="  A promise? "
    )

    after, other = listed(project)
    mine = after.look_of("ann")
    assert mine is not None
    assert (mine.view, mine.why) == (View.RULE_UNCLEAR, "A promise?")
    assert after.views == (View.RULE_UNCLEAR,)
    assert (other.views, other.look_of("ann")) == ((), None)


def test_views_of_several_reviewers_stand_beside_each_other(project: Project) -> None:
    keeping.many(project, [(FAIL, PASS)])
    [one] = listed(project)
    given = {"ann": View.JUDGE_WRONG, "ben": View.JUDGE_WRONG, "cem": View.LABEL_SLIPPED}

    for viewer, view in given.items():
        disagreeing.look_again(project, *asked(project), one, viewer=viewer, view=view)

    [after] = listed(project)
    assert after.views == (View.JUDGE_WRONG, View.LABEL_SLIPPED)
    assert len(after.looks) == 3


def test_a_look_is_taken_back(project: Project) -> None:
    keeping.many(project, [(FAIL, PASS)])
    [one] = listed(project)
    disagreeing.look_again(project, *asked(project), one, viewer="ann", view=View.JUDGE_WRONG)

    disagreeing.look_again(project, *asked(project), one, viewer="ann", view=None)

    assert listed(project)[0].looks == ()


def test_a_reason_beyond_reason_is_refused(project: Project) -> None:
    keeping.many(project, [(FAIL, PASS)])
    [one] = listed(project)

    with pytest.raises(StoreError, match="10,001"):
        disagreeing.look_again(
            project, *asked(project), one, viewer="ann", view=View.JUDGE_WRONG, why="x" * 10_001
        )
    assert listed(project)[0].looks == ()


def test_who_labels_here_sees_what_they_have_labelled(project: Project) -> None:
    keeping.many(project, FOUR)
    keeping.label(project, "s1", PASS, reviewer="jonas", criterion="consistent")
    found = listed(project)

    assert names(disagreeing.open_to(project, found, "jonas")) == ["s1"]
    assert names(disagreeing.open_to(project, found, "maya")) == ["s0", "s1"]


@pytest.mark.parametrize("viewer", ["unnamed visitor", "engineer"])
def test_who_has_labelled_nothing_sees_everything(project: Project, viewer: str) -> None:
    keeping.many(project, FOUR)
    project.reviewers.named("engineer")
    found = listed(project)

    assert disagreeing.open_to(project, found, viewer) == found
