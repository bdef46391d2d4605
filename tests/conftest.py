"""What the tests share: a session to talk about, and a database of its own for each test."""

import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from calibration import projects
from judging.sessions import Role, Session, ToolCall, Turn
from storage import Project, Store, migrate
from tests import two_worlds, working
from tests.model_server import ModelServer
from tests.two_worlds import World

pytest_plugins = ["tests.postgres"]
# A loaded machine is no failure of ours.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
# A shell has what it starts in the background ignore Ctrl-C, which some tests send.
signal.signal(signal.SIGINT, signal.default_int_handler)
SHARED = Path(__file__).parents[2] / "shared"


@pytest.fixture(autouse=True)
def _no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    for name in ("JUDGING_PROJECT", "JUDGING_IDENTITY_HEADER", "JUDGING_LEADS"):
        monkeypatch.delenv(name, raising=False)
    for name in ("JUDGE_PRICES", "JUDGE_MODEL", "JUDGE_CALLS_PER_MINUTE"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the folder of public data beside the project."""
    if not SHARED.is_dir():
        pytest.skip("The public data are not beside this checkout.")
    return SHARED


@pytest.fixture
def lost_parcel() -> Session:
    return Session(
        "lost-parcel",
        (
            Turn(1, Role.USER, "Where is it?"),
            Turn(2, Role.ASSISTANT, tool_calls=(ToolCall("c1", "track", {"parcel": "007"}),)),
            Turn(3, Role.TOOL, '{"state": "left"}', tool_call_id="c1", tool_name="track"),
            Turn(4, Role.ASSISTANT, "It left today."),
        ),
        goal="Find parcel 007.",
    )


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("migrated") / "judging.db"
    migrate.upgrade(f"sqlite:///{file}")
    return file


@pytest.fixture
def database_url(migrated: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    file = tmp_path / "judging.db"
    file.write_bytes(migrated.read_bytes())
    url = f"sqlite:///{file}"
    monkeypatch.setenv("JUDGING_DATABASE_URL", url)
    return url


@pytest.fixture
def store(database_url: str) -> Iterator[Store]:
    store = Store(database_url)
    yield store
    store.close()


@pytest.fixture
def project(store: Store) -> Project:
    return projects.new_or_existing(store, "default")


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    """Start a model's service on the loopback, which the judges of the test ask."""
    for name in ("ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_CUSTOM_HEADERS"):
        monkeypatch.delenv(name, raising=False)
    with ModelServer() as started:
        for name, value in working.asking(started).items():
            monkeypatch.setenv(name, value)
        yield started


@pytest.fixture
def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory, migrated: Path) -> Iterator[list[World]]:
    with two_worlds.both(tmp_path_factory.mktemp("sealed"), migrated) as made:
        yield made
