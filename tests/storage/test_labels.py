"""Labels and the gold that follows from them."""

import threading

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from judging.ratings import Maker, Outcome
from storage import Project, Store
from storage.engine import opened, writing
from storage.golds import rebuild
from tests import keeping

PASS, FAIL = Outcome.PASS, Outcome.FAIL


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    keeping.add(project, keeping.session("a"), keeping.session("b"))


def gold(url: str) -> list[tuple[object, ...]]:
    engine = opened(url)
    with engine.connect() as connection:
        rows = connection.execute(
            text("SELECT made_by, outcome, basis, labels FROM gold ORDER BY made_by, session_id")
        )
        found = [tuple(row) for row in rows]
    engine.dispose()
    return found


@pytest.mark.parametrize(
    ("outcomes", "expected"),
    [
        ([PASS], ("pass", "single", 1)),
        ([PASS, PASS], ("pass", "unanimous", 2)),
        ([PASS, FAIL], (None, "tie", 2)),
        ([PASS, FAIL, FAIL], ("fail", "majority", 3)),
    ],
)
def test_gold_follows_each_label(
    project: Project,
    database_url: str,
    outcomes: list[Outcome],
    expected: tuple[object, ...],
) -> None:
    for reviewer, outcome in zip("xyz", outcomes, strict=False):
        keeping.label(project, "a", outcome, reviewer=reviewer)

    assert gold(database_url) == [("person", *expected)]


def test_an_adjudication_settles_a_tie(project: Project, database_url: str) -> None:
    keeping.label(project, "a", PASS, reviewer="maya")
    keeping.label(project, "a", FAIL, reviewer="jonas")

    keeping.label(project, "a", FAIL, reviewer="lead", adjudicated=True)

    assert gold(database_url) == [("person", "fail", "adjudicated", 2)]


def test_makers_are_never_pooled(project: Project, database_url: str) -> None:
    keeping.label(project, "a", PASS, reviewer=None, slot=1)
    keeping.label(project, "a", FAIL, reviewer=None, slot=1, made_by=Maker.PROGRAM)

    assert [row[:2] for row in gold(database_url)] == [("person", "pass"), ("program", "fail")]


def test_a_change_of_mind_is_added_and_the_newest_counts(
    project: Project, database_url: str
) -> None:
    keeping.label(project, "a", PASS)
    keeping.label(project, "a", FAIL)

    assert project.labels.count() == 2
    assert gold(database_url) == [("person", "fail", "single", 1)]
    [kept] = project.labels.of_session(keeping.number(project, "a"))
    assert kept.label.outcome is FAIL


def test_a_retraction_takes_the_gold_away(project: Project, database_url: str) -> None:
    keeping.label(project, "a", PASS)
    keeping.label(project, "a", None)

    assert gold(database_url) == []
    assert project.labels.of_session(keeping.number(project, "a")) == []


def test_the_same_label_again_changes_nothing(project: Project) -> None:
    assert keeping.label(project, "a", PASS) == 1
    assert keeping.label(project, "a", PASS) == 0
    assert project.labels.count() == 1


@pytest.mark.parametrize("change", ["UPDATE label SET outcome = 'fail'", "DELETE FROM label"])
def test_history_cannot_be_rewritten(project: Project, database_url: str, change: str) -> None:
    keeping.label(project, "a", PASS)
    engine = opened(database_url)

    with pytest.raises(IntegrityError, match="append-only"), writing(engine) as connection:
        connection.execute(text(change))
    engine.dispose()


def test_gold_can_be_derived_anew(project: Project, database_url: str) -> None:
    keeping.label(project, "a", PASS)
    keeping.label(project, "b", FAIL)
    before = gold(database_url)
    engine = opened(database_url)
    with writing(engine) as connection:
        connection.execute(text("DELETE FROM gold"))
        rebuild(connection, project.number)
    engine.dispose()

    assert gold(database_url) == before


def test_two_writers_at_once_lose_nothing(project: Project, database_url: str) -> None:
    def write(name: str) -> None:
        store = Store(database_url)
        for n in range(20):
            outcome = PASS if n % 2 else FAIL
            keeping.label(store.project("default"), "a", outcome, reviewer=name)
        store.close()

    threads = [threading.Thread(target=write, args=(name,)) for name in ("maya", "jonas")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert project.labels.count() == 40
    assert gold(database_url) == [("person", "pass", "unanimous", 2)]


def test_the_session_as_a_whole_is_turn_0_so_that_keys_collide(
    project: Project, database_url: str
) -> None:
    keeping.label(project, "a", PASS)
    engine = opened(database_url)
    copied = text(
        "INSERT INTO label (project_id, session_id, criterion, meaning, reviewer_id, seq, made_by,"
        " rationale, citations, created_at, recorded_at) SELECT project_id, session_id, criterion,"
        " meaning, reviewer_id, seq, made_by, rationale, citations, created_at, recorded_at "
        "FROM label"
    )

    with pytest.raises(IntegrityError, match="UNIQUE"), writing(engine) as connection:
        connection.execute(copied)
    engine.dispose()
