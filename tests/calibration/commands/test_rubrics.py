"""`judging rubric diff`, `example` and `lint`: what changed, what is shown, and what is weak."""

from pathlib import Path

from judging.ratings import Outcome
from storage import Project
from tests import keeping, working
from tests.calibration import judged
from tests.calibration.commands.here import Command
from tests.calibration.judged import BY_ONE, TWO
from tests.calibration.rubrics.test_renewal import EDITED
from tests.model_server import ModelServer
from tests.splitting import seal

WEAK = """\
name: support
criteria:
  - key: tone
    question: Is the reply correct and polite?
    pass_when: It is appropriate.
    fail_when: It is rude.
"""


def test_a_file_without_a_weak_spot_passes(command: Command, project: Project) -> None:
    done = command("rubric", "lint", "conversation@1")

    assert done.code == 0
    assert done.output == "Nothing to mend in the 5 criteria of conversation@1.\n"
    assert project.rubrics.versions()


def test_each_weak_spot_says_what_where_and_how_to_mend_it(
    command: Command, tmp_path: Path
) -> None:
    path = tmp_path / "weak.yaml"
    path.write_text(WEAK)

    done = command("rubric", "lint", str(path))

    assert done.code == 1
    assert done.output.startswith("2 weak spots in 1 of the 1 criteria of support.\n")
    assert "tone, pass_when: 'appropriate'" in done.output
    assert done.output.count("to mend it:") == 2


def test_the_document_has_the_weak_spots(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "weak.yaml"
    path.write_text(WEAK)

    done = command("rubric", "lint", str(path), "--json")

    told = done.document
    assert done.code == 1
    assert (told["rubric"], told["number"], told["criteria"]) == ("support", None, 1)
    assert [one["rule"] for one in told["weaknesses"]] == ["vague_word", "two_questions"]
    assert set(told["weaknesses"][0]) == {"rule", "criterion", "part", "words", "what", "fix"}


def test_a_file_that_is_not_there_is_no_rubric_of_the_project(command: Command) -> None:
    done = command("rubric", "lint", "missing.yaml")

    assert done.code == 2
    assert "missing.yaml" in done.errors


def test_what_an_edit_makes_stale_is_told_with_its_price(
    command: Command, project: Project, server: ModelServer
) -> None:
    judged.add(project, "a", "b")
    keeping.label(project, "a", Outcome.PASS, criterion="polite")
    judged.run(project, TWO, BY_ONE)
    project.rubrics.add(EDITED)
    words = ("rubric", "diff", "two@1", "two@2", "--judge", working.MODEL)

    read, told = command(*words), command(*words, "--json").document

    assert "1 of 2 criteria carry over; the rest of 2 sessions takes 2 calls" in read.output
    assert "+  fail_when: It was rude." in read.output
    assert [(one["criterion"], one["change"], one["fields"]) for one in told["criteria"]] == [
        ("goal_met", "unchanged", []),
        ("polite", "reworded", ["fail_when"]),
    ]
    assert told["criteria"][1]["labels"] == {"kept": 1, "stale": 0}
    (renewal,) = told["renewals"]
    assert (renewal["carried"], renewal["stale"]) == (["goal_met"], ["polite"])
    assert (renewal["calls"], renewal["reused"], renewal["left"]) == (2, 2, 2)
    assert server.received == 4


def test_versions_that_are_equal_are_said_to_be(command: Command, project: Project) -> None:
    project.rubrics.add(TWO)

    assert command("rubric", "diff", "two@1", "two").output == "two@1 and two@1 are equal.\n"


def test_an_example_makes_the_next_version_and_a_sealed_one_none(
    command: Command, project: Project
) -> None:
    keeping.add(project, keeping.session("a"), keeping.session("b"))
    keeping.label(project, "a", Outcome.PASS)
    keeping.label(project, "b", Outcome.FAIL)
    seal(project, "b")
    words = ("rubric", "example", "conversation@1", "--criterion", "goal_met", "--text", "So.")

    done = command(*words, "--session", "a", "--author", "maya")
    sealed = command(*words, "--session", "b")

    assert (done.code, sealed.code) == (0, 2)
    assert done.output == "conversation@2 has it. a is for looking only from now on.\n"
    assert "one of the sealed test" in sealed.errors
    assert "example: Pass: So." not in sealed.output
    assert len(project.rubrics.versions("conversation")) == 2
