"""`judging rubric lint`: what is weak in a rubric's wording."""

from pathlib import Path

from storage import Project
from tests.calibration.commands.here import Command

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
