"""The same tables and rules on PostgreSQL."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Thread

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from calibration import projects, sample_project
from calibration.agreement import reporting
from judging.ratings import Outcome
from judging.sessions import TRACES, Session
from storage import Pattern, Project, Reference, Store, migrate
from storage.engine import opened, writing
from tests import keeping

pytestmark = pytest.mark.postgres
PASS, FAIL = Outcome.PASS, Outcome.FAIL


@pytest.fixture
def project(url: str) -> Iterator[Project]:
    store = Store.upgraded(url)
    yield projects.new_or_existing(store, "default")
    store.close()


def test_the_code_and_the_migrations_agree(project: Project, url: str) -> None:
    store = Store.upgraded(url)

    assert project.name == "default"
    assert store.readiness() == {"schema": True}
    migrate.check(url)
    store.close()


def test_a_session_comes_back_as_it_went_in(project: Project, lost_parcel: Session) -> None:
    keeping.add(project, lost_parcel)

    back = project.sessions.get("lost-parcel")
    assert (back.turns, back.content_hash) == (lost_parcel.turns, lost_parcel.content_hash)


def test_a_session_is_found_by_its_trace(project: Project) -> None:
    traced = replace(keeping.session("a"), metadata={TRACES: {"t": "root"}})
    keeping.add(project, traced, keeping.session("b"))

    assert project.sessions.of_traces({"root", "x"}) == {"root": [("a", 1)]}


def test_an_import_left_early_leaves_nothing(project: Project) -> None:
    with project.imports.begin() as unfinished:
        unfinished.add([keeping.session("a")])
        assert project.sessions.count() == 0

    keeping.add(project, keeping.session("a"))
    assert project.sessions.count() == 1


def test_counts_are_those_of_sqlite(project: Project) -> None:
    pairs = [(FAIL, FAIL), (PASS, PASS), (FAIL, PASS), (PASS, PASS), (PASS, Outcome.NOT_SCORED)]

    compared = keeping.many(project, pairs, group=2)

    assert project.agreement.counts(compared).patterns == (
        Pattern(0, 1, 0, 1, 1),
        Pattern(1, 0, 0, 1, 1),
    )
    assert project.agreement.counts(compared).statuses == {
        (FAIL, FAIL): 1,
        (PASS, PASS): 2,
        (FAIL, PASS): 1,
        (PASS, Outcome.NOT_SCORED): 1,
    }
    for reference in (Reference(blind_only=True), Reference(reviewer="maya")):
        other = replace(compared, reference=reference)
        assert (
            project.agreement.counts(other).statuses == project.agreement.counts(compared).statuses
        )


def test_labels_are_append_only_and_gold_follows(project: Project, url: str) -> None:
    keeping.add(project, keeping.session("a"))
    keeping.label(project, "a", PASS, reviewer="maya")
    keeping.label(project, "a", FAIL, reviewer="jonas")
    keeping.label(project, "a", FAIL, reviewer="lead", adjudicated=True)
    engine = opened(url)

    with engine.connect() as connection:
        [row] = connection.execute(text("SELECT outcome, basis FROM gold"))
    assert tuple(row) == ("fail", "adjudicated")
    for table in ("label", "adjudication"):
        with pytest.raises(DBAPIError, match="append-only"), writing(engine) as connection:
            connection.execute(text(f"DELETE FROM {table}"))  # noqa: S608
    engine.dispose()


def test_two_writers_at_once_lose_nothing(project: Project, url: str) -> None:
    keeping.add(project, keeping.session("a"))

    def write(reviewer: str) -> None:
        store = Store(url)
        for n in range(15):
            outcome = PASS if n % 2 else FAIL
            keeping.label(store.project("default"), "a", outcome, reviewer=reviewer)
        store.close()

    # Two tabs of one reviewer, and a colleague.
    threads = [Thread(target=write, args=(name,)) for name in ("maya", "maya", "jonas")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    kept = project.labels.of_session(keeping.number(project, "a"))
    assert {k.label.reviewer for k in kept} == {"maya", "jonas"}
    assert len(project.reviewers.listed()) == 2
    assert project.labels.count() >= 15 + 15


def test_the_sample_reads_the_same_on_both_databases(project: Project, tmp_path: Path) -> None:
    other = Store.upgraded(f"sqlite:///{tmp_path}/judging.db")
    both = [project, projects.new_or_existing(other, "default")]

    for one in both:
        sample_project.add_to(one)

    first, second = (reporting.newest(one) for one in both)
    assert first is not None
    assert second is not None
    assert [c.agreement for c in first.criteria] == [c.agreement for c in second.criteria]
    other.close()
