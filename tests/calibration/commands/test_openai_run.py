"""`judging run` with a judge at any address."""

import pytest

from judging.judges.capability import KNOWN
from storage import Project
from tests.calibration import judged
from tests.calibration.commands.here import Command
from tests.chat_server import Endpoint
from tests.model_server import ModelServer

LOCAL = ("run", "--rubric", "conversation@1", "--judge")


@pytest.fixture(autouse=True)
def _sessions(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    KNOWN.clear()
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    judged.add(project, "a", "b")


def test_a_dry_run_says_what_it_would_take_and_asks_nothing(
    command: Command, server: ModelServer
) -> None:
    done = command(*LOCAL, f"openai:m@{server.url}/v1", "--dry-run", "--json")

    assert (done.code, done.errors) == (0, "")
    assert (done.document["units"], done.document["calls"]) == (2, 2)
    assert done.document["cost_usd"] is None
    assert server.received == 0


def test_without_a_key_a_service_of_ones_own_judges_and_a_second_run_pays_nothing(
    command: Command, server: ModelServer
) -> None:
    server.chats = Endpoint(forms=["json_object"], turns_seen=2)
    judge = f"openai:qwen3:32b@{server.url}/v1"

    told = command(*LOCAL, judge, "--concurrency", 1, "--json").document
    again = command(*LOCAL, judge, "--json").document

    assert (told["judge"], told["status"], told["scored"]) == (judge, "done", 2)
    assert (told["calls"], told["cost_usd"]) == (3, None)
    assert told["usage"] == {"input": 200, "cache_write": 0, "cache_read": 0, "output": 80}
    assert (again["scored"], again["cached"], again["calls"]) == (2, 2, 0)
    assert server.received == 3


def test_openais_own_service_needs_a_key(command: Command, project: Project) -> None:
    done = command(*LOCAL, "openai:gpt-5.5")

    assert done.code == 2
    assert "OPENAI_API_KEY" in done.errors
    assert project.runs.get(1).calls == 0


def test_options_go_into_the_judge(command: Command, project: Project, server: ModelServer) -> None:
    server.chats = Endpoint(turns_seen=2)
    options = ("--effort", "high", "--criteria-per-call", "one", "--limit", 1)

    command(*LOCAL, f"openai:m@{server.url}/v1", *options)

    [judge] = project.judges.listed()
    assert judge.identity.settings["effort"] == "high"
    assert {request.body["reasoning_effort"] for request in server.requests} == {"high"}
    assert {len(request.keys) for request in server.requests} == {1}


@pytest.mark.parametrize("word", ["openai:m@http://me:word@127.0.0.1/v1", "openai:m@http://x:y"])
def test_an_address_that_cannot_be_kept_ends_with_2(
    command: Command, project: Project, word: str
) -> None:
    done = command(*LOCAL, word)

    assert (done.code, done.output) == (2, "")
    assert "address" in done.errors
    assert "word@" not in done.errors
    assert project.judges.listed() == []
