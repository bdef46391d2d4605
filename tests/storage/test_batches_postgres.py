"""Batches on PostgreSQL, where two processes may take up the same run at once."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier

import pytest

from storage import Mode, Project
from storage.batches import Batches, Begun
from storage.engine import opened
from tests import keeping
from tests.storage import at_work

pytestmark = pytest.mark.postgres
NAMES = [f"s{n}" for n in range(6)]


@pytest.fixture
def project(on_postgres: Project) -> Project:
    keeping.add(on_postgres, *map(keeping.session, NAMES))
    return on_postgres


def test_of_two_that_begin_the_same_requests_at_once_one_sends_them(project: Project) -> None:
    run = project.runs.start(replace(at_work.new(project, *NAMES), mode=Mode.BATCH))
    asked = [at_work.asked(project, run, name) for name in NAMES]
    engines = [opened(project.store.url) for _ in range(2)]
    start = Barrier(2)

    def begun(number: int) -> Begun | None:
        start.wait()
        return Batches(engines[number]).begin(run, 0, asked)

    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(begun, range(2)))
    for engine in engines:
        engine.dispose()

    assert sorted(one is None for one in found) == [False, True]
    assert [batch.requests for batch in project.batches.open(run)] == [6]
