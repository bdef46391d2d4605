"""What reviewers make of disagreements."""

import sqlite3

import pytest
from sqlalchemy.exc import IntegrityError

from judging.ratings import Label, Outcome
from storage import NewLabel, NewLook, Project, View
from tests import keeping

PASS, FAIL = Outcome.PASS, Outcome.FAIL


def look(
    project: Project,
    view: View | None,
    why: str = "",
    *,
    session: str = "a",
    reviewer: str = "maya",
    criterion: str = "goal_met",
    meaning: int = 1,
    turn: int = 0,
) -> None:
    project.second_looks.add(
        NewLook(
            keeping.number(project, session),
            criterion,
            meaning,
            turn,
            project.reviewers.named(reviewer).id,
            None,
            view,
            why,
        )
    )


def views(project: Project) -> list[tuple[str, View | None, str]]:
    """Return the looks on goal_met that count, unit by unit."""
    newest = project.second_looks.newest("goal_met", 1)
    return [(one.reviewer, one.view, one.why) for looks in newest.values() for one in looks]


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    keeping.add(project, keeping.session("a"), keeping.session("b"))


def test_of_each_reviewer_the_newest_counts(project: Project) -> None:
    look(project, View.JUDGE_WRONG, "It misread turn 2.")
    look(project, View.RULE_UNCLEAR, reviewer="jonas")
    look(project, View.LABEL_SLIPPED, "I did.")

    assert views(project) == [
        ("maya", View.LABEL_SLIPPED, "I did."),
        ("jonas", View.RULE_UNCLEAR, ""),
    ]


def test_one_that_says_nothing_takes_the_one_before_back(project: Project) -> None:
    look(project, View.JUDGE_WRONG)
    look(project, None)

    assert views(project) == []


def test_a_remark_without_a_view_is_kept(project: Project) -> None:
    look(project, None, "What is a hand-off?")

    assert views(project) == [("maya", None, "What is a hand-off?")]


def test_units_criteria_and_meanings_are_told_apart(project: Project) -> None:
    look(project, View.JUDGE_WRONG, turn=2)
    look(project, View.JUDGE_WRONG, session="b")
    look(project, View.JUDGE_WRONG, criterion="consistent")
    look(project, View.JUDGE_WRONG, meaning=2)

    a, b = (keeping.number(project, name) for name in "ab")
    assert set(project.second_looks.newest("goal_met", 1)) == {
        (a, "goal_met", 2),
        (b, "goal_met", 0),
    }
    assert set(project.second_looks.newest("goal_met", 1, [b])) == {(b, "goal_met", 0)}


def test_no_other_project_sees_them(project: Project) -> None:
    look(project, View.JUDGE_WRONG)

    other = project.store.project_or_new("other")

    assert other.second_looks.newest("goal_met", 1) == {}


def test_nothing_is_changed_or_deleted(project: Project, database_url: str) -> None:
    look(project, View.JUDGE_WRONG)
    look(project, View.RULE_UNCLEAR)

    file = database_url.removeprefix("sqlite:///")
    with sqlite3.connect(file) as connection:
        kept = connection.execute("SELECT view FROM second_look ORDER BY id").fetchall()
        assert kept == [("judge_wrong",), ("rule_unclear",)]
        for change in ("DELETE FROM second_look", "UPDATE second_look SET why = 'x'"):
            with pytest.raises(sqlite3.DatabaseError, match="append"):
                connection.execute(change)


def test_a_session_that_is_not_there_cannot_be_looked_at(project: Project) -> None:
    reviewer = project.reviewers.named("maya").id

    with pytest.raises(IntegrityError):
        project.second_looks.add(NewLook(999, "goal_met", 1, 0, reviewer, None, View.JUDGE_WRONG))


def test_the_label_that_counts_is_looked_at_and_not_a_later_one(project: Project) -> None:
    keeping.label(project, "a", FAIL, blind=True)
    keeping.label(project, "a", PASS, blind=False)

    [kept] = project.second_looks.looked_at(keeping.number(project, "a"))

    assert (kept.label.reviewer, kept.label.outcome) == ("maya", FAIL)


def test_what_settles_a_unit_is_looked_at_after_the_labels(project: Project) -> None:
    keeping.label(project, "a", FAIL)
    number = keeping.number(project, "a")
    settled = Label(
        session="a", criterion="goal_met", outcome=PASS, reviewer="jonas", adjudicated=True
    )
    project.labels.add([NewLabel(number, 1, settled)])

    kept = project.second_looks.looked_at(number)

    assert [(one.label.reviewer, one.label.adjudicated) for one in kept] == [
        ("maya", False),
        ("jonas", True),
    ]
