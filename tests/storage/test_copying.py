"""All that a database holds, taken into another one."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from calibration import projects, sample_project
from calibration.agreement import reporting
from judging.errors import StoreError
from judging.ratings import Outcome
from storage import Project, Store, copying
from storage.engine import opened
from storage.tables import Row, table
from storage.tables.project import InstallationRow, WorkerRow
from tests import keeping
from tests.storage import at_work


@pytest.fixture
def target(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'target.db'}"


@pytest.fixture
def there(target: str) -> Iterator[Store]:
    """Return the other database, once it is there."""
    store = Store.upgraded(target)
    yield store
    store.close()


def rows(url: str) -> dict[str, list[tuple[object, ...]]]:
    """Return every row of every table that is copied."""
    left_out = {table(WorkerRow), table(InstallationRow)}
    engine = opened(url, pooled=False)
    with engine.connect() as connection:
        return {
            one.name: [tuple(r) for r in connection.execute(select(one).order_by(*one.primary_key))]
            for one in Row.metadata.sorted_tables
            if one not in left_out
        }


def test_every_row_comes_along_and_the_key_of_the_requests_too(
    project: Project, database_url: str, target: str
) -> None:
    sample_project.add_to(project)
    secret = project.store.secret()

    counts = copying.copy(database_url, target)

    found = rows(target)
    assert found == rows(database_url)
    assert counts == {name: len(some) for name, some in found.items()}
    assert counts["label"] > 100
    store = Store(target)
    assert store.secret() == secret
    store.close()


def test_what_is_added_afterwards_has_numbers_of_its_own(
    project: Project, database_url: str, target: str
) -> None:
    keeping.add(project, keeping.session("a"))

    copying.copy(database_url, target)
    store = Store(target)
    other = projects.new_or_existing(store, "default")
    keeping.add(other, keeping.session("b"))
    keeping.label(other, "b", Outcome.PASS)

    assert (other.sessions.count(), project.sessions.count()) == (2, 1)
    store.close()


@pytest.mark.usefixtures("project")
def test_a_database_that_holds_something_is_left_alone(database_url: str, there: Store) -> None:
    kept = projects.new_or_existing(there, "mine")

    with pytest.raises(StoreError, match="not empty"):
        copying.copy(database_url, there.url)

    assert there.projects() == [kept.name]


def test_a_run_that_is_not_over_is_named(project: Project, database_url: str, target: str) -> None:
    keeping.add(project, keeping.session("a"))
    run = at_work.started(project, "a")

    with pytest.raises(StoreError, match=f"Run {run} is not over") as refusal:
        copying.copy(database_url, target)

    assert f"--pause {run}" in refusal.value.fix


@pytest.mark.usefixtures("project")
def test_a_database_is_not_copied_into_itself(database_url: str) -> None:
    with pytest.raises(StoreError, match="into itself"):
        copying.copy(database_url, database_url)


@pytest.mark.parametrize("url", ["nonsense", "postgresql://ann:secret@host:port/judging"])
def test_what_is_no_address_is_refused_without_a_word_of_it(url: str, target: str) -> None:
    with pytest.raises(StoreError, match="no address of a database") as refusal:
        copying.copy(url, target)

    assert url not in refusal.value.sentences + (refusal.value.where or "")


def test_a_source_that_is_not_there_is_refused(tmp_path: Path, target: str) -> None:
    with pytest.raises(StoreError, match="cannot be opened"):
        copying.copy(f"sqlite:///{tmp_path / 'none.db'}", target)

    assert not (tmp_path / "none.db").exists()
    assert not (tmp_path / "target.db").exists()


@pytest.mark.postgres
def test_a_file_moves_to_a_server_and_back(
    project: Project, database_url: str, postgres_url: str, target: str
) -> None:
    sample_project.add_to(project)
    before = reporting.default_reference(project)

    copying.copy(database_url, postgres_url)
    copying.copy(postgres_url, target)
    store = Store(postgres_url)
    other = projects.new_or_existing(store, "default")
    keeping.add(other, keeping.session("new"))
    keeping.label(other, "new", Outcome.PASS)

    assert rows(target) == rows(database_url)
    assert reporting.default_reference(other) == before
    assert other.sessions.count() == project.sessions.count() + 1
    store.close()
