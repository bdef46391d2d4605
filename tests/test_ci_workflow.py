"""The workflow in the docs does what they say, step by step."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from calibration.gate import bundling, gating
from judging.bundle import written
from judging.judges import RulesJudge
from storage import Project
from tests.calibration.gate.test_gating import sealed

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
UNDECIDED = (
    '{"messages": [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello"}]}\n'
)
MISSED = (
    '{"messages": [{"role": "user", "content": "Hi"}, '
    '{"role": "assistant", "content": "Which order is it?"}]}\n'
)


def steps() -> list[dict[str, Any]]:
    (block,) = re.findall(r"```yaml\n(.*?)```", TEXT, re.DOTALL)
    found: list[dict[str, Any]] = yaml.safe_load(block)["jobs"]["judge"]["steps"]
    return found


@pytest.fixture
def place(project: Project, tmp_path: Path) -> Path:
    """Put a certified bundle where the workflow has it."""
    held = sealed(project, judge=RulesJudge().identity)
    gating.gate(project, held)
    bundle = bundling.bundle(project, held.version, held.judge, held.reference)
    folder = tmp_path / "checkout"
    folder.mkdir()
    (folder / "support.judge.json").write_text(written(bundle), encoding="utf-8")
    return folder


def ran(place: Path) -> int:
    """Run the step that judges, as the service's shell does, and return how it ends."""
    (step,) = (one for one in steps() if one.get("name") == "Judge")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {
        **os.environ,
        "PATH": path,
        "PYTHONPATH": str(ROOT),
        "GITHUB_STEP_SUMMARY": str(place / "summary.md"),
        "JUDGING_DATABASE_URL": f"sqlite:///{place}/nowhere/no.db",
    }
    done = subprocess.run(
        ["/bin/sh", "-e", "-c", step["run"]], cwd=place, env=environment, check=False
    )
    return done.returncode


def test_it_installs_what_it_runs() -> None:
    named = [one["run"].split()[:2] for one in steps() if "run" in one]

    assert named == [["pip", "install"], ["judging", "check"]]


def test_too_few_that_pass_fail_it_with_a_summary(place: Path) -> None:
    (place / "sessions.jsonl").write_text(MISSED, encoding="utf-8")

    assert ran(place) == 1
    summary = (place / "summary.md").read_text(encoding="utf-8")
    assert summary.startswith("**Too few pass on goal")
    assert "certified" in summary
    assert not (place / "nowhere").exists()


def test_nothing_decided_is_no_pass(place: Path) -> None:
    (place / "sessions.jsonl").write_text(UNDECIDED, encoding="utf-8")

    assert ran(place) == 3
