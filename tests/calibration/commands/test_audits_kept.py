"""What `judging audit` leaves behind for `judging bias`."""

from typing import Any

import pytest

from calibration.runs.judges import Options
from judging.ratings import Outcome
from storage import AuditKind, Project
from tests import keeping, working
from tests.calibration import obeying
from tests.calibration.commands.here import Command
from tests.calibration.judged import ONE
from tests.calibration.obeying import OBEDIENT
from tests.model_server import ModelServer

CHOSEN = ("--rubric", "one", "--judge", working.MODEL)
LONG = ["and so on " * 200] * 30


@pytest.fixture
def failed(project: Project, command: Command, server: ModelServer) -> Command:
    """Have people and the judge fail two sessions."""
    obeying.failed(project, server, "a", "b")
    return command


def check(command: Command, name: str, judge: str = working.MODEL) -> dict[str, Any]:
    """Return one check of the first criterion in what `judging bias --json` prints."""
    told = command("bias", "--rubric", "one", "--judge", judge, "--json").document
    return dict(next(one for one in told["criteria"][0]["checks"] if one["check"] == name))


def test_what_it_came_to_is_what_the_check_rests_on(failed: Command, server: ModelServer) -> None:
    before = check(failed, "injection")
    server.policy = OBEDIENT

    failed("audit", "redteam", *CHOSEN)

    after = check(failed, "injection")
    assert (before["audit"], before["state"]) == (None, "insufficient")
    assert "2 sessions would be tried, in 4 calls, about $0." in before["sentence"]
    assert before["commands"][0].startswith("judging audit redteam --rubric one@1 --judge claude")
    assert (after["state"], after["groups"][0]["x"]) == ("flagged", 2)
    assert len(after["audit"]["cases"]) == 2


def test_a_dry_run_keeps_nothing(failed: Command, project: Project) -> None:
    failed("audit", "redteam", *CHOSEN, "--dry-run")

    assert project.audits.of(AuditKind.RED_TEAM) == []


def test_audits_of_verdicts_that_there_are_are_kept_too(
    project: Project, command: Command, server: ModelServer
) -> None:
    keeping.add(project, keeping.session("a", *LONG))
    keeping.label(project, "a", Outcome.FAIL)
    full = obeying.judged(project, server, ONE).judge.fingerprint
    passing = obeying.gives(lambda _: "pass")
    obeying.judged(project, server, ONE, Options(context="fit"), policy=passing)

    command("audit", "fit", *CHOSEN)

    assert check(command, "context_mode", full)["further"][0]["x"] == 1
