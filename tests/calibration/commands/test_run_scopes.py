"""Which sessions and criteria `judging run` is told to judge."""

from pathlib import Path

import pytest

from judging.ratings import Outcome
from storage import Project
from tests import keeping, splitting
from tests.calibration import judged
from tests.calibration.commands.here import Command

RULES = ("run", "--rubric", "conversation@1", "--judge", "rules")


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    judged.add(project, "a", "b")


def test_a_scope_is_a_file_of_ids_or_the_labelled_ones(
    command: Command, project: Project, tmp_path: Path
) -> None:
    keeping.label(project, "b", Outcome.PASS)
    ids = tmp_path / "ids.txt"
    ids.write_text("b\n\n a \nb\n", encoding="utf-8")

    assert command(*RULES, "--sessions", ids, "--dry-run", "--json").document["units"] == 2
    assert command(*RULES, "--sessions", "labelled", "--dry-run", "--json").document["units"] == 1
    assert command(*RULES, "--limit", 1, "--dry-run", "--json").document["units"] == 1


def test_the_sealed_test_is_judged_alone_and_told_in_counts(
    command: Command, project: Project
) -> None:
    refused = command(*RULES, "--split", "test")
    splitting.seal(project, "b")

    done = command(*RULES, "--split", "test", "--json")
    rest = command(*RULES, "--split", "develop", "--json")

    assert (refused.code, refused.output) == (2, "")
    assert "judging split makes one" in refused.errors
    assert [one.document["units"] for one in (done, rest)] == [1, 1]
    assert [one.document["scored"] for one in (done, rest)] == [1, 1]
    assert len(done.document) == 18


def test_a_level_that_a_rubric_does_not_ask_of_ends_with_2(command: Command) -> None:
    asked = command(*RULES, "--level", "session", "--dry-run")
    done = command(*RULES, "--level", "turn")

    assert asked.code == 0
    assert (done.code, done.output) == (2, "")
    assert "conversation@1 asks nothing at the level turn" in done.errors
