"""What a run may cost at most, on PostgreSQL, where two write at once."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace

import pytest

from storage import Ledger, Project
from storage.ceiling import NoRoomError
from storage.engine import opened
from tests import keeping
from tests.storage import at_work

pytestmark = pytest.mark.postgres
NAMES = [f"s{n}" for n in range(60)]


@pytest.fixture
def project(on_postgres: Project) -> Project:
    keeping.add(on_postgres, *map(keeping.session, NAMES))
    return on_postgres


def test_two_processes_at_once_let_through_what_fits_together(project: Project) -> None:
    run = project.runs.start(replace(at_work.new(project, *NAMES), max_cost=250))
    wishes = [replace(at_work.asked(project, run, name), most=10) for name in NAMES]
    engines = [opened(project.store.url) for _ in range(2)]

    def begun(number: int) -> int:
        ledger, through = Ledger(engines[number], project.number), 0
        for one in wishes[number::2]:
            with suppress(NoRoomError):
                through += ledger.begin(one) is not None
        return through

    with ThreadPoolExecutor(2) as pool:
        through = list(pool.map(begun, range(2)))
    for engine in engines:
        engine.dispose()

    assert sum(through) == 25
    assert min(through) > 0
