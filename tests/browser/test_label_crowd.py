"""Eight browsers at once on one queue: nobody gets what another has, and nothing is lost."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from calibration.labels import queue_making
from calibration.labels.queue_making import QueueRequest
from judging.sampling import Design
from storage import Project, Store, queue_progress
from tests.browser import crowd, labelling
from tests.browser.crowd import Crowd
from tests.browser.labelling import Office, short
from tests.browser.serving import served

pytestmark = pytest.mark.browser
SESSIONS = 32
FOLDER = "JUDGING_POSTGRES_FOLDER"
REVIEWERS = [f"reviewer {number}" for number in range(1, 9)]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "server.log"


@pytest.fixture
def on_sqlite(browser: Browser, tmp_path: Path, log: Path) -> Iterator[Office]:
    assert browser.is_connected()
    office = labelling.office(tmp_path)
    yield from started(office, log)


@pytest.fixture
def on_postgres(browser: Browser, postgres_url: str, log: Path) -> Iterator[Office]:
    assert browser.is_connected()
    Store.upgraded(postgres_url).close()
    yield from started(Office(served(postgres_url), postgres_url), log)


def started(office: Office, log: Path) -> Iterator[Office]:
    office.server.log = log
    office.server.start()
    yield office
    office.server.stop()


def labelled_at_once(office: Office, log: Path) -> None:
    """Have eight reviewers empty a queue, and look at what they left behind."""
    project = office.project("crowd", *map(short, labelling.names(SESSIONS)))
    version = project.rubrics.get("conversation@1")
    request = QueueRequest(Design.RANDOM, version, SESSIONS, reviewers=2, overlap=0.25)
    queue = queue_making.create(project, request)

    worked = Crowd(office.server.url, project, queue, REVIEWERS).work()

    progress = queue_progress.of(project, queue)
    assert (progress.slots, progress.done, progress.reserved) == (40, 40, 0)
    assert sum(len(one.sessions) for one in worked) == 40
    assert crowd.twice(worked, slots=2) == []
    assert crowd.misplaced(project, worked) == 0
    assert [error for one in worked for error in one.errors] == []
    assert "Traceback" not in log.read_text(encoding="utf-8")
    assert weighted(project)
    project.store.close()


def weighted(project: Project) -> bool:
    """Tell whether every label keeps the chance that its session had."""
    numbers = [line.id for line in project.sessions.numbers(project.sessions.listed_ids()).values()]
    labels = [one.label for number in numbers for one in project.labels.of_session(number)]
    return len(labels) == 5 * 40 and {one.inclusion_prob for one in labels} == {1.0}


def test_eight_browsers_empty_a_queue_on_sqlite(on_sqlite: Office, log: Path) -> None:
    labelled_at_once(on_sqlite, log)


@pytest.mark.postgres
@pytest.mark.skipif(FOLDER not in os.environ, reason="no folder for a PostgreSQL server")
def test_eight_browsers_empty_a_queue_on_postgres(on_postgres: Office, log: Path) -> None:
    labelled_at_once(on_postgres, log)
