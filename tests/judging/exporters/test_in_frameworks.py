"""
Exported modules inside the frameworks themselves: make test-frameworks.

`JUDGING_FRAMEWORKS` names a folder with an environment that has them: `python` with Judging beside
the Python ones, and `node` with Mastra, promptfoo and a TypeScript compiler.
"""

import json
import os
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from judging.bundle import Bundle
from judging.exporters import Exporter
from judging.exporters.deepeval import DeepEval
from judging.exporters.inspect import Inspect
from judging.exporters.mastra import Mastra
from judging.exporters.mlflow import MLflow
from judging.exporters.openevals import OpenEvals
from judging.exporters.promptfoo import Promptfoo
from judging.importers import session_of
from judging.judges import RulesJudge
from judging.ratings import Outcome
from judging.rubrics import ready_made
from tests.judging.bundle import made
from tests.judging.exporters.test_frameworks import messages, sample_sessions
from tests.judging.exporters.written import text

pytestmark = pytest.mark.frameworks
SIDE = Path(__file__).parent / "framework_side.py"
RUBRIC = ready_made("conversation")
BUNDLE = replace(
    made.bundle(), rubric=RUBRIC, results=tuple(made.result(key) for key in RUBRIC.keys)
)
SCORES = {Outcome.PASS: 1.0, Outcome.FAIL: 0.0}
VALIDATE = ("npx", "promptfoo", "validate", "config", "-c")
CHECK = (
    *("npx", "tsc", "--noEmit", "--strict", "--skipLibCheck", "--target", "es2022"),
    *("--module", "nodenext", "--moduleResolution", "nodenext"),
)


def folder() -> Path:
    return Path(os.environ["JUDGING_FRAMEWORKS"])


def said(exporter: Exporter[Bundle], sessions: dict[str, list[dict[str, Any]]], at: Path) -> Any:
    """Return what a framework makes of `sessions` with an exported module."""
    exported, given = at / "exported.py", at / "sessions.json"
    exported.write_text(text(exporter, BUNDLE, ".py"), encoding="utf-8")
    given.write_text(json.dumps(sessions), encoding="utf-8")
    python = folder() / "python" / "bin" / "python"
    done = subprocess.run(
        [python, SIDE, exporter.name, exported, given, at / "logs"],
        capture_output=True,
        text=True,
        check=False,
        cwd=at,
        env={**os.environ, "DEEPEVAL_TELEMETRY_OPT_OUT": "1"},
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.parametrize("exporter", [OpenEvals(), Inspect(), DeepEval()], ids=lambda e: e.name)
def test_the_framework_keeps_the_very_verdicts_of_the_judge(
    exporter: Exporter[Bundle], tmp_path: Path
) -> None:
    sessions = {one.external_id: messages(one) for one in sample_sessions()}
    if exporter.name == "deepeval":
        # Its turns are the user's and the assistant's.
        sessions = {
            name: [
                {"role": one["role"], "content": one["content"]}
                for one in given
                if one["role"] in ("user", "assistant") and one["content"]
            ]
            for name, given in sessions.items()
        }
    expected = {
        name: {
            verdict.criterion: SCORES.get(verdict.outcome)
            for verdict in RulesJudge().verdicts(session_of(given), RUBRIC)
        }
        for name, given in sessions.items()
    }

    assert said(exporter, sessions, tmp_path) == expected


def test_mlflow_takes_every_judge(tmp_path: Path) -> None:
    assert [*said(MLflow(), {}, tmp_path)["judges"]] == [*RUBRIC.keys]


def test_mastras_own_types_take_the_scorers() -> None:
    node = folder() / "node"
    (node / "scorers.ts").write_text(text(Mastra(), BUNDLE, ".ts"), encoding="utf-8")

    done = subprocess.run(
        [*CHECK, "scorers.ts"], cwd=node, capture_output=True, text=True, check=False
    )

    assert (done.returncode, done.stdout) == (0, "")


def test_promptfoo_itself_finds_the_configuration_valid(tmp_path: Path) -> None:
    (tmp_path / "config.yaml").write_text(text(Promptfoo(), BUNDLE, ".yaml"), encoding="utf-8")

    done = subprocess.run(
        [*VALIDATE, tmp_path / "config.yaml"],
        cwd=folder() / "node",
        capture_output=True,
        text=True,
        check=False,
        env={
            **os.environ,
            "PROMPTFOO_CONFIG_DIR": str(tmp_path / "kept"),
            "PROMPTFOO_DISABLE_TELEMETRY": "1",
            "PROMPTFOO_DISABLE_UPDATE": "1",
        },
    )

    assert "Configuration is valid" in done.stdout + done.stderr
