"""What we ship: the wheel, in a clean environment, started from somewhere else."""

import json
import os
import subprocess
import sys
import venv
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from judging.rubrics import ready_made
from tests.running import Server, wait_for

pytestmark = pytest.mark.wheel
ROOT = Path(__file__).parents[1]
SHIPPED = (
    ".css",
    ".csv",
    ".js",
    ".jsonl",
    ".mako",
    ".md",
    ".py",
    ".yaml",
    "py.typed",
)


@dataclass
class Environment:
    folder: Path
    elsewhere: Path

    def ran(self, program: str, *arguments: str) -> str:
        done = self.ended(program, *arguments)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def ended(self, program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [self.folder / "bin" / program, *arguments],
            cwd=self.elsewhere,
            env=clean(),
            capture_output=True,
            text=True,
            check=False,
        )


def clean() -> dict[str, str]:
    ours = {"PYTHONPATH", "JUDGING_DATABASE_URL", "JUDGING_PROJECT"}
    return {name: value for name, value in os.environ.items() if name not in ours}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    secret = ROOT / ".streamlit" / "secrets.toml"
    secret.write_text("key = 'x'", encoding="utf-8")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder)]
    try:
        subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    finally:
        secret.unlink()
    [wheel] = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    folder = tmp_path_factory.mktemp("clean")
    venv.create(folder / "venv", with_pip=True)
    # The person's own files: ours must win in our processes, theirs in theirs.
    for name in ("storage", "calibration", "pages"):
        (folder / f"{name}.py").write_text("raise RuntimeError('not ours')", encoding="utf-8")
    environment = Environment(folder / "venv", folder)
    environment.ran("pip", "install", "-q", "-c", str(ROOT / "constraints.txt"), str(wheel))
    return environment


@pytest.fixture
def server(installed: Environment, free_port: int, tmp_path: Path) -> Iterator[Server]:
    url = f"sqlite:///{tmp_path / 'shipped.db'}"
    installed.ran("judging", "--db", url, "sample")
    command = [str(installed.folder / "bin" / "judging"), "app", "--no-browser", "--db", url]
    server = Server([*command, "--port", str(free_port)], installed.elsewhere, free_port)
    server.start()
    yield server
    server.stop()


def test_holds_our_sources_and_the_config_and_nothing_else(wheel: Path) -> None:
    names = [name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name]
    sources = {
        str(file.relative_to(ROOT))
        for package in ("judging", "pages", "calibration", "storage")
        for file in (ROOT / package).rglob("*")
        if file.name.endswith(SHIPPED)
    }
    library = {f for f in sources if f.startswith("judging/")}
    app = (sources - library) | {"app.py", ".streamlit/config.toml"}

    assert set(names) == library | {f"judging/_app/{file}" for file in app}
    assert len(names) == len(set(names))


def test_the_command_answers(installed: Environment) -> None:
    assert "agreement" in installed.ran("judging", "--help")
    assert "streamlit" in installed.ran("judging", "doctor")


def test_the_library_leaves_the_callers_path_alone(installed: Environment) -> None:
    loaded = installed.ran("python", "-c", "import judging, sys; print(*sys.path, *sys.modules)")

    assert "_app" not in loaded
    assert not {"streamlit", "numpy", "anthropic"} & set(loaded.split())


def test_the_library_judges_without_the_app(installed: Environment) -> None:
    script = (
        "from judging import Role, RulesJudge, Session, Turn, ready_made\n"
        "turns = Turn(1, Role.USER, 'Hi'), Turn(2, Role.ASSISTANT, 'Hello')\n"
        "verdicts = RulesJudge().verdicts(Session('s', turns), ready_made('conversation'))\n"
        "print(*(v.criterion for v in verdicts))"
    )

    assert installed.ran("python", "-c", script).split()[0] == "goal_met"


def test_a_bundle_checks_sessions_where_there_is_no_database(
    installed: Environment, tmp_path: Path
) -> None:
    kept = f"sqlite:///{tmp_path / 'kept.db'}"
    bundle, sessions = str(tmp_path / "bundle.json"), str(tmp_path / "sessions.jsonl")
    installed.ran("judging", "--db", kept, "sample")
    words = ("--rubric", "conversation@2", "--judge", "rules", "-o", bundle)
    installed.ran("judging", "--db", kept, "export", "bundle", *words)
    installed.ran("judging", "--db", kept, "sessions", "export", sessions)
    nowhere = f"sqlite:///{tmp_path / 'nowhere' / 'no.db'}"

    told = installed.ran(
        "judging", "--db", nowhere, "check", bundle, sessions, "--uncertified", "--json"
    )

    assert json.loads(told)["criteria"][2]["outcomes"] == {"pass": 24}
    assert not (tmp_path / "nowhere").exists()


@dataclass
class Script:
    """Commands one after another on one database."""

    installed: Environment
    folder: Path

    def __call__(self, *words: str, code: int = 0) -> str:
        done = self.installed.ended("judging", "--db", f"sqlite:///{self.folder}/kept.db", *words)
        assert done.returncode == code, done.stderr
        return done.stdout

    def told(self, *words: str, code: int = 0) -> dict[str, Any]:
        return dict(json.loads(self(*words, "--json", code=code)))


def test_from_disagreements_to_a_bundle_that_checks_sessions_as_a_script(
    installed: Environment, tmp_path: Path
) -> None:
    said, told = Script(installed, tmp_path), Script(installed, tmp_path).told
    rules = ("--rubric", "conversation@3", "--judge", "rules")
    rubric, bundle, sessions = (
        str(tmp_path / name) for name in ("third.yaml", "third.judge.json", "sessions.jsonl")
    )
    said("sample")
    example = told("agreement", "--rubric", "conversation@1", "--judge", "example-judge")
    [asked] = [one for one in example["criteria"] if one["criterion"] == "goal_met"]
    text = said("rubric", "show", "conversation@2").replace("question: ", "question: In short, ", 1)
    Path(rubric).write_text(text, encoding="utf-8")
    said("rubric", "add", rubric)
    run = told("run", *rules)
    both = ("conversation@2", "conversation@3", "--judge", "rules")
    compared = told("compare", *both)
    parted = told("split")
    gate = told("gate", *rules, code=3)
    said("export", "bundle", *rules, "-o", bundle)
    said("sessions", "export", sessions)
    nowhere = f"sqlite:///{tmp_path / 'nowhere' / 'no.db'}"
    check = ("judging", "--db", nowhere, "check", bundle, sessions)
    refused = installed.ended(*check)
    checked = json.loads(installed.ran(*check, "--uncertified", "--json"))

    assert asked["cells"]["fn"] + asked["cells"]["fp"] > 0
    assert (run["units"], run["scored"]) == (24, 24)
    assert all(one["fixed"] + one["broken"] == 0 for one in compared["criteria"])
    assert parted["develop"]["sessions"] + parted["test"]["sessions"] == 24
    assert gate["decision"] == "insufficient_evidence"
    assert all("judging labels draw" in one["reason"] for one in gate["criteria"])
    assert refused.returncode == 2
    assert "not certified: the gate has not looked" in refused.stderr
    assert checked["criteria"][0]["criterion"] == "goal_met"
    assert not (tmp_path / "nowhere").exists()


@pytest.fixture
def model() -> Iterator[str]:
    """Lend the address of a model's service, in a process of its own."""
    command = [sys.executable, "-m", "tests.served_model"]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as serving:
        assert serving.stdout is not None
        yield serving.stdout.readline().strip()
        serving.communicate()


LOADING = """
import sys

import judging
from judging import Role, Session, Turn

turns = Turn(1, Role.USER, "Where is it?"), Turn(2, Role.ASSISTANT, "It left today.")
bundle = judging.load(sys.argv[1], uncertified=True)
for verdict in bundle.judge(Session("s", turns)):
    print(bundle.identity.name, verdict.criterion, verdict.outcome)
"""


@pytest.mark.parametrize("judge", ["rules", "claude:claude-test"])
def test_a_bundle_judges_without_the_app(
    installed: Environment,
    model: str,
    judge: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_CUSTOM_HEADERS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("ANTHROPIC_BASE_URL", model)
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-never-to-be-seen")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    url, bundle = f"sqlite:///{tmp_path / 'shipped.db'}", tmp_path / "my.judge.json"
    which = ("--rubric", "conversation@1", "--judge", judge)
    installed.ran("judging", "--db", url, "sample")
    installed.ran("judging", "--db", url, "run", *which)
    installed.ran("judging", "--db", url, "export", "bundle", *which, "-o", str(bundle))

    printed = installed.ran("python", "-c", LOADING, str(bundle))

    lines = [line.split() for line in printed.splitlines()]
    assert [line[:2] for line in lines] == [[judge, key] for key in ready_made("conversation").keys]
    assert {line[2] for line in lines} <= {"pass", "fail", "not_applicable", "cannot_tell"}
    assert "never-to-be-seen" not in bundle.read_text(encoding="utf-8")


def test_the_app_answers_and_a_deep_link_opened_first_shows_its_page(server: Server) -> None:
    from playwright.sync_api import expect, sync_playwright  # noqa: PLC0415

    wait_for(lambda: server.readiness() == {"schema": True})
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(f"{server.url}/agreement")
        expect(page.get_by_role("heading", name="Agreement")).to_be_visible(timeout=60_000)
        expect(page.get_by_role("link", name="Label", exact=True)).to_be_visible()
        expect(page.get_by_text("Page not found")).to_have_count(0)
        browser.close()
