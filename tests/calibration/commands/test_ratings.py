"""Labels from files by the command."""

from pathlib import Path

import pytest

from storage import Project
from tests import keeping
from tests.calibration.commands.here import Command

HEAD = "session_id,criterion,value\n"


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    keeping.add(project, *(keeping.session(name) for name in ("a", "b")))


def written(folder: Path, name: str, *rows: str) -> Path:
    file = folder / name
    file.write_text(HEAD + "\n".join(rows), encoding="utf-8")
    return file


def test_a_second_nameless_file_is_kept_beside_the_first(
    command: Command, project: Project, tmp_path: Path
) -> None:
    command("labels", "import", written(tmp_path, "first.csv", "a,goal_met,pass"))

    done = command("labels", "import", written(tmp_path, "second.csv", "a,goal_met,fail"))

    found = project.labels.of_session(keeping.number(project, "a"))
    assert [one.label.slot for one in found] == [1, 2]
    assert "1 label imported." in done.output
    assert "1 unit had anonymous answers before" in done.errors


def test_what_went_out_may_come_home_under_any_name(
    command: Command, project: Project, tmp_path: Path
) -> None:
    for name, outcome in (("first.csv", "pass"), ("second.csv", "fail")):
        command("labels", "import", written(tmp_path, name, f"a,goal_met,{outcome}"))
    out = tmp_path / "out.jsonl"
    command("labels", "export", out)

    document = command("labels", "import", out, "--json").document

    assert (document["imported"], document["unchanged"]) == (0, 2)
    assert document["warnings"] == []
    assert project.labels.count() == 2


def test_keys_that_another_rubric_has_are_named(
    command: Command, project: Project, tmp_path: Path
) -> None:
    file = written(tmp_path, "some.csv", "a,consistent,pass", "a,polite,pass")

    document = command("labels", "import", file, "--add-criteria", "manners", "--json").document

    assert project.rubrics.get("manners").rubric.keys == ("polite",)
    [_, warning] = document["warnings"]
    assert "consistent (conversation@1)" in warning
    assert "The rubric manners has none of them" in warning


def test_a_rubric_for_keys_that_another_has_is_not_made(
    command: Command, project: Project, tmp_path: Path
) -> None:
    file = written(tmp_path, "some.csv", "a,consistent,pass")

    done = command("labels", "import", file, "--add-criteria", "manners")

    assert "The rubric manners was not made" in done.errors
    assert {version.rubric.name for version in project.rubrics.versions()} >= {"conversation"}
    assert not project.rubrics.versions("manners")


def test_keys_of_the_rubric_that_is_named_are_no_news(command: Command, tmp_path: Path) -> None:
    file = written(tmp_path, "some.csv", "a,consistent,pass")

    done = command("labels", "import", file, "--add-criteria", "conversation", "--json")

    assert done.document["warnings"] == []


def test_a_mapping_names_the_columns(command: Command, project: Project, tmp_path: Path) -> None:
    odd = tmp_path / "odd.csv"
    odd.write_text("conv,urteil\na,gut\n", encoding="utf-8")
    mapping = tmp_path / "m.yaml"
    mapping.write_text("session_id: conv\nvalue: urteil\npass: gut\n", encoding="utf-8")
    words = (odd, "--mapping", mapping, "--criterion", "goal_met")

    assert command("labels", "import", *words).code == 0
    assert command("verdicts", "import", *words, "--judge", "mine").code == 0

    [kept] = project.labels.of_session(keeping.number(project, "a"))
    assert (kept.label.outcome, kept.label.raw_value) == ("pass", "gut")
    assert len(project.verdicts.pairs()) == 1
