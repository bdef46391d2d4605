"""Workers under test, each a process of its own, and the books they are held to."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import text

from calibration.runs import judges, planning, steering
from judging.judges import Judge
from judging.judges import request as requests
from judging.judges.question import questions
from judging.ratings import Problem
from judging.sessions import Role, Session, Turn
from storage import Project, RunStatus
from storage.engine import opened
from tests.model_server import ModelServer, unit
from tests.running import wait_for
from tests.storm import Fault, Storm

HOME = Path(__file__).parents[1]
KEY = "sk-ant-test-key-of-nobody-0123456789"
MODEL = "claude:claude-sonnet-5-5"


@contextmanager
def worker(url: str, environment: Mapping[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """Run `judging worker` on a database until the block ends."""
    command = [sys.executable, "-P", "-m", "judging", "worker"]
    path = {"PYTHONPATH": str(HOME), "JUDGING_DATABASE_URL": url}
    process = subprocess.Popen(
        command, env={**os.environ, **path, **environment}, stderr=subprocess.DEVNULL
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def asking(server: ModelServer, key: str = KEY) -> dict[str, str]:
    """Return the environment of a process that asks `server`."""
    return {
        "ANTHROPIC_API_KEY": key,
        "ANTHROPIC_BASE_URL": server.url,
        "NO_PROXY": "127.0.0.1",
    }


def told(n: int) -> list[Session]:
    """Return so many sessions, no two with the same words."""
    said = "Parcel {0} is late: where is it, and when will it come to my house?"
    answered = "Parcel {0} left the depot today and will be with you tomorrow morning."
    return [
        Session(
            f"parcel-{i}",
            (Turn(1, Role.USER, said.format(i)), Turn(2, Role.ASSISTANT, answered.format(i))),
        )
        for i in range(n)
    ]


def judge(project: Project) -> Judge:
    """Return the model judge."""
    return judges.named(MODEL, project.store.secret())


def start(project: Project, *, concurrency: int = 32, runs: int = 1) -> int:
    """Hand all sessions of a project over to the workers, each to be asked so often."""
    asked = judge(project)
    planned = planning.plan(project, "conversation@1", asked, runs=runs)
    return steering.start(project, planned, asked, concurrency=concurrency)


def wait_until(project: Project, run: int, *states: RunStatus, seconds: float = 240) -> None:
    """Return once a run is in one of these states."""
    wait_for(lambda: project.runs.status(run) in states, seconds)


def wait_for_calls(project: Project, run: int, n: int, seconds: float = 120) -> None:
    """Return once a run has sent so many requests."""
    wait_for(lambda: project.runs.get(run).calls >= n, seconds)


def transcripts(project: Project) -> dict[str, str]:
    """Return what the judge is sent of each session, by its name."""
    secret = project.store.secret()
    (question,) = questions(project.rubrics.get("conversation@1").rubric, "all")
    numbers = project.sessions.ids()
    return {
        session.external_id: requests.told(question, session, secret).transcript
        for session in project.sessions.whole(numbers)
    }


@dataclass(frozen=True)
class Books:
    """
    What a run's ledger says it paid for, beside what the server billed, unit by unit.

    Attributes:
        settled: The requests answered with HTTP 200, by unit.

        lost: The requests without a reply, since their process was killed, by unit.

        billed: What the server asks money for, by unit.
    """

    settled: Counter[str]
    lost: Counter[str]
    billed: Counter[str]

    @property
    def unexplained(self) -> dict[str, tuple[int, int, int]]:
        """The units whose bill is not what the ledger has, give or take the requests lost."""
        return {
            one: (self.settled[one], self.lost[one], self.billed[one])
            for one in self.settled | self.lost | self.billed
            if not self.settled[one] <= self.billed[one] <= self.settled[one] + self.lost[one]
        }


def books(project: Project, server: ModelServer, run: int) -> Books:
    """Hold a run's ledger against the server's bill."""
    keys = project.rubrics.get("conversation@1").rubric.keys
    units = {name: unit(sent, keys) for name, sent in transcripts(project).items()}
    query = text(
        "SELECT s.external_id, c.status, c.http_status FROM judge_call c"
        " JOIN session s ON s.id = c.session_id WHERE c.run_id = :run"
    )
    settled: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    engine = opened(project.store.url)
    with engine.connect() as connection:
        for name, status, http_status in connection.execute(query, {"run": run}):
            settled[units[name]] += http_status == 200
            lost[units[name]] += status == "started"
    engine.dispose()
    return Books(+settled, +lost, Counter(one.unit for one in list(server.bill)))


def expected(storm: Storm, project: Project) -> dict[str, Problem | None]:
    """Return what a judge is to end in, by session: refused where the storm refuses for good."""
    return {
        name: Problem.REFUSED if storm.kind(sent) is Fault.REFUSAL else None
        for name, sent in transcripts(project).items()
    }


def found(project: Project, run: int) -> dict[str, list[Problem | None]]:
    """Return the problems of a run's verdicts, None for those scored, by session."""
    query = text(
        "SELECT s.external_id, v.problem FROM verdict v JOIN session s ON s.id = v.session_id"
        " WHERE v.run_id = :run"
    )
    verdicts: dict[str, list[Problem | None]] = {}
    engine = opened(project.store.url)
    with engine.connect() as connection:
        for name, problem in connection.execute(query, {"run": run}):
            verdicts.setdefault(name, []).append(Problem(problem) if problem else None)
    engine.dispose()
    return verdicts


def hold_to_its_books(
    project: Project, server: ModelServer, storm: Storm, run: int, *, most_lost: int
) -> None:
    """Check a run that has ended: nothing lost, nothing twice, every cent accounted for."""
    ended, wanted = found(project, run), expected(storm, project)
    assert ended == {name: [problem] * 5 for name, problem in wanted.items()}
    line = project.runs.get(run)
    refused = sum(problem is Problem.REFUSED for problem in wanted.values())
    assert (line.status, line.scored) == (RunStatus.DONE, line.units - refused)
    assert line.not_scored == ({Problem.REFUSED: refused} if refused else {})
    kept = books(project, server, run)
    assert kept.unexplained == {}
    assert sum(kept.lost.values()) == line.in_flight <= most_lost
