"""One reviewer's desk: what is kept of their labels, and what waits for more."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import text

from judging.ratings import Citation, Outcome
from judging.sessions import Role, Session, Turn
from storage import GivenLabel, Project, Store, Wanted
from storage.engine import opened
from tests import keeping

PASS, FAIL = Outcome.PASS, Outcome.FAIL
GOAL = Wanted((("goal_met", 1),))
BOTH = Wanted((("goal_met", 1), ("consistent", 1)))
TURNS = Wanted(turn=(("turn_pass", 1),))


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    keeping.add(project, *map(keeping.session, "abcd"))


def give(project: Project, name: str, outcome: Outcome | None, **fields: Any) -> bool:
    """Give maya's label on the goal, or another, and tell whether it was new."""
    label: dict[str, Any] = {
        "event": uuid4().hex,
        "reviewer": maya(project),
        "session": keeping.number(project, name),
        "criterion": "goal_met",
        "meaning": 1,
        "rubric_version": project.rubrics.get("conversation").id,
        "outcome": outcome,
    }
    return project.desk.give(GivenLabel(**(label | fields)))


def maya(project: Project) -> int:
    """Return maya's number."""
    return project.reviewers.named("maya").id


def said(project: Project, name: str) -> list[GivenLabel]:
    """Return maya's labels on a session as they stand."""
    return list(project.desk.labels(maya(project), [keeping.number(project, name)]).values())


def complete(project: Project, wanted: Wanted) -> str:
    """Return the names of the sessions that are complete, in order."""
    done = project.desk.complete(maya(project), wanted)
    return "".join(name for name in "abcd" if keeping.number(project, name) in done)


def waiting(project: Project, wanted: Wanted, after: str = "", most: int = 9) -> str:
    """Return the names of the sessions that wait, in order."""
    number = keeping.number(project, after) if after else 0
    names = {keeping.number(project, name): name for name in "abcd"}
    found = project.desk.waiting(maya(project), wanted, after=number, most=most)
    return "".join(names[session] for session in found)


def rows(url: str, query: str) -> list[tuple[Any, ...]]:
    """Return what is in the database."""
    engine = opened(url)
    with engine.connect() as connection:
        found = [tuple(row) for row in connection.execute(text(query))]
    engine.dispose()
    return found


def test_an_event_that_comes_again_changes_nothing(project: Project) -> None:
    first = give(project, "a", PASS, event="event-1")
    give(project, "a", FAIL, event="event-2")

    again = give(project, "a", PASS, event="event-1")

    assert (first, again) == (True, False)
    assert [label.outcome for label in said(project, "a")] == [FAIL]


def test_a_change_of_mind_is_added_and_gold_follows(project: Project, database_url: str) -> None:
    give(project, "a", PASS)
    give(project, "a", FAIL, rationale="It never came.", citations=(Citation(2),), seconds=4.5)

    assert rows(database_url, "SELECT seq, outcome FROM label") == [(1, "pass"), (2, "fail")]
    assert rows(database_url, "SELECT outcome FROM gold") == [("fail",)]
    [label] = said(project, "a")
    assert (label.rationale, label.citations, label.seconds) == (
        "It never came.",
        (Citation(2),),
        4.5,
    )


def test_a_label_taken_back_is_gone_and_a_note_alone_is_no_answer(project: Project) -> None:
    give(project, "a", PASS)
    give(project, "a", None)
    give(project, "b", None, rationale="To be seen.")

    assert said(project, "a") == []
    assert [(label.outcome, label.rationale) for label in said(project, "b")] == [
        (None, "To be seen.")
    ]
    assert complete(project, GOAL) == ""


def test_only_the_reviewer_s_own_labels_are_theirs(project: Project) -> None:
    give(project, "a", PASS, reviewer=project.reviewers.named("jonas").id)

    assert said(project, "a") == []
    assert complete(project, GOAL) == ""


def test_a_label_is_blind_until_its_reviewer_was_shown_a_verdict(
    project: Project, database_url: str
) -> None:
    give(project, "a", PASS)
    project.exposures.record(maya(project), keeping.number(project, "a"), verdicts=[1])
    give(project, "a", FAIL)
    give(project, "b", FAIL)

    blind = rows(database_url, "SELECT blind FROM label ORDER BY id")
    assert [bool(value) for (value,) in blind] == [True, False, True]


def test_a_session_is_complete_with_every_answer_and_no_more_without_one(project: Project) -> None:
    give(project, "a", PASS)
    before = complete(project, BOTH)
    give(project, "a", PASS, criterion="consistent")
    between = complete(project, BOTH)
    give(project, "a", None)

    assert (before, between, complete(project, BOTH)) == ("", "a", "")


def test_labels_that_come_in_another_way_count_at_once(project: Project) -> None:
    before = complete(project, GOAL)
    keeping.label(project, "b", PASS, reviewer="maya")
    between = complete(project, GOAL)
    keeping.label(project, "b", None, reviewer="maya")

    assert (before, between, complete(project, GOAL)) == ("", "b", "")


def test_labels_under_another_meaning_do_not_count(project: Project) -> None:
    give(project, "a", PASS, meaning=2)

    assert complete(project, GOAL) == ""
    assert complete(project, Wanted((("goal_met", 2),))) == "a"


def test_turns_are_complete_when_each_of_the_assistant_s_is_answered(project: Project) -> None:
    keeping.add(project, keeping.session("e", *"......"))
    session = keeping.number(project, "e")
    done = []

    for turn in (2, 4, 6):
        give(project, "e", PASS, criterion="turn_pass", turn=turn)
        done.append(session in project.desk.complete(maya(project), TURNS))

    assert done == [False, False, True]


def test_a_session_without_turns_of_the_assistant_is_not_handed_out_for_turns(
    project: Project,
) -> None:
    keeping.add(project, Session("e", (Turn(1, Role.USER, "Hello?"),)))

    assert project.desk.count(TURNS) == 4
    assert project.desk.count(GOAL) == 5
    lonely = keeping.number(project, "e")
    assert lonely not in project.desk.waiting(maya(project), TURNS, after=0, most=9)


def test_sessions_wait_in_order_and_those_passed_over_come_again_at_the_end(
    project: Project,
) -> None:
    give(project, "c", PASS)

    assert waiting(project, GOAL) == "abd"
    assert waiting(project, GOAL, after="b") == "da"
    assert waiting(project, GOAL, after="c") == "dab"
    assert waiting(project, GOAL, after="b", most=1) == "d"


def test_many_sessions_are_gone_through_to_the_one_that_waits(project: Project) -> None:
    names = [f"n{number:04}" for number in range(120)]
    keeping.add(project, *map(keeping.session, names))
    for name in [*"abcd", *names[:-1]]:
        keeping.label(project, name, PASS, reviewer="maya")

    found = project.desk.waiting(maya(project), GOAL, after=0, most=9)

    assert found == [keeping.number(project, names[-1])]
    assert len(project.desk.complete(maya(project), GOAL)) == 123


def test_two_tabs_that_answer_at_once_lose_nothing(store: Store, project: Project) -> None:
    assert store.projects() == ["default"]
    outcomes = [PASS, FAIL] * 10

    with ThreadPoolExecutor(4) as tabs:
        list(tabs.map(lambda outcome: give(project, "a", outcome), outcomes))

    assert project.labels.count() == 20
    assert len(said(project, "a")) == 1
