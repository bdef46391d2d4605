"""What `judging runs` is asked to do and cannot."""

import pytest

from storage import Project, RunStatus
from tests import working
from tests.calibration import judged
from tests.calibration.commands.here import Command

RULES = ("run", "--rubric", "conversation@1", "--judge", "rules")
CLAUDE = ("run", "--rubric", "conversation@1", "--judge", working.MODEL)


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    judged.add(project, "a", "b")


@pytest.mark.parametrize("word", ["pause", "resume", "cancel"])
def test_what_cannot_be_done_with_a_run_ends_with_2(command: Command, word: str) -> None:
    command(*RULES)

    done = command("runs", f"--{word}", 1)
    missing = command("runs", f"--{word}", 9)

    assert (done.code, done.output) == (2, "")
    assert done.errors.splitlines()[0].startswith(f"Run 1 is done, and cannot be {word}")
    assert done.errors.splitlines()[1] == "  to fix: Look at it: judging runs 1."
    assert (missing.code, missing.errors.splitlines()[0]) == (2, "There is no run 9.")


@pytest.mark.parametrize("words", [(1, "--pause", 1), ("--pause", 1, "--cancel", 1)])
def test_more_than_one_thing_at_a_time_is_refused(
    command: Command, project: Project, words: tuple[object, ...]
) -> None:
    command(*CLAUDE, "--no-wait")

    done = command("runs", *words)

    assert (done.code, done.output) == (2, "")
    assert done.errors.startswith("Invalid value: Name one run")
    assert project.runs.status(1) is RunStatus.QUEUED


def test_a_number_of_no_run_is_refused(command: Command) -> None:
    assert command("runs", 0).code == command("runs", "--pause", 0).code == 2
