"""The app as it is started by hand."""

import os
import socket
import sys
from collections.abc import Mapping
from pathlib import Path

from tests.running import Server

ROOT = Path(__file__).parents[2]


def served(
    url: str, environment: Mapping[str, str] | None = None, app: Path = ROOT / "app.py"
) -> Server:
    """Return the app on a database and a free port, not yet started."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    flags = f"--server.port={port} --server.headless=true --server.fileWatcherType=none".split()
    command = [sys.executable, "-m", "streamlit", "run", str(app), *flags]
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    more = {"PYTHONPATH": path, "JUDGING_DATABASE_URL": url}
    return Server(command, ROOT, port, more | dict(environment or {}))
