"""The command, run in a process of its own as a person runs it."""

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Done:
    """What a command printed, and how it ended."""

    code: int
    output: str
    errors: str

    @property
    def document(self) -> Any:
        """The one JSON document on standard output."""
        return json.loads(self.output)


def judging(*words: object, stdin: str | None = None) -> Done:
    """Run the command on the database that the environment names."""
    done = subprocess.run(
        [sys.executable, "-m", "judging", *map(str, words)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        input=stdin,
        check=False,
    )
    return Done(done.returncode, done.stdout, done.stderr)
